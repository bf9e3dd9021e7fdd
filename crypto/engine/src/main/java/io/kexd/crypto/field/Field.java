package io.kexd.crypto.field;

import io.kexd.crypto.ct.Wipe;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Arithmetic modulo a prime, on {@code lanes} elements at once.
 *
 * <p>An element is a {@code long[limbs * lanes]}, limb-major: limb <i>i</i> of lane <i>l</i> lies
 * at {@code i * lanes + l}. What the longs mean is the field's own business (signed integers in
 * one-lane kernels, the raw bits of doubles in vector kernels). A mask is a {@code long[lanes]} of
 * 0 and -1. Destination first; any aliasing of the arguments is allowed, always. Behind its limbs
 * an element may have room, where a field leaves parts of a result for itself.
 *
 * <p><b>Bounds.</b> A <i>tight</i> element is bounded by T, the fixpoint that the generator proved
 * for this field. {@code mul}, {@code sqr}, {@code mulSmall} and {@code carry} give tight elements.
 * {@code add} and {@code sub} of elements bounded by iT and jT give (i+j)T and carry nothing. i + j
 * may be four times the {@link #headroom}, which is what {@code carry} takes. {@code mul}, {@code
 * sqr} and {@code mulSmall} take operands up to {@link #headroom} times T; {@link #fit} brings one
 * there only where the field needs it.
 *
 * <p>A field has no state that changes: one instance serves all threads, and scratch space is the
 * caller's.
 */
public abstract class Field {
  /** mulSmall takes constants below 2^SMALL_BITS in absolute value. */
  public static final int SMALL_BITS = 20;

  /** Elements computed at once. */
  public final int lanes;

  /** Limbs of one element. */
  public final int limbs;

  /** Bits of a limb's place: an element is the sum of its limbs times 2^(radix i). */
  public final int radix;

  /** The prime. */
  public final BigInteger modulus;

  /** Bits of the prime. */
  public final int bits;

  /** Bytes of an encoded element. */
  public final int bytes;

  /** The largest h such that mul, sqr and mulSmall take operands bounded by hT. */
  public final int headroom;

  /** The least s such that |value| of a tight element is below 2^s times the modulus. */
  public final int excessBits;

  /** Longs of all limbs of an element; what its array has behind them is the field's own. */
  public final int size;

  private final int room;
  private final FieldCodec codec;

  protected Field(
      int lanes, int limbs, int radix, BigInteger modulus, int headroom, int excessBits) {
    this(lanes, limbs, radix, modulus, headroom, excessBits, 0);
  }

  /** With that many longs behind the limbs of an element. */
  @SuppressWarnings("this-escape") // the codec reads the final fields set above it, nothing else
  protected Field(
      int lanes, int limbs, int radix, BigInteger modulus, int headroom, int excessBits, int room) {
    this.lanes = lanes;
    this.limbs = limbs;
    this.radix = radix;
    this.modulus = modulus;
    this.bits = modulus.bitLength();
    this.bytes = (bits + 7) / 8;
    this.headroom = headroom;
    this.excessBits = excessBits;
    this.size = limbs * lanes;
    this.room = room;
    this.codec = new FieldCodec(this);
  }

  /** r = a b. In: headroom T. Out: T. Time: constant. */
  public abstract void mul(long[] r, long[] a, long[] b);

  /** r = a a. In: headroom T. Out: T. Time: constant. */
  public abstract void sqr(long[] r, long[] a);

  /** r = a + b. In: iT, jT. Out: (i+j)T. Time: constant. */
  public abstract void add(long[] r, long[] a, long[] b);

  /** r = a - b. In: iT, jT. Out: (i+j)T. Time: constant. */
  public abstract void sub(long[] r, long[] a, long[] b);

  /**
   * r = k a for a small public constant, |k| below 2^20. In: headroom T. Out: T. Time: constant.
   */
  public abstract void mulSmall(long[] r, long[] a, int k);

  /** r = a with every limb tight again. In: 4 headroom T. Out: T. Time: constant. */
  public abstract void carry(long[] r, long[] a);

  /**
   * s = a b + c d, t = a b - c d. A kernel may carry once for all. Scratch space u is none of the
   * others, and s is not t. In: headroom T. Out: min(2, headroom) T. Time: constant.
   */
  public void mulAddSub(long[] s, long[] t, long[] a, long[] b, long[] c, long[] d, long[] u) {
    mul(u, a, b);
    mul(t, c, d);
    addSub(s, t, u);
  }

  /** {@link #mulAddSub} of squares: s = a a + b b, t = a a - b b. */
  public void sqrAddSub(long[] s, long[] t, long[] a, long[] b, long[] u) {
    sqr(u, a);
    sqr(t, b);
    addSub(s, t, u);
  }

  /** {@link #mulAddSub} of a square and a product: s = a a + c d, t = a a - c d. */
  public void sqrMulAddSub(long[] s, long[] t, long[] a, long[] c, long[] d, long[] u) {
    sqr(u, a);
    mul(t, c, d);
    addSub(s, t, u);
  }

  /** s = u + t, t = u - t. */
  private void addSub(long[] s, long[] t, long[] u) {
    add(s, u, t);
    fit(s, 2);
    sub(t, u, t);
    fit(t, 2);
  }

  /**
   * r = a sum of elements whose lanes are permuted and multiplied by small numbers: see {@link
   * Mix}. In: what makes a sum of 4 headroom T at most. Out: that sum. Time: constant.
   */
  public void mix(long[] r, long[] pattern, long[] a, long[] b) {
    sum(r, pattern, a, b);
  }

  /** The same of three elements. */
  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c) {
    sum(r, pattern, a, b, c);
  }

  /** The same of four elements. */
  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c, long[] d) {
    sum(r, pattern, a, b, c, d);
  }

  /** {@link #mix} with every limb tight again. Out: T. */
  public void mixTight(long[] r, long[] pattern, long[] a, long[] b) {
    mix(r, pattern, a, b);
    carry(r, r);
  }

  /** The same of three elements. */
  public void mixTight(long[] r, long[] pattern, long[] a, long[] b, long[] c) {
    mix(r, pattern, a, b, c);
    carry(r, r);
  }

  /** The same of four elements. */
  public void mixTight(long[] r, long[] pattern, long[] a, long[] b, long[] c, long[] d) {
    mix(r, pattern, a, b, c, d);
    carry(r, r);
  }

  private void sum(long[] r, long[] pattern, long[]... elements) {
    long[] sum = new long[lanes];
    for (int i = 0; i < size; i += lanes) {
      Arrays.fill(sum, 0);
      for (int e = 0; e < elements.length; e++) {
        int at = 2 * e * lanes;
        for (int lane = 0; lane < lanes; lane++) {
          sum[lane] += pattern[at + lanes + lane] * elements[e][i + (int) pattern[at + lane]];
        }
      }
      System.arraycopy(sum, 0, r, i, lanes);
    }
    Wipe.wipe(sum);
  }

  /** A small number as {@link #mix} takes it: limbs that are signed integers take it as it is. */
  public long factor(int k) {
    return k;
  }

  /**
   * s = a + b, t = a - b, both fit for mul. A kernel may carry both at once. s and t are two, and
   * none of the others. In: T. Out: min(2, headroom) T. Time: constant.
   */
  public void addSub(long[] s, long[] t, long[] a, long[] b) {
    add(s, a, b);
    fit(s, 2);
    sub(t, a, b);
    fit(t, 2);
  }

  /**
   * r = a b - c. A kernel may carry once. r is not c. In: headroom T, c 3T. Out: T. Time: constant.
   */
  public void mulSub(long[] r, long[] a, long[] b, long[] c) {
    mul(r, a, b);
    sub(r, r, c);
    carry(r, r);
  }

  /** {@link #mulSub} of a square: r = a a - c. */
  public void sqrSub(long[] r, long[] a, long[] c) {
    sqr(r, a);
    sub(r, r, c);
    carry(r, r);
  }

  /**
   * r = the limbs of a as signed integers; what they are in one-lane kernels anyway. A kernel of
   * other numbers overrides this. In: T. Time: constant.
   */
  protected void toIntegers(long[] r, long[] a) {
    copy(r, a);
  }

  /**
   * r = the element with those limbs, signed integers in +-2^radix, the top one in +-2^(bits -
   * radix (limbs - 1)). Out: 4T. Time: constant.
   */
  protected void fromIntegers(long[] r, long[] a) {
    copy(r, a);
  }

  /** r = the field's inner form of the plain residue a. In: T. Out: T. Time: constant. */
  protected void toDomain(long[] r, long[] a) {
    copy(r, a);
  }

  /** r = the plain residue of the field's inner form a. In: T. Out: T. Time: constant. */
  protected void fromDomain(long[] r, long[] a) {
    copy(r, a);
  }

  /**
   * Makes an element that is bounded by {@code excess} T fit for mul: carries it if the field's
   * headroom is smaller.
   */
  public final void fit(long[] r, int excess) {
    if (excess > headroom) {
      carry(r, r);
    }
  }

  /** A new element, zero in every lane. */
  public final long[] element() {
    return new long[size + room];
  }

  /** A new mask, all 0. */
  public final long[] mask() {
    return new long[lanes];
  }

  /** A value a lane, repeated where there are more lanes. */
  public final long[] repeat(long... values) {
    long[] repeated = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      repeated[lane] = values[lane % values.length];
    }
    return repeated;
  }

  /** r = a. Time: constant. */
  public final void copy(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, size);
  }

  /** r = v in every lane. Out: T. Time: variable, for constants. */
  public final void set(long[] r, BigInteger v) {
    codec.set(r, v.mod(modulus));
  }

  /** r = a where the mask is set, else b. In: iT, jT. Out: max(i, j)T. Time: constant. */
  public void select(long[] r, long[] mask, long[] a, long[] b) {
    int lane = 0;
    for (int i = 0; i < size; i++) {
      r[i] = b[i] ^ (mask[lane] & (a[i] ^ b[i]));
      lane = lane + 1 < lanes ? lane + 1 : 0;
    }
  }

  /** Exchanges a and b where the mask is set. Time: constant. */
  public void swap(long[] mask, long[] a, long[] b) {
    int lane = 0;
    for (int i = 0; i < size; i++) {
      long difference = mask[lane] & (a[i] ^ b[i]);
      a[i] ^= difference;
      b[i] ^= difference;
      lane = lane + 1 < lanes ? lane + 1 : 0;
    }
  }

  /**
   * r = -a where the mask is set, else a: of limbs that are signed integers. In: iT. Out: iT. Time:
   * constant.
   */
  public void negate(long[] r, long[] mask, long[] a) {
    int lane = 0;
    for (int i = 0; i < size; i++) {
      long m = mask[lane];
      r[i] = (a[i] ^ m) - m;
      lane = lane + 1 < lanes ? lane + 1 : 0;
    }
  }

  /**
   * r = an entry of a block that all lanes share, each lane with an index of its own. An entry is
   * {@code count} longs: one lane of some elements that are tight, one after the other; r holds the
   * same elements, in all lanes. Every entry is read. Time: constant.
   *
   * @param offset where the block of {@code entries} entries begins, each long at its {@link
   *     #place}
   */
  public void lookup(long[] r, long[] table, int offset, int count, int entries, long[] index) {
    Arrays.fill(r, 0, count * lanes, 0);
    for (int lane = 0; lane < lanes; lane++) {
      for (int e = 0; e < entries; e++) {
        long mask = ((e ^ index[lane]) - 1) >> 63;
        if (lanes == 1) { // contiguous, so that it becomes vector code
          int at = offset + e * count;
          for (int i = 0; i < count; i++) {
            r[i] |= table[at + i] & mask;
          }
        } else {
          for (int i = 0; i < count; i++) {
            r[i * lanes + lane] |= table[offset + place(count, entries, e, i)] & mask;
          }
        }
      }
    }
  }

  /** Where long i of an entry lies in a block of entries of {@code count} longs. */
  public int place(int count, int entries, int entry, int i) {
    return entry * count + i;
  }

  /**
   * r = in each lane, that lane of the element with that index, below {@code count}. Every element
   * is read. Time: constant.
   */
  public void lookup(long[] r, long[][] elements, int count, long[] index) {
    Arrays.fill(r, 0);
    for (int lane = 0; lane < lanes; lane++) {
      for (int e = 0; e < count; e++) {
        long mask = ((e ^ index[lane]) - 1) >> 63;
        long[] element = elements[e];
        for (int i = lane; i < size; i += lanes) {
          r[i] |= element[i] & mask;
        }
      }
    }
  }

  /** An entry of blocks of one entry each, with public indexes: reads it alone. Time: variable. */
  public void pickVartime(long[] r, long[] table, int offset, int count, long[] index) {
    for (int lane = 0; lane < lanes; lane++) {
      int at = offset + (int) index[lane] * count;
      for (int i = 0; i < count; i++) {
        r[i * lanes + lane] = table[at + i];
      }
    }
  }

  /** r = in each lane, that lane of the element with that public index. Time: variable. */
  public void pickVartime(long[] r, long[][] elements, long[] index) {
    if (isSameInAllLanes(index)) {
      copy(r, elements[(int) index[0]]);
      return;
    }
    for (int lane = 0; lane < lanes; lane++) {
      long[] element = elements[(int) index[lane]];
      for (int i = lane; i < size; i += lanes) {
        r[i] = element[i];
      }
    }
  }

  private static boolean isSameInAllLanes(long[] index) {
    for (long i : index) {
      if (i != index[0]) {
        return false;
      }
    }
    return true;
  }

  /** r = in lane l, lane from[l] of a. For fixed patterns; r is not a. Time: constant. */
  public void permute(long[] r, long[] a, long[] from) {
    for (int i = 0; i < size; i += lanes) {
      for (int lane = 0; lane < lanes; lane++) {
        r[i + lane] = a[i + (int) from[lane]];
      }
    }
  }

  /** mask = -1 where a = 0. In: 4 headroom T. Time: constant. */
  public final void isZero(long[] mask, long[] a, long[] scratch) {
    codec.isZero(mask, a, scratch);
  }

  /** mask = -1 where a = b. In: iT, jT with i + j at most 4 headroom. Time: constant. */
  public final void isEqual(long[] mask, long[] a, long[] b, long[] scratch) {
    sub(scratch, a, b);
    codec.isZero(mask, scratch, scratch);
  }

  /**
   * Writes the least non-negative residues, little-endian, lane l at {@code offset + l * bytes}.
   * In: 4 headroom T. Time: constant.
   */
  public final void encode(byte[] out, int offset, long[] a, long[] scratch) {
    codec.encode(out, offset, a, scratch);
  }

  /**
   * Reads little-endian residues below 2^bits, reduced or not, lane l at {@code offset + l *
   * bytes}. Bits above are ignored. Out: T. Time: constant.
   */
  public final void decode(long[] r, byte[] in, int offset) {
    codec.decode(r, in, offset, bytes, bytes);
  }

  /**
   * Reads little-endian residues of {@code size} bytes, below 2^bits, lane l at {@code offset + l *
   * stride}. Bits above are ignored. Out: T. Time: constant.
   */
  public final void decode(long[] r, byte[] in, int offset, int size, int stride) {
    codec.decode(r, in, offset, size, stride);
  }

  /** Bits of the integers that {@link #decodePlain} reads: the largest below headroom 2^bits. */
  final int plainBits() {
    return bits + 31 - Integer.numberOfLeadingZeros(headroom);
  }

  /**
   * {@link #decode} of a plain residue, which is not in the inner form, from integers of up to
   * {@link #plainBits} bits. For fields whose limbs are integers.
   */
  final void decodePlain(long[] r, byte[] in, int offset, int size, int stride) {
    codec.decodePlain(r, in, offset, size, stride);
  }

  /** {@link #encode} from a plain residue. */
  final void encodePlain(byte[] out, int offset, long[] a, long[] scratch) {
    codec.encodePlain(out, offset, a, scratch);
  }

  /**
   * out = the least non-negative residues of integers below 2^{@code count}, a few bits more than
   * the modulus has; as many bytes a lane as hold them, little-endian. No multiplication. Time:
   * constant.
   */
  public final void residues(
      byte[] out, int outOffset, byte[] in, int offset, int count, long[] scratch) {
    codec.residues(out, outOffset, in, offset, count, scratch);
  }

  /** mask = -1 where the encoded integer is below the modulus. Time: constant. */
  public final void isCanonical(long[] mask, byte[] in, int offset) {
    codec.isCanonical(mask, in, offset);
  }
}
