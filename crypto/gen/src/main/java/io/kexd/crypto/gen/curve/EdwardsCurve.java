package io.kexd.crypto.gen.curve;

import java.math.BigInteger;

/**
 * The group of a twisted Edwards curve a x^2 + y^2 = 1 + d x^2 y^2 in affine coordinates, slow and
 * plain. The addition law is complete where a is a square and d is not.
 */
record EdwardsCurve(BigInteger p, BigInteger a, BigInteger d) {
  /** The neutral element. */
  static final Point IDENTITY = new Point(BigInteger.ZERO, BigInteger.ONE);

  record Point(BigInteger x, BigInteger y) {}

  boolean contains(Point point) {
    BigInteger xx = point.x.multiply(point.x).mod(p);
    BigInteger yy = point.y.multiply(point.y).mod(p);
    BigInteger left = a.multiply(xx).add(yy);
    BigInteger right = d.multiply(xx).multiply(yy).add(BigInteger.ONE);
    return left.subtract(right).mod(p).signum() == 0;
  }

  /**
   * x3 = (x1 y2 + y1 x2) / (1 + t), y3 = (y1 y2 - a x1 x2) / (1 - t), t = d x1 x2 y1 y2. Bernstein
   * and others, eprint 2008/013, section 6.
   */
  Point add(Point p1, Point p2) {
    BigInteger xx = p1.x.multiply(p2.x).mod(p);
    BigInteger yy = p1.y.multiply(p2.y).mod(p);
    BigInteger t = d.multiply(xx).multiply(yy).mod(p);
    BigInteger x = p1.x.multiply(p2.y).add(p1.y.multiply(p2.x));
    BigInteger y = yy.subtract(a.multiply(xx));
    return new Point(divide(x, BigInteger.ONE.add(t)), divide(y, BigInteger.ONE.subtract(t)));
  }

  private BigInteger divide(BigInteger x, BigInteger y) {
    return x.multiply(y.modInverse(p)).mod(p);
  }

  Point multiply(BigInteger k, Point point) {
    Point sum = IDENTITY;
    for (int i = k.bitLength() - 1; i >= 0; i--) {
      sum = add(sum, sum);
      if (k.testBit(i)) {
        sum = add(sum, point);
      }
    }
    return sum;
  }
}
