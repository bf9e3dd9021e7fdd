package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * Which agreements of a call give no secret: those with a public key that is no point, and those
 * whose result is the neutral point. A workspace of one thread; constant time.
 */
final class Refusals {
  /** -1 where the public key is a point, of one group of lanes. */
  final long[] valid;

  /** -1 where the result is the neutral point, of one group of lanes. */
  final long[] neutral;

  private final int lanes;
  private final long[] refused;

  Refusals(Field f) {
    this.lanes = f.lanes;
    this.valid = f.mask();
    this.neutral = f.mask();
    this.refused = new long[lanes * Groups.MOST];
  }

  /** Notes valid and neutral of that group of lanes. */
  void keep(int group) {
    for (int lane = 0; lane < lanes; lane++) {
      refused[group * lanes + lane] = neutral[lane] | ~valid[lane];
    }
  }

  /**
   * Writes those secrets of a group of lanes that were asked for, zeros where one is refused.
   *
   * @param to of the whole call, one for every operation
   */
  void write(byte[] out, long[] to, int group, byte[] secrets) {
    int size = secrets.length / lanes;
    for (int lane = 0; lane < lanes && group * lanes + lane < to.length; lane++) {
      int i = group * lanes + lane;
      to[i] = refused[i];
      for (int j = 0; j < size; j++) {
        out[i * size + j] = (byte) (secrets[lane * size + j] & ~refused[i]);
      }
    }
  }

  void wipe() {
    Wipe.wipe(valid, neutral, refused);
  }
}
