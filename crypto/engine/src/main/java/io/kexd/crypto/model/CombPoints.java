package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/** The points of a fixed-base table, computed: what its resource would hold. */
final class CombPoints {
  private final Group group;
  private final int entries;
  private final AffineMultiples multiples;
  private final long[] scratch;

  private CombPoints(Curve curve, int window) {
    this.group = Group.of(curve);
    this.entries = 1 << (window - 1);
    this.multiples = new AffineMultiples(group, entries);
    this.scratch = group.f.element();
  }

  /** For a curve on one lane, and its base point or that of its ladder. */
  static byte[] of(Curve curve, Curve.Comb comb, long[] baseX, long[] baseY) {
    CombPoints made = new CombPoints(curve, comb.window());
    Field f = curve.field();
    Point first = made.group.point();
    made.group.setAffine(first, baseX, baseY);
    byte[] encoded = new byte[comb.windows() * made.entries * 2 * f.bytes];
    for (int i = 0; i < comb.windows(); i++) {
      made.multiples.compute(first);
      made.encode(encoded, i * made.entries * 2 * f.bytes);
      made.group.twice(first, comb.window(), true);
    }
    return encoded;
  }

  private void encode(byte[] out, int offset) {
    int at = offset;
    for (int j = 0; j < entries; j++) {
      group.f.encode(out, at, multiples.x(j), scratch);
      group.f.encode(out, at + group.f.bytes, multiples.y(j), scratch);
      at += 2 * group.f.bytes;
    }
  }
}
