package io.kexd.bench.measure;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/** Costs next to nothing, so that no random generator is measured. Keys from it are no secrets. */
final class FastRandom extends SecureRandom {
  private static final long serialVersionUID = 1;

  private final transient SplittableRandom bytes = new SplittableRandom(1);

  @Override
  public void nextBytes(byte[] out) {
    bytes.nextBytes(out);
  }
}
