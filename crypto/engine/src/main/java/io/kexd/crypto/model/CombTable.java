package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The fixed-base table of a point, {@link Curve.Comb}, in limbs: read from its resource or
 * computed, once, and checked by its hash. Immutable.
 */
public final class CombTable {
  public final int window;
  public final int windows;
  private final AffineTable table;

  /** A curve's own table: {@code curve.comb()}, or that of its ladder. */
  public CombTable(Curve curve, Curve.Comb comb) {
    this(curve, comb, checked(comb, comb.resource().isEmpty() ? compute(curve, comb) : read(comb)));
  }

  /** A table with these encoded elements. */
  CombTable(Curve curve, Curve.Comb comb, byte[] encoded) {
    Group group = Group.of(curve);
    Field f = group.f;
    this.window = comb.window();
    this.windows = comb.windows();
    int entries = 1 << (window - 1);
    int count = windows * entries;
    if (encoded.length != count * 2 * f.bytes) {
      throw new IllegalStateException(comb.resource() + " has the wrong size");
    }
    this.table = new AffineTable(group, count, entries);
    byte[] padded = Arrays.copyOf(encoded, encoded.length + 2 * f.bytes * f.lanes);
    Operand operand = group.affineOperand();
    long[] x = f.element();
    long[] y = f.element();
    for (int i = 0; i < count; i += f.lanes) { // as many entries as there are lanes
      f.decode(x, padded, 2 * i * f.bytes, f.bytes, 2 * f.bytes);
      f.decode(y, padded, (2 * i + 1) * f.bytes, f.bytes, 2 * f.bytes);
      group.toAffineOperand(operand, x, y);
      for (int lane = 0; lane < f.lanes && i + lane < count; lane++) {
        table.set(i + lane, operand, lane);
      }
    }
  }

  /** Computes on one lane, whose kernels need no time to get fast. */
  private static byte[] compute(Curve curve, Curve.Comb comb) {
    Curve one =
        CurveIndex.ALL.stream().filter(c -> c.id().equals(curve.id())).findFirst().orElseThrow();
    boolean base = comb.equals(curve.comb());
    String x = base ? curve.baseX() : curve.ladder().orElseThrow().baseX();
    String y = base ? curve.baseY() : curve.ladder().orElseThrow().baseY();
    return CombPoints.of(one, comb, element(one, x), element(one, y));
  }

  private static long[] element(Curve curve, String hex) {
    long[] element = curve.field().element();
    curve.field().set(element, new BigInteger(hex, 16));
    return element;
  }

  private static byte[] read(Curve.Comb comb) {
    try (InputStream in = CombTable.class.getResourceAsStream(comb.resource())) {
      if (in == null) {
        throw new IllegalStateException(comb.resource() + " is missing: build the project again");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] checked(Curve.Comb comb, byte[] encoded) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(encoded);
      if (!HexFormat.of().formatHex(hash).equals(comb.sha256())) {
        throw new IllegalStateException(
            comb.resource().isEmpty()
                ? "a fixed-base table was computed wrong: the machine or the JVM is faulty"
                : comb.resource() + " is damaged: build the project again");
      }
      return encoded;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Bytes that the table takes in memory. */
  public long bytes() {
    return table.bytes();
  }

  /** Q = [2 index + 1][2^(window i)]B, each lane with its own secret index. Time: constant. */
  public void lookup(Operand Q, int i, long[] index) {
    table.lookup(Q, i, index);
  }
}
