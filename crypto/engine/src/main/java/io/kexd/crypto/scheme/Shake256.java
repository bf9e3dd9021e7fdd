package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SHAKE256 with an output of any length: the sponge over Keccak-f[1600] of FIPS 202, with a
 * capacity of 512 bits. A workspace of one thread; time depends on the sizes only.
 */
final class Shake256 {
  /** Bytes that the sponge takes or gives between two permutations. */
  private static final int RATE = 136;

  private static final int ROUNDS = 24;
  private static final int LANES = 25;
  private static final VarHandle LANE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** FIPS 202 section 3.2.5: what iota adds in each round. */
  private static final long[] IOTA = new long[ROUNDS];

  /** Sections 3.2.2 and 3.2.3: lane i, turned left by RHO[i], goes to lane PI[i]. */
  private static final int[] RHO = new int[LANES];

  private static final int[] PI = new int[LANES];

  static {
    int x = 1;
    int y = 0;
    for (int t = 0; t < LANES - 1; t++) {
      int next = (2 * x + 3 * y) % 5;
      RHO[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
      PI[x + 5 * y] = y + 5 * next;
      x = y;
      y = next;
    }
    int shifted = 1; // a register of 8 bits for x^8 + x^6 + x^5 + x^4 + 1
    for (int i = 0; i < ROUNDS; i++) {
      for (int j = 0; j <= 6; j++) {
        IOTA[i] |= (shifted & 1L) << ((1 << j) - 1);
        shifted = (shifted << 1) ^ (shifted >> 7) * 0x171;
      }
    }
  }

  /** Lane (x, y) of the state at x + 5 y. */
  private final long[] state = new long[LANES];

  private final long[] moved = new long[LANES];

  /** Bytes of the block that are absorbed or squeezed. */
  private int position;

  private boolean squeezing;

  /** Takes a part of the input. */
  void absorb(byte[] in, int offset, int size) {
    if (squeezing) {
      throw new IllegalStateException("the output has begun: wipe first");
    }
    int at = offset;
    int end = offset + size;
    while (at < end) {
      if (position % 8 == 0 && end - at >= 8) {
        state[position / 8] ^= (long) LANE.get(in, at);
        position += 8;
        at += 8;
      } else {
        xor(position++, in[at++]);
      }
      if (position == RATE) {
        permute();
        position = 0;
      }
    }
  }

  private void xor(int at, int value) {
    state[at / 8] ^= (value & 0xffL) << (at % 8 * 8);
  }

  /** Gives the next part of the output; the first one ends the input. */
  void squeeze(byte[] out, int offset, int size) {
    if (!squeezing) {
      xor(position, 0x1f); // the suffix 1111 of SHAKE and the first bit of the padding
      xor(RATE - 1, 0x80);
      permute();
      position = 0;
      squeezing = true;
    }
    for (int i = 0; i < size; i++) {
      if (position == RATE) {
        permute();
        position = 0;
      }
      out[offset + i] = (byte) (state[position / 8] >> (position % 8 * 8));
      position++;
    }
  }

  /** Forgets everything; the next input starts anew. */
  void wipe() {
    Wipe.wipe(state, moved);
    position = 0;
    squeezing = false;
  }

  /** Keccak-f[1600]: FIPS 202 section 3.3. */
  private void permute() {
    for (long constant : IOTA) {
      theta();
      for (int i = 0; i < LANES; i++) {
        moved[PI[i]] = Long.rotateLeft(state[i], RHO[i]);
      }
      chi();
      state[0] ^= constant;
    }
  }

  /** Section 3.2.1. */
  private void theta() {
    long[] a = state;
    long c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
    long c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
    long c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
    long c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
    long c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
    long d0 = c4 ^ Long.rotateLeft(c1, 1);
    long d1 = c0 ^ Long.rotateLeft(c2, 1);
    long d2 = c1 ^ Long.rotateLeft(c3, 1);
    long d3 = c2 ^ Long.rotateLeft(c4, 1);
    long d4 = c3 ^ Long.rotateLeft(c0, 1);
    for (int y = 0; y < LANES; y += 5) {
      a[y] ^= d0;
      a[y + 1] ^= d1;
      a[y + 2] ^= d2;
      a[y + 3] ^= d3;
      a[y + 4] ^= d4;
    }
  }

  /** Section 3.2.4, from moved to state. */
  private void chi() {
    for (int y = 0; y < LANES; y += 5) {
      long b0 = moved[y];
      long b1 = moved[y + 1];
      long b2 = moved[y + 2];
      long b3 = moved[y + 3];
      long b4 = moved[y + 4];
      state[y] = b0 ^ (~b1 & b2);
      state[y + 1] = b1 ^ (~b2 & b3);
      state[y + 2] = b2 ^ (~b3 & b4);
      state[y + 3] = b3 ^ (~b4 & b0);
      state[y + 4] = b4 ^ (~b0 & b1);
    }
  }
}
