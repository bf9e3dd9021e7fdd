package io.kexd.crypto;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Residues modulo an odd number, for the references of the differential tests: far faster than
 * BigInteger, and nothing of the engine's. An element is a v 2^(64 n) mod m (Montgomery) in n words
 * of 64 bits, the lowest first, always reduced. Results are new arrays. Not constant time.
 */
final class Residues {
  final BigInteger modulus;
  private final int words;
  private final long[] m;

  /** -1 / m modulo 2^64. */
  private final long negatedInverse;

  Residues(BigInteger modulus) {
    BigInteger word = BigInteger.TWO.pow(Long.SIZE);
    this.modulus = modulus;
    this.words = (modulus.bitLength() + Long.SIZE - 1) / Long.SIZE;
    this.m = words(modulus);
    this.negatedInverse = modulus.modInverse(word).negate().longValue();
  }

  private long[] words(BigInteger v) {
    long[] r = new long[words];
    for (int i = 0; i < words; i++) {
      r[i] = v.shiftRight(Long.SIZE * i).longValue();
    }
    return r;
  }

  private BigInteger integer(long[] words) {
    BigInteger v = BigInteger.ZERO;
    for (int i = words.length - 1; i >= 0; i--) {
      v = v.shiftLeft(32).or(BigInteger.valueOf(words[i] >>> 32));
      v = v.shiftLeft(32).or(BigInteger.valueOf(words[i] & 0xffffffffL));
    }
    return v;
  }

  long[] of(BigInteger v) {
    return words(v.shiftLeft(Long.SIZE * words).mod(modulus));
  }

  BigInteger toInteger(long[] a) {
    long[] one = new long[words];
    one[0] = 1;
    return integer(mul(a, one));
  }

  long[] inverse(long[] a) {
    return of(toInteger(a).modInverse(modulus));
  }

  long[] mul(long[] a, long[] b) {
    long[] t = new long[2 * words];
    for (int i = 0; i < words; i++) {
      t[i + words] = addProduct(t, i, a, b[i]);
    }
    long top = 0;
    for (int i = 0; i < words; i++) { // word i becomes 0
      long carry = addProduct(t, i, m, t[i] * negatedInverse);
      long sum = t[i + words] + carry;
      t[i + words] = sum + top;
      top = less(sum, carry) | less(t[i + words], top);
    }
    return reduce(Arrays.copyOfRange(t, words, 2 * words), top);
  }

  /** t += a k 2^(64 at) in the words of a; what is carried out of them. */
  private static long addProduct(long[] t, int at, long[] a, long k) {
    long carry = 0;
    for (int i = 0; i < a.length; i++) {
      long low = a[i] * k + carry;
      long high = Math.unsignedMultiplyHigh(a[i], k) + less(low, carry);
      t[at + i] += low;
      carry = high + less(t[at + i], low);
    }
    return carry;
  }

  private static long less(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
  }

  /** top 2^(64 n) + t, which is below 2 m, reduced. */
  private long[] reduce(long[] t, long top) {
    long[] r = new long[words];
    long borrow = subtract(r, t, m);
    return top < borrow ? t : r;
  }

  /** r = a - b; 1 where that is negative. */
  private static long subtract(long[] r, long[] a, long[] b) {
    long borrow = 0;
    for (int i = 0; i < r.length; i++) {
      long difference = a[i] - b[i];
      long next = less(a[i], b[i]) | less(difference, borrow);
      r[i] = difference - borrow;
      borrow = next;
    }
    return borrow;
  }

  /** r = a + b; 1 where that has a bit more. */
  private static long sum(long[] r, long[] a, long[] b) {
    long carry = 0;
    for (int i = 0; i < r.length; i++) {
      long sum = a[i] + b[i];
      long next = less(sum, a[i]);
      r[i] = sum + carry;
      carry = next | less(r[i], carry);
    }
    return carry;
  }

  long[] add(long[] a, long[] b) {
    long[] t = new long[words];
    long top = sum(t, a, b);
    return reduce(t, top);
  }

  long[] sub(long[] a, long[] b) {
    long[] r = new long[words];
    if (subtract(r, a, b) != 0) {
      sum(r, r, m);
    }
    return r;
  }
}
