package io.kexd.bench.strategy;

import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A comb's table from its base point, as one would make it for a point that is not known before the
 * program runs: [(2j+1) 2^(window i)]B for all windows i and entries j by doublings and additions,
 * affine by one shared inversion, prepared as operands. A workspace of one thread; constant time.
 */
final class Precomputation {
  private final Group group;
  private final Field f;
  private final Curve.Comb comb;
  private final int entries;
  private final BatchInverse inverse;
  private final Point start;
  private final Point multiple;
  private final Operand twice;
  private final Operand[] operands;
  private final long[][] x;
  private final long[][] y;
  private final long[][] z;

  Precomputation(Curve curve, Group group) {
    this.group = group;
    this.f = group.f;
    this.comb = curve.comb();
    this.entries = 1 << (comb.window() - 1);
    int points = points(comb);
    this.inverse = new BatchInverse(f, points);
    this.start = group.point();
    this.multiple = group.point();
    this.twice = group.operand();
    this.operands = new Operand[points];
    this.x = new long[points][];
    this.y = new long[points][];
    this.z = new long[points][];
    for (int i = 0; i < points; i++) {
      operands[i] = group.affineOperand();
      x[i] = f.element();
      y[i] = f.element();
      z[i] = f.element();
    }
  }

  /** The number of points in a table. */
  static int points(Curve.Comb comb) {
    return comb.windows() << (comb.window() - 1);
  }

  /** Computes the table; returns something of it. */
  int compute() {
    group.setBase(start);
    for (int i = 0; i < comb.windows(); i++) {
      oddMultiples(i * entries);
      for (int j = 1; j < comb.window(); j++) {
        group.twice(start, false);
      }
      group.twice(start, true);
    }
    inverse.invert(z, z.length);
    for (int i = 0; i < operands.length; i++) {
      f.mul(x[i], x[i], z[i]);
      f.mul(y[i], y[i], z[i]);
      group.toAffineOperand(operands[i], x[i], y[i]);
    }
    return (int) x[0][0];
  }

  /** start, 3 start, 5 start, ... */
  private void oddMultiples(int first) {
    multiple.set(f, start);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    multiple.set(f, start);
    for (int i = first; i < first + entries; i++) {
      f.copy(x[i], multiple.X);
      f.copy(y[i], multiple.Y);
      f.copy(z[i], multiple.Z);
      if (i + 1 < first + entries) {
        group.add(multiple, twice, true);
      }
    }
  }

  /** The hash that the table's resource has, {@link Curve.Comb#sha256}. */
  String sha256() {
    byte[] encoded = new byte[f.bytes];
    long[] scratch = f.element();
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (int i = 0; i < x.length; i++) {
        f.encode(encoded, 0, x[i], scratch);
        hash.update(encoded);
        f.encode(encoded, 0, y[i], scratch);
        hash.update(encoded);
      }
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
