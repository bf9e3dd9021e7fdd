package io.kexd.bench.strategy;

import java.util.Arrays;

/** Copies of 32 bytes: what any service that hands out a secret does, the floor of all costs. */
final class Copy {
  private static final int SIZE = 32;
  private static final int LOOP = 256;

  private final byte[] from = new byte[SIZE * LOOP];
  private final byte[] to = new byte[SIZE * LOOP];

  private Copy() {
    for (int i = 0; i < from.length; i++) {
      from[i] = (byte) (31 * i);
    }
  }

  static Task task() {
    Copy copy = new Copy();
    return new Task(
        Measure.COPY,
        LOOP,
        copy::run,
        () -> Integer.toHexString(Arrays.hashCode(copy.to)),
        Integer.toHexString(Arrays.hashCode(copy.from)));
  }

  private int run() {
    for (int at = 0; at < from.length; at += SIZE) {
      System.arraycopy(from, at, to, at, SIZE);
    }
    return to[SIZE];
  }
}
