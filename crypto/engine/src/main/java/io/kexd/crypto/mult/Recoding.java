package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.LittleEndian;
import java.math.BigInteger;

/**
 * Scalars as signed odd digits: k = sum of d(i) 2^(w i), every d(i) odd and |d(i)| below 2^w. There
 * is no zero digit, and no carry runs through: with n windows, d(i) = 2 e(i) - (2^w - 1), where the
 * e(i) are the plain w-bit digits of (k + 2^(w n) - 1) / 2. For odd k that number is k >> 1 with
 * bit w n - 1 set.
 *
 * <p>An even scalar is made odd by adding the order of the point. Each lane has its own scalar. A
 * workspace of one thread; constant time.
 */
public final class Recoding {
  public final int windows;
  private final int lanes;
  private final int window;
  private final int stride;
  private final byte[] order;
  private final byte[] odd;

  /** For scalars below that order. */
  public Recoding(int lanes, BigInteger order, int window) {
    this(lanes, order.bitLength() + 1, order, window);
  }

  /** For scalars that are odd and below 2^bits. */
  public static Recoding ofOdd(int lanes, int bits, int window) {
    return new Recoding(lanes, bits, BigInteger.ZERO, window);
  }

  private Recoding(int lanes, int bits, BigInteger order, int window) {
    this.windows = (bits + window - 1) / window;
    this.lanes = lanes;
    this.window = window;
    this.stride = windows * window / 8 + 3; // a digit is read from three bytes
    this.order = LittleEndian.of(order, stride);
    this.odd = new byte[stride * lanes];
  }

  /** Takes little-endian scalars of {@code size} bytes, lane after lane. */
  public void load(byte[] scalars, int size) {
    for (int lane = 0; lane < lanes; lane++) {
      long even = ~Mask.ofBit(scalars[lane * size]);
      int carry = 0;
      for (int i = 0; i < stride; i++) {
        int limb = i < size ? scalars[lane * size + i] & 0xff : 0;
        carry += limb + (int) (order[i] & 0xff & even);
        odd[lane * stride + i] = (byte) carry;
        carry >>= 8;
      }
    }
  }

  /** Digit i: negative = -1 where it is below 0, index = (|digit| - 1) / 2. */
  public void digit(int i, long[] index, long[] negative) {
    int position = window * i + 1;
    int half = 1 << (window - 1);
    int top = i == windows - 1 ? half : 0;
    for (int lane = 0; lane < lanes; lane++) {
      int at = lane * stride + (position >> 3);
      int bits = (odd[at] & 0xff) | (odd[at + 1] & 0xff) << 8 | (odd[at + 2] & 0xff) << 16;
      int e = ((bits >> (position & 7)) & (2 * half - 1)) | top;
      negative[lane] = ~Mask.ofBit(e >> (window - 1));
      index[lane] = (e ^ negative[lane]) & (half - 1);
    }
  }

  public void wipe() {
    Wipe.wipe(odd);
  }
}
