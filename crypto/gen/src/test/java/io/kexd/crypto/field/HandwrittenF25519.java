package io.kexd.crypto.field;

import static java.lang.Math.multiplyHigh;

import java.math.BigInteger;

/**
 * The field of Curve25519 written by hand, to be read first. The generated {@code F25519} must give
 * the same limbs.
 *
 * <p><b>Limbs.</b> An element is a = a0 + 2^51 a1 + 2^102 a2 + 2^153 a3 + 2^204 a4, its limbs
 * signed: a subtraction may leave them negative, and needs no care. After every multiplication they
 * are about 50 bits long, so that sums of several elements still fit where a product needs it.
 *
 * <p><b>Multiplication with pen and paper.</b> Products of one weight stand in one column.
 *
 * <pre>
 *                                             a4      a3      a2      a1      a0
 *                                         *   b4      b3      b2      b1      b0
 *  ------------------------------------------------------------------------------
 *                                           a4 b0   a3 b0   a2 b0   a1 b0   a0 b0
 *                                   a4 b1   a3 b1   a2 b1   a1 b1   a0 b1
 *                           a4 b2   a3 b2   a2 b2   a1 b2   a0 b2
 *                   a4 b3   a3 b3   a2 b3   a1 b3   a0 b3
 *           a4 b4   a3 b4   a2 b4   a1 b4   a0 b4
 *  ------------------------------------------------------------------------------
 *  2^      408     357     306     255   |  204     153     102      51       0
 * </pre>
 *
 * <p><b>Reduction.</b> 2^255 = 19 modulo p. What stands left of the bar moves five columns to the
 * right, times 19:
 *
 * <pre>
 *       a4 b0       a3 b0       a2 b0       a1 b0       a0 b0
 *       a3 b1       a2 b1       a1 b1       a0 b1    19 a4 b1
 *       a2 b2       a1 b2       a0 b2    19 a4 b2    19 a3 b2
 *       a1 b3       a0 b3    19 a4 b3    19 a3 b3    19 a2 b3
 *       a0 b4    19 a4 b4    19 a3 b4    19 a2 b4    19 a1 b4
 *  ----------------------------------------------------------
 *  2^    204         153         102          51           0
 * </pre>
 *
 * <p><b>Columns in two words.</b> A product has more than 100 bits. Its part above 2^51 belongs to
 * the next column anyway, so it is cut there at once: {@code multiplyHigh(a << 8, b << 5)} is a b
 * 2^13 / 2^64 = a b / 2^51, rounded down, and the low part is a b - 2^51 high, computed modulo
 * 2^64, where it fits. Highs and lows of a column are added up first and cut once.
 *
 * <p><b>Carries.</b> All columns give what exceeds 51 bits to the next one, at the same time; the
 * topmost gives it to the lowest, times 19. One round is enough, since a carry is short: limbs are
 * then in [0, 2^51), give or take 2^14.
 */
public final class HandwrittenF25519 extends Field {
  private static final long MASK = (1L << 51) - 1;

  public HandwrittenF25519() {
    super(1, 5, 51, BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)), 6, 1);
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    long a0 = a[0];
    long a1 = a[1];
    long a2 = a[2];
    long a3 = a[3];
    long a4 = a[4];
    long b0 = b[0];
    long b1 = b[1];
    long b2 = b[2];
    long b3 = b[3];
    long b4 = b[4];

    // spotless:off: the columns of the picture
    long h0 = high(a0, b0) + high(a1, 19 * b4) + high(a2, 19 * b3) + high(a3, 19 * b2) + high(a4, 19 * b1);
    long h1 = high(a0, b1) + high(a1,      b0) + high(a2, 19 * b4) + high(a3, 19 * b3) + high(a4, 19 * b2);
    long h2 = high(a0, b2) + high(a1,      b1) + high(a2,      b0) + high(a3, 19 * b4) + high(a4, 19 * b3);
    long h3 = high(a0, b3) + high(a1,      b2) + high(a2,      b1) + high(a3,      b0) + high(a4, 19 * b4);
    long h4 = high(a0, b4) + high(a1,      b3) + high(a2,      b2) + high(a3,      b1) + high(a4,      b0);

    long l0 = a0 * b0 + 19 * (a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1);
    long l1 = a0 * b1 + a1 * b0 + 19 * (a2 * b4 + a3 * b3 + a4 * b2);
    long l2 = a0 * b2 + a1 * b1 + a2 * b0 + 19 * (a3 * b4 + a4 * b3);
    long l3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + 19 * (a4 * b4);
    long l4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0;
    // spotless:on

    // Each column is its own low part and the high part of the column to its right.
    finish(
        r,
        low(l0, h0) + 19 * h4,
        low(l1, h1) + h0,
        low(l2, h2) + h1,
        low(l3, h3) + h2,
        low(l4, h4) + h3);
  }

  /** floor(a b / 2^51). */
  private static long high(long a, long b) {
    return multiplyHigh(a << 8, b << 5);
  }

  /** What sums of products leave when the sum of their high parts is taken away. */
  private static long low(long products, long high) {
    return products - (high << 51);
  }

  /** One round of carries. */
  private static void finish(long[] r, long c0, long c1, long c2, long c3, long c4) {
    r[0] = (c0 & MASK) + 19 * (c4 >> 51);
    r[1] = (c1 & MASK) + (c0 >> 51);
    r[2] = (c2 & MASK) + (c1 >> 51);
    r[3] = (c3 & MASK) + (c2 >> 51);
    r[4] = (c4 & MASK) + (c3 >> 51);
  }

  /** The picture again, where a product of two different limbs stands twice. */
  @Override
  public void sqr(long[] r, long[] a) {
    long a0 = a[0];
    long a1 = a[1];
    long a2 = a[2];
    long a3 = a[3];
    long a4 = a[4];

    // spotless:off
    long h0 = high(    a0, a0) + high(2 * a1, 19 * a4) + high(2 * a2, 19 * a3);
    long h1 = high(2 * a0, a1) + high(2 * a2, 19 * a4) + high(    a3, 19 * a3);
    long h2 = high(2 * a0, a2) + high(    a1,      a1) + high(2 * a3, 19 * a4);
    long h3 = high(2 * a0, a3) + high(2 * a1,      a2) + high(    a4, 19 * a4);
    long h4 = high(2 * a0, a4) + high(2 * a1,      a3) + high(    a2,      a2);

    long l0 = a0 * a0 + 38 * (a1 * a4 + a2 * a3);
    long l1 = 2 * a0 * a1 + 38 * (a2 * a4) + 19 * (a3 * a3);
    long l2 = 2 * a0 * a2 + a1 * a1 + 38 * (a3 * a4);
    long l3 = 2 * (a0 * a3 + a1 * a2) + 19 * (a4 * a4);
    long l4 = 2 * (a0 * a4 + a1 * a3) + a2 * a2;
    // spotless:on

    finish(
        r,
        low(l0, h0) + 19 * h4,
        low(l1, h1) + h0,
        low(l2, h2) + h1,
        low(l3, h3) + h2,
        low(l4, h4) + h3);
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    for (int k = 0; k < 5; k++) {
      r[k] = a[k] + b[k];
    }
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    for (int k = 0; k < 5; k++) {
      r[k] = a[k] - b[k];
    }
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    mul(r, a, new long[] {k, 0, 0, 0, 0});
  }

  @Override
  public void carry(long[] r, long[] a) {
    finish(r, a[0], a[1], a[2], a[3], a[4]);
  }
}
