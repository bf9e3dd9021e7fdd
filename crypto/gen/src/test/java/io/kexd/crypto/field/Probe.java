package io.kexd.crypto.field;

/** What tests put behind every local of a generated kernel: it must be where its comment says. */
public final class Probe {
  private Probe() {}

  public static void check(String name, long value, double lo, double hi) {
    if (value < lo || value > hi) {
      throw new AssertionError("%s = %d is not in [%s, %s]".formatted(name, value, lo, hi));
    }
  }
}
