package io.kexd.crypto.field;

import io.kexd.crypto.ct.Mask;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Canonical forms of field elements: the same code for every field and lane count, on the hooks
 * limb and setLimb. Constant time, no scratch space of its own.
 */
final class FieldCodec {
  private final Field f;
  private final int top;
  private final int radix;
  private final long limbMask;
  private final int excessBits;

  /** multiples[j] = the limbs of 2^j times the modulus. */
  private final long[][] multiples;

  private final byte[] modulusBytes;

  FieldCodec(Field f, int excessBits) {
    this.f = f;
    this.top = f.limbs - 1;
    this.radix = f.radix;
    this.limbMask = (1L << radix) - 1;
    this.excessBits = excessBits;
    this.multiples = new long[excessBits + 1][];
    for (int j = 0; j <= excessBits; j++) {
      multiples[j] = limbsOf(f.modulus.shiftLeft(j));
    }
    this.modulusBytes = LittleEndian.of(f.modulus, f.bytes);
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
    for (int lane = 0; lane < f.lanes; lane++) {
      for (int k = 0; k <= top; k++) {
        f.setLimb(r, k, lane, limbs[k]);
      }
    }
    f.carry(r, r);
    f.toDomain(r, r);
  }

  /**
   * r = a with the limbs of its least non-negative residue, which are not tight. In: 4 headroom T.
   */
  private void freeze(long[] r, long[] a) {
    f.carry(r, a);
    for (int lane = 0; lane < f.lanes; lane++) {
      // -2^e p < a < 2^e p, so 0 < a + 2^e p < 2^(e+1) p, and one subtraction for each bit is left.
      addMultiple(r, lane, excessBits, 1);
      for (int j = excessBits; j >= 0; j--) {
        addMultiple(r, lane, j, ~isBelow(r, lane, j));
      }
    }
  }

  /**
   * Adds {@code factor} (1, 0 or -1) times 2^j p and brings all limbs but the top to 0..2^radix.
   */
  private void addMultiple(long[] r, int lane, int j, long factor) {
    long carry = 0;
    for (int k = 0; k < top; k++) {
      long x = f.limb(r, k, lane) + factor * multiples[j][k] + carry;
      carry = x >> radix;
      f.setLimb(r, k, lane, x & limbMask);
    }
    f.setLimb(r, top, lane, f.limb(r, top, lane) + factor * multiples[j][top] + carry);
  }

  /** -1 where the lane is below 2^j p, else 0. */
  private long isBelow(long[] r, int lane, int j) {
    long borrow = 0;
    for (int k = 0; k < top; k++) {
      borrow = (f.limb(r, k, lane) - multiples[j][k] + borrow) >> radix;
    }
    return (f.limb(r, top, lane) - multiples[j][top] + borrow) >> 63;
  }

  void isZero(long[] mask, long[] a, long[] scratch) {
    freeze(scratch, a);
    for (int lane = 0; lane < f.lanes; lane++) {
      long any = 0;
      for (int k = 0; k <= top; k++) {
        any |= f.limb(scratch, k, lane);
      }
      mask[lane] = Mask.isZero(any);
    }
  }

  void encode(byte[] out, int offset, long[] a, long[] scratch) {
    f.carry(scratch, a);
    f.fromDomain(scratch, scratch);
    freeze(scratch, scratch);
    for (int lane = 0; lane < f.lanes; lane++) {
      for (int i = 0; i < f.bytes; i++) {
        out[offset + lane * f.bytes + i] = (byte) bitsOfLimbs(scratch, lane, 8 * i);
      }
    }
    Arrays.fill(scratch, 0);
  }

  /** At least eight bits of a frozen lane from that position up. */
  private long bitsOfLimbs(long[] a, int lane, int position) {
    int k = position / radix;
    int shift = position % radix;
    long v = k <= top ? f.limb(a, k, lane) >>> shift : 0;
    return k < top && shift > radix - 8 ? v | f.limb(a, k + 1, lane) << (radix - shift) : v;
  }

  void decode(long[] r, byte[] in, int offset, int size, int stride) {
    for (int lane = 0; lane < f.lanes; lane++) {
      for (int k = 0; k <= top; k++) {
        int count = k < top ? radix : 63;
        f.setLimb(r, k, lane, bitsOfBytes(in, offset + lane * stride, size, radix * k, count));
      }
    }
    f.carry(r, r);
    f.toDomain(r, r);
  }

  /** {@code count} bits of a little-endian integer from that position up; 0 beyond its end. */
  private static long bitsOfBytes(byte[] in, int offset, int size, int position, int count) {
    int i = position >>> 3;
    int have = -(position & 7);
    long v = 0;
    for (; have < count && i < size; i++, have += 8) {
      long b = in[offset + i] & 0xff;
      v |= have < 0 ? b >>> -have : b << have;
    }
    return v & (-1L >>> (64 - count));
  }

  void isCanonical(long[] mask, byte[] in, int offset) {
    for (int lane = 0; lane < f.lanes; lane++) {
      int borrow = 0;
      for (int i = 0; i < f.bytes; i++) {
        borrow =
            ((in[offset + lane * f.bytes + i] & 0xff) - (modulusBytes[i] & 0xff) + borrow) >> 8;
      }
      mask[lane] = borrow;
    }
  }
}
