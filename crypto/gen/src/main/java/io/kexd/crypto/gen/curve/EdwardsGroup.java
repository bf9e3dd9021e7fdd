package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.Point;
import java.math.BigInteger;

/**
 * Twisted Edwards curves a x^2 + y^2 = 1 + d x^2 y^2. The addition is complete where a is a square
 * and d is not, and otherwise right in the subgroup of odd order.
 */
final class EdwardsGroup extends Group {
  EdwardsGroup(BigInteger prime, BigInteger a, BigInteger d) {
    super(prime, a, d);
  }

  @Override
  boolean contains(Point point) {
    BigInteger xx = mul(point.x(), point.x());
    BigInteger yy = mul(point.y(), point.y());
    BigInteger left = a.multiply(xx).add(yy);
    BigInteger right = b.multiply(xx).multiply(yy).add(BigInteger.ONE);
    return left.subtract(right).mod(prime).signum() == 0;
  }

  @Override
  Projective neutral() {
    return new Projective(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE);
  }

  @Override
  boolean isNeutral(Projective point) {
    return point.X().signum() == 0 && point.Y().equals(point.Z()) && point.Z().signum() != 0;
  }

  // spotless:off

  /** Bernstein and others, eprint 2008/013, section 6. */
  @Override
  Projective add(Projective P, Projective Q) {
    BigInteger A = mul(P.Z(), Q.Z());
    BigInteger B = mul(A, A);
    BigInteger C = mul(P.X(), Q.X());
    BigInteger D = mul(P.Y(), Q.Y());
    BigInteger E = mul(b, mul(C, D));
    BigInteger F = B.subtract(E);
    BigInteger G = B.add(E);
    BigInteger H = mul(P.X().add(P.Y()), Q.X().add(Q.Y())).subtract(C).subtract(D);
    return new Projective(
        mul(mul(A, F), H),                             // X3 = A F ((X1 + Y1) (X2 + Y2) - C - D)
        mul(mul(A, G), D.subtract(mul(a, C))),         // Y3 = A G (D - a C)
        mul(F, G));                                    // Z3 = F G
  }
  // spotless:on
}
