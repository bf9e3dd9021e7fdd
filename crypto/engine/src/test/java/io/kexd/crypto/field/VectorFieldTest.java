package io.kexd.crypto.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What vector fields override to move whole limbs, lane by lane, on every field in lanes. */
class VectorFieldTest {
  private static final int ROUNDS = 20;

  private final SplittableRandom random = new SplittableRandom(8);

  static Stream<Field> fields() throws ReflectiveOperationException {
    List<Field> fields = new ArrayList<>();
    for (Curve.PrimeField one : CurveIndex.FIELDS) {
      for (int lanes : List.of(4, 8)) {
        Class<?> type = Class.forName(one.field().getClass().getName() + "x" + lanes);
        fields.add((Field) type.getField("FIELD").get(null));
      }
    }
    return fields.stream();
  }

  /** Limbs are the bits of small integers, and no two are equal. */
  private long[] element(int size) {
    long[] r = new long[size];
    for (int i = 0; i < size; i++) {
      double limb = 1000.0 * i + random.nextInt(1, 1000);
      r[i] = Double.doubleToRawLongBits(random.nextBoolean() ? limb : -limb);
    }
    return r;
  }

  private long[] mask(Field f) {
    return random.longs(f.lanes, -1, 1).toArray();
  }

  private long[] index(Field f, int count) {
    return random.longs(f.lanes, 0, count).toArray();
  }

  @ParameterizedTest
  @MethodSource("fields")
  void selectAndSwap(Field f) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] mask = mask(f);
      long[] a = element(f.size);
      long[] b = element(f.size);
      long[] chosen = new long[f.size];
      long[] other = new long[f.size];
      for (int i = 0; i < f.size; i++) {
        boolean yes = mask[i % f.lanes] != 0;
        chosen[i] = yes ? a[i] : b[i];
        other[i] = yes ? b[i] : a[i];
      }
      long[] r = new long[f.size];
      f.select(r, mask, a, b);
      assertArrayEquals(chosen, r);
      long[] x = a.clone();
      f.select(x, mask, x, b);
      assertArrayEquals(chosen, x);
      x = b.clone();
      f.select(x, mask, a, x);
      assertArrayEquals(chosen, x);
      f.swap(mask, a, b);
      assertArrayEquals(other, a);
      assertArrayEquals(chosen, b);
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void negate(Field f) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] mask = mask(f);
      long[] a = element(f.size);
      a[round % f.size] = 0;
      long[] r = new long[f.size];
      f.negate(r, mask, a);
      for (int i = 0; i < f.size; i++) {
        double limb = Double.longBitsToDouble(a[i]);
        double expected = mask[i % f.lanes] == 0 ? limb : -limb;
        assertEquals(expected, Double.longBitsToDouble(r[i]), 0);
      }
      f.negate(a, mask, a);
      assertArrayEquals(r, a);
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void permute(Field f) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] a = element(f.size);
      long[] from = index(f, f.lanes);
      long[] r = element(f.size);
      f.permute(r, a, from);
      for (int i = 0; i < f.size; i++) {
        int lane = i % f.lanes;
        assertEquals(a[i - lane + (int) from[lane]], r[i]);
      }
    }
  }

  /** Blocks of fewer entries than a permutation takes, of as many, and of more. */
  @ParameterizedTest
  @MethodSource("fields")
  void lookUpInATable(Field f) {
    int count = 2 * f.limbs;
    int offset = 5;
    for (int entries : new int[] {1, 2, 4, 8, 16, 24, 32, 64, 128, 256}) {
      long[][] block = new long[entries][];
      long[] table = new long[offset + entries * count + 3];
      Arrays.fill(table, -7);
      boolean[] taken = new boolean[table.length];
      for (int e = 0; e < entries; e++) {
        block[e] = element(count);
        for (int i = 0; i < count; i++) {
          int place = offset + f.place(count, entries, e, i);
          assertTrue(place < offset + entries * count && !taken[place], "place");
          taken[place] = true;
          table[place] = block[e][i];
        }
      }
      for (int round = 0; round < ROUNDS; round++) {
        long[] index = round == 0 ? new long[f.lanes] : index(f, entries);
        long[] r = element(count * f.lanes);
        f.lookup(r, table, offset, count, entries, index);
        for (int i = 0; i < r.length; i++) {
          assertEquals(block[(int) index[i % f.lanes]][i / f.lanes], r[i], entries + " entries");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void lookUpAmongElements(Field f) {
    for (int count = 1; count < 20; count++) {
      long[][] elements = new long[count + 1][];
      for (int e = 0; e <= count; e++) {
        elements[e] = element(f.size);
      }
      long[] index = index(f, count);
      long[] r = f.element();
      f.lookup(r, elements, count, index);
      for (int i = 0; i < f.size; i++) {
        assertEquals(elements[(int) index[i % f.lanes]][i], r[i]);
      }
    }
  }
}
