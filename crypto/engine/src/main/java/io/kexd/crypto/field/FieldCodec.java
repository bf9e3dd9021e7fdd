package io.kexd.crypto.field;

import io.kexd.crypto.ct.Mask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Canonical forms of field elements: the same code for every field and lane count, on the hooks
 * toIntegers and fromIntegers. Constant time, no scratch space of its own.
 *
 * <p>Below, n limbs of R bits; the modulus p has {@code bits} bits; v is the value of a tight
 * element, so |v| < 2^e p; x are its limbs, and all but the top one are below 1.5 2^R (the
 * generator sees to it).
 *
 * <p><b>The quotient.</b> h is the integer that the two upper limbs make, cut at a place 2^u where
 * p has H bits left: c = 2^u / p lies in (2^-H, 2^(1-H)]. u is in the top limb or at its foot, if
 * that gives H &ge; 8, else inside the next limb: H = 8, or u is the foot of that limb. What is
 * left out, the cut and the limbs below, makes |v / 2^u - h| < 3, thus |v / p - h c| < 3 c &le;
 * 3/128. In a toy field of two limbs u may be 0: then h = v. With b = 2^(H-2) and m = floor(2^64
 * c), z = (h + b) m / 2^64 is h c + b c less than |h + b| / 2^64 aside. Since |h| < 2^(H+e) + 3,
 * that is at most 1/8 if H + e &le; 60. And 1/4 &lt; b c &le; 1/2. So 0 < z - v / p < 1, and with q
 * = floor(z)
 *
 * <pre>  -1 < v / p - q < 1.</pre>
 *
 * <p>v - q p thus lies in (-p, p): it is 0 if and only if p divides v, and the least residue is one
 * conditional addition away. |q| &le; 2^e.
 */
final class FieldCodec {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** H, where the limbs allow the choice. */
  private static final int HEAD_BITS = 8;

  private final Field f;
  private final int lanes;
  private final int top;
  private final int radix;
  private final long limbMask;
  private final long topMask;

  /** What {@link #decodePlain} reads of the top limb. */
  private final long plainMask;

  private final long[] modulus;
  private final byte[] modulusBytes;

  /** H. */
  private final int headBits;

  /** How many bits of the limb below the top one h has. */
  private final int headShift;

  /** b. */
  private final long bias;

  /** m. */
  private final long reciprocal;

  FieldCodec(Field f) {
    this.f = f;
    this.lanes = f.lanes;
    this.top = f.limbs - 1;
    this.radix = f.radix;
    this.limbMask = (1L << radix) - 1;
    int topBits = f.bits - radix * top;
    this.topMask = (1L << Math.max(topBits, 0)) - 1;
    this.plainMask = (1L << Math.max(f.plainBits() - radix * top, 0)) - 1;
    this.modulus = limbsOf(f.modulus);
    this.modulusBytes = LittleEndian.of(f.modulus, f.bytes);
    this.headShift = Math.clamp(HEAD_BITS - topBits, 0, radix);
    int u = radix * top - headShift;
    this.headBits = f.bits - u;
    if (headBits + f.excessBits > 60 || f.excessBits > radix - 2) {
      throw new IllegalArgumentException("the top limb is too long");
    }
    if (headBits < HEAD_BITS && u > 0) {
      throw new IllegalArgumentException("the two upper limbs are too short");
    }
    this.bias = 1L << (headBits - 2);
    this.reciprocal = BigInteger.ONE.shiftLeft(64 + u).divide(f.modulus).longValueExact();
  }

  private long[] limbsOf(BigInteger v) {
    long[] limbs = new long[f.limbs];
    for (int k = 0; k < top; k++) {
      limbs[k] = v.shiftRight(radix * k).longValue() & limbMask;
    }
    limbs[top] = v.shiftRight(radix * top).longValueExact();
    return limbs;
  }

  void set(long[] r, BigInteger v) {
    long[] limbs = limbsOf(v);
    for (int i = 0; i < f.size; i++) {
      r[i] = limbs[i / lanes];
    }
    enter(r);
  }

  /** r = the tight element of those integers, in the field's inner form. */
  private void enter(long[] r) {
    enterPlain(r);
    f.toDomain(r, r);
  }

  /** r = the tight element of those integers. */
  private void enterPlain(long[] r) {
    f.fromIntegers(r, r);
    f.carry(r, r);
  }

  /**
   * Takes the quotient times p from a lane of tight integers: the same residue in (-p, p), limbs in
   * 0..2^R, the top one signed. Returns 0 where all of them are 0.
   */
  private long reduce(long[] x, int lane) {
    int last = top * lanes + lane;
    long head = (x[last] << headShift) + (x[last - lanes] >> (radix - headShift));
    long q = Math.multiplyHigh(head + bias, reciprocal);
    long shifted = q << (64 - radix);
    long carry = 0;
    long any = 0;
    int i = lane;
    for (int k = 0; k < top; k++, i += lanes) {
      // q p_k is cut at 2^R, since it may have more than 64 bits.
      long t = x[i] - (q * modulus[k] & limbMask) + carry;
      x[i] = t & limbMask;
      any |= x[i];
      carry = (t >> radix) - Math.multiplyHigh(shifted, modulus[k]);
    }
    x[last] += carry - q * modulus[top];
    return any | x[last];
  }

