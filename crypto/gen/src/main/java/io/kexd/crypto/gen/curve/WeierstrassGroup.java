package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.Point;
import java.math.BigInteger;

/** Curves y^2 = x^3 + a x + b. The addition is complete in a group of odd order. */
final class WeierstrassGroup extends Group {
  private static final BigInteger THREE = BigInteger.valueOf(3);

  WeierstrassGroup(BigInteger prime, BigInteger a, BigInteger b) {
    super(prime, a, b);
  }

  @Override
  boolean contains(Point point) {
    BigInteger x = point.x();
    BigInteger right = mul(x, x).add(a).multiply(x).add(b);
    return point.y().pow(2).subtract(right).mod(prime).signum() == 0;
  }

  @Override
  Projective neutral() {
    return new Projective(BigInteger.ZERO, BigInteger.ONE, BigInteger.ZERO);
  }

  @Override
  boolean isNeutral(Projective point) {
    return point.X().signum() == 0 && point.Z().signum() == 0 && point.Y().signum() != 0;
  }

  // spotless:off

  /** Renes, Costello and Batina, eprint 2015/1060, section 3. */
  @Override
  Projective add(Projective P, Projective Q) {
    BigInteger XX = mul(P.X(), Q.X());
    BigInteger YY = mul(P.Y(), Q.Y());
    BigInteger ZZ = mul(P.Z(), Q.Z());
    BigInteger XY = P.X().multiply(Q.Y()).add(Q.X().multiply(P.Y())).mod(prime);
    BigInteger XZ = P.X().multiply(Q.Z()).add(Q.X().multiply(P.Z())).mod(prime);
    BigInteger YZ = P.Y().multiply(Q.Z()).add(Q.Y().multiply(P.Z())).mod(prime);
    BigInteger S = a.multiply(XZ).add(THREE.multiply(b).multiply(ZZ)).mod(prime);
    BigInteger D = YY.subtract(S);                     // D = Y1Y2 - a(X1Z2 + X2Z1) - 3b Z1Z2
    BigInteger E = YY.add(S);                          // E = Y1Y2 + a(X1Z2 + X2Z1) + 3b Z1Z2
    BigInteger F = mul(a, XX.subtract(mul(a, ZZ))).add(THREE.multiply(mul(b, XZ)));
                                                       // F = a X1X2 + 3b(X1Z2 + X2Z1) - a^2 Z1Z2
    BigInteger G = THREE.multiply(XX).add(mul(a, ZZ)); // G = 3 X1X2 + a Z1Z2
    return new Projective(
        XY.multiply(D).subtract(YZ.multiply(F)).mod(prime),
        E.multiply(D).add(G.multiply(F)).mod(prime),
        YZ.multiply(E).add(XY.multiply(G)).mod(prime));
  }
  // spotless:on
}
