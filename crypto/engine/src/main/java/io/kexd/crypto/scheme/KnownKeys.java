package io.kexd.crypto.scheme;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.PartMultiples;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.PartSumVartime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Verification's [s]B + [k]A for public keys that {@link KeyTables} knows, a group of lanes at a
 * time; keys lie one after the other. A workspace of one thread. Time: variable, all is public.
 */
final class KnownKeys {
  private final KeyTables tables;
  private final int bytes;
  private final Field f;
  private final PartSumVartime each;

  /** For an operation that is alone in its group; null where lanes cannot share its parts. */
  private final @Nullable PartSumVartime alone;

  private final boolean[] isKnown;
  private final PartMultiples[] known;
  private final Point point;
  private final long[] lanes;

  KnownKeys(Curve curve, Group group, KeyTables tables) {
    this.tables = tables;
    this.bytes = tables.bytes;
    this.f = group.f;
    this.each = PartSumVartime.inEach(curve, group, tables.cutOfBase, tables.cutOfKeys);
    this.alone =
        PartSumVartime.isFor(f.lanes, tables.cutOfBase, tables.cutOfKeys)
            ? PartSumVartime.inAll(curve, group, tables.cutOfBase, tables.cutOfKeys)
            : null;
    this.isKnown = new boolean[f.lanes];
    this.known = new PartMultiples[f.lanes];
    this.point = group.point();
    this.lanes = f.mask();
  }

  /**
   * Looks the keys of a group up; the last stands for lanes that are not used. Whether all are
   * known.
   */
  boolean find(byte[] publicKeys, int offset, int used) {
    boolean all = true;
    for (int lane = 0; lane < used; lane++) {
      PartMultiples found = tables.find(publicKeys, offset + lane * bytes);
      isKnown[lane] = found != null;
      all &= isKnown[lane];
      if (found != null) {
        known[lane] = found;
      }
    }
    Arrays.fill(known, used, known.length, known[used - 1]);
    return all;
  }

  /**
   * P = [s]B + [k]A with T, where A are the keys that were found last.
   *
   * @param s below the order, little-endian, {@code size} bytes a lane; so is k
   */
  void multiply(Point P, byte[] s, byte[] k, int size, int used) {
    PartSumVartime sum = alone != null && used == 1 ? alone : each;
    sum.multiply(P, s, tables.base(), k, known, size);
  }

  /**
   * Makes multiples for one of the keys that were looked up last and not found, where it is due.
   *
   * @param isKey -1 where A is a valid key
   * @param A the keys' points, with T
   */
  void learn(byte[] publicKeys, int offset, int used, long[] isKey, Point A) {
    for (int lane = 0; lane < used; lane++) {
      int key = offset + lane * bytes;
      boolean isNew = !isKnown[lane] && isKey[lane] != 0;
      if (isNew && tables.isDue(publicKeys, key)) {
        Arrays.fill(lanes, lane);
        point.permute(f, A, lanes);
        tables.add(publicKeys, key, point);
        return;
      }
    }
  }
}
