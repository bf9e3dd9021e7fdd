package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The fixed-base table of a point, {@link Curve.Comb}, in limbs: read from its resource once,
 * checked by its hash. Immutable.
 */
public final class CombTable {
  public final int window;
  public final int windows;
  private final int entries;
  private final AffineTable table;

  /** A curve's own table: {@code curve.comb()}, or that of its ladder. */
  public CombTable(Curve curve, Curve.Comb comb) {
    this(curve, comb, read(comb));
  }

  /** A table with these encoded elements. */
  CombTable(Curve curve, Curve.Comb comb, byte[] encoded) {
    Group group = Group.of(curve);
    Field f = group.f;
    this.window = comb.window();
    this.windows = comb.windows();
    this.entries = 1 << (window - 1);
    if (encoded.length != windows * entries * 2 * f.bytes) {
      throw new IllegalStateException(comb.resource() + " has the wrong size");
    }
    this.table = new AffineTable(group, windows * entries, entries);
    Operand operand = group.affineOperand();
    long[] x = f.element();
    long[] y = f.element();
    for (int i = 0; i < windows * entries; i++) {
      f.decode(x, encoded, 2 * i * f.bytes, f.bytes, 0);
      f.decode(y, encoded, (2 * i + 1) * f.bytes, f.bytes, 0);
      table.set(i, group, operand, x, y);
    }
  }

  private static byte[] read(Curve.Comb comb) {
    try (InputStream in = CombTable.class.getResourceAsStream(comb.resource())) {
      if (in == null) {
        throw new IllegalStateException(comb.resource() + " is missing: build the project again");
      }
      byte[] encoded = in.readAllBytes();
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(encoded);
      if (!HexFormat.of().formatHex(hash).equals(comb.sha256())) {
        throw new IllegalStateException(comb.resource() + " is damaged: build the project again");
      }
      return encoded;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
