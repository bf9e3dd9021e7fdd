package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Equation;
import io.kexd.crypto.gen.card.Point;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The group of a curve, slow and plain. Where the Edwards formulas have an exceptional case, they
 * give Z = 0, and so does every sum with it: never a wrong point.
 */
abstract class Group {
  final BigInteger prime;
  final BigInteger a;
  final BigInteger b;

  Group(BigInteger prime, BigInteger a, BigInteger b) {
    this.prime = prime;
    this.a = a;
    this.b = b;
  }

  /** The point x = X/Z, y = Y/Z. */
  record Projective(BigInteger X, BigInteger Y, BigInteger Z) {}

  static Group of(CurveCard card) {
    Equation equation = card.equation();
    return equation.model() == Equation.Model.EDWARDS
        ? new EdwardsGroup(card.prime(), equation.a(), equation.b())
        : new WeierstrassGroup(card.prime(), equation.a(), equation.b());
  }

  abstract boolean contains(Point point);

  abstract Projective neutral();

  abstract boolean isNeutral(Projective point);

  abstract Projective add(Projective P, Projective Q);

  Projective projective(Point point) {
    return new Projective(point.x(), point.y(), BigInteger.ONE);
  }

  Projective multiply(BigInteger k, Point point) {
    Projective P = projective(point);
    Projective sum = neutral();
    for (int i = k.bitLength() - 1; i >= 0; i--) {
      sum = add(sum, sum);
      if (k.testBit(i)) {
        sum = add(sum, P);
      }
    }
    return sum;
  }

  /** The same points, none of them at infinity, with one inversion for all (Montgomery's trick). */
  List<Point> affine(List<Projective> points) {
    List<BigInteger> products = new ArrayList<>();
    BigInteger product = BigInteger.ONE;
    for (Projective point : points) {
      products.add(product);
      product = mul(product, point.Z);
    }
    BigInteger inverse = product.modInverse(prime);
    Point[] affine = new Point[points.size()];
    for (int i = affine.length - 1; i >= 0; i--) {
      Projective point = points.get(i);
      BigInteger z = mul(inverse, products.get(i));
      affine[i] = new Point(mul(point.X, z), mul(point.Y, z));
      inverse = mul(inverse, point.Z);
    }
    return List.of(affine);
  }

  BigInteger mul(BigInteger x, BigInteger y) {
    return x.multiply(y).mod(prime);
  }
}
