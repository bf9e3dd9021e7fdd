package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Equation;
import io.kexd.crypto.gen.card.Point;
import java.math.BigInteger;

/** Affine sums of points of a curve, none at infinity: the textbook's formulas, as an oracle. */
final class Affine {
  private final BigInteger p;
  private final BigInteger a;
  private final BigInteger b;
  private final boolean edwards;

  Affine(CurveCard card) {
    this.p = card.prime();
    this.a = card.equation().a();
    this.b = card.equation().b();
    this.edwards = card.equation().model() == Equation.Model.EDWARDS;
  }

  Point negative(Point point) {
    return edwards
        ? new Point(point.x().negate().mod(p), point.y())
        : new Point(point.x(), point.y().negate().mod(p));
  }

  Point add(Point one, Point other) {
    return edwards ? addEdwards(one, other) : addWeierstrass(one, other);
  }

  /** x3 = (x1 y2 + y1 x2) / (1 + t), y3 = (y1 y2 - a x1 x2) / (1 - t), t = d x1 x2 y1 y2. */
  private Point addEdwards(Point one, Point other) {
    BigInteger xx = one.x().multiply(other.x()).mod(p);
    BigInteger yy = one.y().multiply(other.y()).mod(p);
    BigInteger t = b.multiply(xx).multiply(yy).mod(p);
    BigInteger x = one.x().multiply(other.y()).add(one.y().multiply(other.x()));
    BigInteger y = yy.subtract(a.multiply(xx));
    return new Point(divide(x, BigInteger.ONE.add(t)), divide(y, BigInteger.ONE.subtract(t)));
  }

  /** Chord or tangent of slope s: x3 = s^2 - x1 - x2, y3 = s (x1 - x3) - y1. */
  private Point addWeierstrass(Point one, Point other) {
    BigInteger slope =
        one.equals(other)
            ? divide(one.x().pow(2).multiply(BigInteger.valueOf(3)).add(a), one.y().shiftLeft(1))
            : divide(one.y().subtract(other.y()), one.x().subtract(other.x()));
    BigInteger x = slope.pow(2).subtract(one.x()).subtract(other.x()).mod(p);
    return new Point(x, slope.multiply(one.x().subtract(x)).subtract(one.y()).mod(p));
  }

  private BigInteger divide(BigInteger x, BigInteger y) {
    return x.multiply(y.modInverse(p)).mod(p);
  }
}
