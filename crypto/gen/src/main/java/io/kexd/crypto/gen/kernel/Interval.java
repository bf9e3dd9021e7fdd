package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.Locale;

/** All integers from {@code lo} to {@code hi}, both included. Arithmetic on it is exact. */
public record Interval(BigInteger lo, BigInteger hi) {
  public Interval {
    if (lo.compareTo(hi) > 0) {
      throw new IllegalArgumentException("empty interval " + lo + ".." + hi);
    }
  }

  /** Only zero. */
  public static final Interval ZERO = of(BigInteger.ZERO);

  /** Only {@code value}. */
  public static Interval of(BigInteger value) {
    return new Interval(value, value);
  }

  /** From {@code -bound} to {@code bound}. */
  public static Interval within(BigInteger bound) {
    return new Interval(bound.negate(), bound);
  }

  /** What a signed integer of that many bits can hold: [-2^(bits-1), 2^(bits-1) - 1]. */
  public static Interval signed(int bits) {
    BigInteger half = power(bits - 1);
    return new Interval(half.negate(), half.subtract(BigInteger.ONE));
  }

  /** What an unsigned integer of that many bits can hold: [0, 2^bits - 1]. */
  public static Interval unsigned(int bits) {
    return new Interval(BigInteger.ZERO, power(bits).subtract(BigInteger.ONE));
  }

  /** 2^bits. */
  public static BigInteger power(int bits) {
    return BigInteger.ONE.shiftLeft(bits);
  }

  /** Every sum of a member of this and a member of {@code other}. */
  public Interval add(Interval other) {
    return new Interval(lo.add(other.lo), hi.add(other.hi));
  }

  /** Every difference. */
  public Interval sub(Interval other) {
    return new Interval(lo.subtract(other.hi), hi.subtract(other.lo));
  }

  /** Every product. */
  public Interval mul(Interval other) {
    BigInteger a = lo.multiply(other.lo);
    BigInteger b = lo.multiply(other.hi);
    BigInteger c = hi.multiply(other.lo);
    BigInteger d = hi.multiply(other.hi);
    return new Interval(a.min(b).min(c).min(d), a.max(b).max(c).max(d));
  }

  /** Every member times {@code factor}. */
  public Interval scale(BigInteger factor) {
    return mul(of(factor));
  }

  /** Every member times 2^bits. */
  public Interval shiftLeft(int bits) {
    return new Interval(lo.shiftLeft(bits), hi.shiftLeft(bits));
  }

  /** Every member divided by 2^bits, rounded down. */
  public Interval shiftRight(int bits) {
    return new Interval(lo.shiftRight(bits), hi.shiftRight(bits));
  }

  /** The largest absolute value. */
  public BigInteger magnitude() {
    return lo.abs().max(hi.abs());
  }

  /** Whether every member of this lies in {@code other}. */
  public boolean isInside(Interval other) {
    return lo.compareTo(other.lo) >= 0 && hi.compareTo(other.hi) <= 0;
  }

  /** Whether the interval holds one number only. */
  public boolean isConstant() {
    return lo.equals(hi);
  }

  /** For people: ends rounded away from zero to a hundredth of a bit. */
  @Override
  public String toString() {
    String low = format(lo);
    String high = format(hi);
    return low.equals("-" + high) ? "+-" + high : "[" + low + ", " + high + "]";
  }

  private static String format(BigInteger x) {
    BigInteger size = x.abs();
    if (size.bitLength() <= 10) {
      return x.toString();
    }
    int shift = Math.max(0, size.bitLength() - 53);
    double mantissa = size.shiftRight(shift).doubleValue();
    double bits = shift + StrictMath.log(mantissa) / StrictMath.log(2);
    double rounded = Math.ceil(bits * 100 - 1e-9) / 100;
    return (x.signum() < 0 ? "-" : "") + String.format(Locale.ROOT, "2^%.2f", rounded);
  }
}
