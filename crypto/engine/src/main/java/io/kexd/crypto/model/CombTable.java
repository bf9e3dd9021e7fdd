package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The fixed-base table of a curve, {@link Curve.Comb}, in limbs: read from its resource once,
 * checked by its hash. Immutable.
 */
public final class CombTable {
  public final int window;
  public final int windows;
  private final Field f;
  private final int entries;
  private final int size;
  private final long[] longs;

  /** The curve's own table. */
  public CombTable(Curve curve) {
    this(curve, read(curve.comb()));
  }

  /** A table with these encoded elements, for {@code curve.comb()}. */
  CombTable(Curve curve, byte[] encoded) {
    Curve.Comb comb = curve.comb();
    this.f = curve.field();
    this.window = comb.window();
    this.windows = comb.windows();
    this.entries = 1 << (window - 1);
    this.size = Niels.AFFINE_COORDINATES * f.limbs;
    int elements = windows * entries * Niels.AFFINE_COORDINATES;
    if (encoded.length != elements * f.bytes) {
      throw new IllegalStateException(comb.resource() + " has the wrong size");
    }
    this.longs = toLimbs(encoded, elements);
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

  private long[] toLimbs(byte[] encoded, int elements) {
    long[] out = new long[elements * f.limbs];
    long[] element = f.element();
    for (int e = 0; e < elements; e++) {
      f.decode(element, encoded, e * f.bytes, f.bytes, 0);
      for (int k = 0; k < f.limbs; k++) {
        out[e * f.limbs + k] = element[k * f.lanes];
      }
    }
    return out;
  }

  /** Q = [2 index + 1][2^(window i)]B, each lane with its own secret index. Time: constant. */
  public void lookup(Niels Q, int i, long[] index) {
    f.lookup(Q.entry, longs, i * entries * size, size, entries, index);
    Q.unpack(f);
  }
}