  void isZero(long[] mask, long[] a, long[] scratch) {
    f.carry(scratch, a);
    f.toIntegers(scratch, scratch);
    for (int lane = 0; lane < lanes; lane++) {
      mask[lane] = Mask.isZero(reduce(scratch, lane));
    }
  }

  void encode(byte[] out, int offset, long[] a, long[] scratch) {
    f.carry(scratch, a);
    f.fromDomain(scratch, scratch);
    write(out, offset, scratch);
  }

  /** The same from an element that is a plain residue. */
  void encodePlain(byte[] out, int offset, long[] a, long[] scratch) {
    f.carry(scratch, a);
    write(out, offset, scratch);
  }

  /** Writes a plain residue that is tight, and wipes it. */
  private void write(byte[] out, int offset, long[] x) {
    f.toIntegers(x, x);
    for (int lane = 0; lane < lanes; lane++) {
      reduce(x, lane);
      write(out, offset + lane * f.bytes, x, lane);
    }
    Arrays.fill(x, 0);
  }

  /** Writes a reduced lane, plus p if it is negative. */
  private void write(byte[] out, int offset, long[] x, int lane) {
    int end = offset + f.bytes;
    long negative = x[top * lanes + lane] >> 63;
    int at = offset;
    long word = 0;
    int have = 0;
    long carry = 0;
    for (int k = 0; k <= top; k++) {
      long t = x[k * lanes + lane] + (modulus[k] & negative) + carry;
      carry = t >> radix;
      long limb = t & limbMask;
      word |= limb << have;
      have += radix;
      if (have >= 64) {
        store(out, at, end, word);
        at += 8;
        have -= 64;
        word = limb >>> (radix - have);
      }
    }
    store(out, at, end, word);
  }

  /** Writes those of the word's eight bytes that lie before the end. */
  private static void store(byte[] out, int at, int end, long word) {
    if (at + 8 <= end) {
      LONG.set(out, at, word);
    } else {
      for (int i = at; i < end; i++) {
        out[i] = (byte) (word >>> (8 * (i - at)));
      }
    }
  }

  /** Eight bytes, 0 where they lie beyond the end. */
  private static long load(byte[] in, int at, int end) {
    if (at + 8 <= end) {
      return (long) LONG.get(in, at);
    }
    long word = 0;
    for (int i = at; i < end; i++) {
      word |= (in[i] & 0xffL) << (8 * (i - at));
    }
    return word;
  }

  void decode(long[] r, byte[] in, int offset, int size, int stride) {
    for (int lane = 0; lane < lanes; lane++) {
      int at = offset + lane * stride;
      read(r, lane, in, at, at + size, topMask);
    }
    enter(r);
  }

  /**
   * The same to a plain residue, from integers below headroom 2^bits: limbs that would be 4T give
   * at most headroom times that, which is what {@code carry} takes.
   */
  void decodePlain(long[] r, byte[] in, int offset, int size, int stride) {
    for (int lane = 0; lane < lanes; lane++) {
      int at = offset + lane * stride;
      read(r, lane, in, at, at + size, plainMask);
    }
    enterPlain(r);
  }

  /**
   * Integers below 2^count become their residues without becoming elements: limbs cut from bytes
   * are below 2^R, and v < 2^e p with e = count - bits + 1.
   */
  void residues(byte[] out, int outOffset, byte[] in, int offset, int count, long[] scratch) {
    if (headBits + count - f.bits + 1 > 60) {
      throw new IllegalArgumentException(count + " bits are too many for the top limb");
    }
    int size = (count + 7) / 8;
    for (int lane = 0; lane < lanes; lane++) {
      int at = offset + lane * size;
      read(scratch, lane, in, at, at + size, -1);
      reduce(scratch, lane);
      write(out, outOffset + lane * f.bytes, scratch, lane);
    }
    Arrays.fill(scratch, 0);
  }

  /** Cuts little-endian bytes into limbs; the mask is the top one's. */
  private void read(long[] r, int lane, byte[] in, int offset, int end, long mask) {
    int at = offset;
    long word = 0;
    int have = 0;
    for (int k = 0; k <= top; k++) {
      long limb = word;
      if (have < radix || (k == top && have < 64)) {
        long next = load(in, at, end);
        at += 8;
        limb |= next << have;
        word = next >>> (radix - have);
        have += 64 - radix;
      } else {
        word >>>= radix;
        have -= radix;
      }
      r[k * lanes + lane] = limb & (k < top ? limbMask : mask);
    }
  }

  void isCanonical(long[] mask, byte[] in, int offset) {
    for (int lane = 0; lane < lanes; lane++) {
      int at = offset + lane * f.bytes;
      long borrow = 0;
      int i = 0;
      for (; i + 4 <= f.bytes; i += 4) { // not 8: the difference needs room for its sign
        borrow = (fourBytes(in, at + i) - fourBytes(modulusBytes, i) + borrow) >> 63;
      }
      for (; i < f.bytes; i++) {
        borrow = ((in[at + i] & 0xff) - (modulusBytes[i] & 0xff) + borrow) >> 63;
      }
      mask[lane] = borrow;
    }
  }

  private static long fourBytes(byte[] in, int at) {
    return (int) INT.get(in, at) & 0xffffffffL;
  }
}
