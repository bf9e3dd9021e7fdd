package io.kexd.crypto.field;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Inverses of public numbers modulo an odd number, several times faster than a power: Bernstein and
 * Yang, eprint 2019/266, thirty division steps at a time on the lowest limbs, as a matrix that is
 * then applied to all limbs (Wuille's variant for variable time, libsecp256k1). A workspace of one
 * thread. Time: variable.
 */
public final class InverseVartime {
  private static final int BITS = 30;
  private static final long MASK = (1L << BITS) - 1;

  /** Of a number. */
  private final int bytes;

  private final int limbs;
  private final long[] m;

  /** 1 / modulus modulo 2^30. */
  private final long inverse;

  private final long[] f;
  private final long[] g;
  private final long[] d;
  private final long[] e;

  /** The matrix of some steps, times 2^30. */
  private int u;

  private int v;
  private int q;
  private int r;

  /** Limbs of f and g that are not yet only a sign. */
  private int length;

  public InverseVartime(BigInteger modulus) {
    this.bytes = (modulus.bitLength() + 7) / 8;
    this.limbs = Math.max(2, (modulus.bitLength() + 2 + BITS - 1) / BITS);
    this.m = new long[limbs];
    this.inverse = modulus.modInverse(BigInteger.ONE.shiftLeft(BITS)).longValueExact();
    this.f = new long[limbs];
    this.g = new long[limbs];
    this.d = new long[limbs];
    this.e = new long[limbs];
    split(m, LittleEndian.of(modulus, bytes), 0);
  }

  /**
   * Replaces the little-endian number of the modulus's size at that offset, which is below the
   * modulus, by its inverse; 0 stays.
   */
  public void invert(byte[] number, int offset) {
    System.arraycopy(m, 0, f, 0, limbs);
    split(g, number, offset);
    Arrays.fill(d, 0);
    Arrays.fill(e, 0);
    e[0] = 1;
    length = limbs;
    int eta = -1;
    while (!isZero(g)) {
      eta = steps(eta, (int) (f[0] | (f[1] << BITS)), (int) (g[0] | (g[1] << BITS)));
      updateCoefficients();
      updateNumbers();
    }
    normalize();
    join(number, offset);
  }

  private void split(long[] out, byte[] in, int offset) {
    Arrays.fill(out, 0);
    for (int i = 0; i < bytes; i++) {
      int bit = 8 * i;
      long value = (in[offset + i] & 0xffL) << (bit % BITS);
      out[bit / BITS] |= value & MASK;
      if (value > MASK) {
        out[bit / BITS + 1] |= value >> BITS;
      }
    }
  }

  private void join(byte[] out, int offset) {
    for (int i = 0; i < bytes; i++) {
      int bit = 8 * i;
      int shift = bit % BITS;
      long value = d[bit / BITS] >> shift;
      if (bit / BITS + 1 < limbs) {
        value |= d[bit / BITS + 1] << (BITS - shift);
      }
      out[offset + i] = (byte) value;
    }
  }

  private boolean isZero(long[] number) {
    long any = 0;
    for (int i = 0; i < length; i++) {
      any |= number[i];
    }
    return any == 0;
  }

  /** Thirty steps on the lowest bits; sets the matrix, returns the new eta. */
  private int steps(int start, int f0, int g0) {
    int eta = start;
    int x = f0;
    int y = g0;
    u = 1;
    v = 0;
    q = 0;
    r = 1;
    int left = BITS;
    while (true) {
      int zeros = Integer.numberOfTrailingZeros(y | (-1 << left));
      y >>= zeros;
      u <<= zeros;
      v <<= zeros;
      eta -= zeros;
      left -= zeros;
      if (left == 0) {
        return eta;
      }
      if (eta < 0) {
        eta = -eta;
        int old = x;
        x = y;
        y = -old;
        old = u;
        u = q;
        q = -old;
        old = v;
        v = r;
        r = -old;
      }
      int limit = Math.min(eta + 1, left);
      int bits = (-1 >>> (32 - limit)) & 63; // at most six are cancelled at once
      int w = (x * y * (x * x - 2)) & bits; // minus y / x modulo 2^6
      y += x * w;
      q += u * w;
      r += v * w;
    }
  }

  /** (d, e) = the matrix times (d, e), over 2^30, modulo the modulus. */
  private void updateCoefficients() {
    long signD = d[limbs - 1] >> 63;
    long signE = e[limbs - 1] >> 63;
    long multipleD = (u & signD) + (v & signE);
    long multipleE = (q & signD) + (r & signE);
    long sumD = u * d[0] + v * e[0];
    long sumE = q * d[0] + r * e[0];
    multipleD -= (inverse * sumD + multipleD) & MASK;
    multipleE -= (inverse * sumE + multipleE) & MASK;
    sumD = (sumD + m[0] * multipleD) >> BITS;
    sumE = (sumE + m[0] * multipleE) >> BITS;
    for (int i = 1; i < limbs; i++) {
      sumD += u * d[i] + v * e[i] + m[i] * multipleD;
      sumE += q * d[i] + r * e[i] + m[i] * multipleE;
      d[i - 1] = sumD & MASK;
      e[i - 1] = sumE & MASK;
      sumD >>= BITS;
      sumE >>= BITS;
    }
    d[limbs - 1] = sumD;
    e[limbs - 1] = sumE;
  }

  /** (f, g) = the matrix times (f, g), over 2^30, which divides both. */
  private void updateNumbers() {
    long sumF = (u * f[0] + v * g[0]) >> BITS;
    long sumG = (q * f[0] + r * g[0]) >> BITS;
    for (int i = 1; i < length; i++) {
      sumF += u * f[i] + v * g[i];
      sumG += q * f[i] + r * g[i];
      f[i - 1] = sumF & MASK;
      g[i - 1] = sumG & MASK;
      sumF >>= BITS;
      sumG >>= BITS;
    }
    f[length - 1] = sumF;
    g[length - 1] = sumG;
    if (length > 2 && isSign(f[length - 1]) && isSign(g[length - 1])) {
      length--;
      f[length - 1] |= f[length] << BITS; // the sign
      g[length - 1] |= g[length] << BITS;
    }
  }

  private static boolean isSign(long limb) {
    return limb == (limb >> 63);
  }

  /** d, in (-2 m, m), times the sign of f, in [0, m). */
  private void normalize() {
    addModulusWhereNegative();
    if (f[length - 1] < 0) {
      long carry = 0;
      for (int i = 0; i < limbs; i++) {
        carry -= d[i];
        d[i] = i < limbs - 1 ? carry & MASK : carry;
        carry >>= BITS;
      }
    }
    addModulusWhereNegative();
  }

  private void addModulusWhereNegative() {
    if (d[limbs - 1] < 0) {
      long carry = 0;
      for (int i = 0; i < limbs; i++) {
        carry += d[i] + m[i];
        d[i] = i < limbs - 1 ? carry & MASK : carry;
        carry >>= BITS;
      }
    }
  }
}
