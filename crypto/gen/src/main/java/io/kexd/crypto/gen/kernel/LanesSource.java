package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The Java class of a field in lanes: the kernels, and what moves whole limbs, for vectors. */
public final class LanesSource {
  /** Look-ups are written for up to 2^LEVELS times the entries of a permutation. */
  private static final int LEVELS = 3;

  private final String name;
  private final String origin;
  private final FieldKernels kernels;
  private final int lanes;
  private final Plan plan;
  private final Bounds bounds;

  /**
   * A class to be written.
   *
   * @param name of the class
   * @param origin what it was made from, for the Javadoc
   */
  public LanesSource(String name, String origin, FieldKernels kernels, int lanes) {
    this.name = name;
    this.origin = origin;
    this.kernels = kernels;
    this.lanes = lanes;
    this.plan = kernels.plan();
    this.bounds = kernels.bounds();
  }

  /** The whole compilation unit. */
  public String text() {
    return head() + VerbSource.all(kernels) + moves() + domain() + "}\n";
  }

  private String head() {
    return """
    package io.kexd.crypto.field;

    import jdk.incubator.vector.DoubleVector;
    import jdk.incubator.vector.LongVector;
    import jdk.incubator.vector.VectorMask;
    import jdk.incubator.vector.VectorOperators;
    import jdk.incubator.vector.VectorSpecies;

    /**
     * Integers modulo 0x%x, generated from %s.
     *
     * <p>%d lanes; %d limbs of %d bits, limb k weighs 2^(%d k), each the raw bits of a double that is
     * an integer. Reduction: %s.
     *
     * <p>T = (%s). The range of every local stands beside it.
     */
    public final class %s extends Field {
      /** The field: it has no state. */
      public static final Field FIELD = new %s();

      private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_%d;
      private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_%d;

      /** Adding 1.5 2^52 to an integer below 2^51 leaves it in the low bits. */
      private static final double MAGIC = 0x1.8p52;

      private static final long MAGIC_BITS = 0x%xL;

      private %s() {
        super(%d, %d, %d, new java.math.BigInteger("%x", 16), %d, %d, %d);
      }
    """
        .formatted(
            plan.modulus(),
            origin,
            lanes,
            plan.limbs(),
            plan.radix(),
            plan.radix(),
            kernels.reduction(),
            bounds.tightText(),
            name,
            name,
            64 * lanes,
            64 * lanes,
            Double.doubleToRawLongBits(0x1.8p52),
            name,
            lanes,
            plan.limbs(),
            plan.radix(),
            plan.modulus(),
            bounds.headroom(),
            bounds.excessBits(plan),
            room());
  }

  /** Longs behind an element's limbs, for kernels of two parts. */
  private int room() {
    Verbs verbs = kernels.verbs();
    boolean whole = verbs.mul().parts().size() == 1 && verbs.sqr().parts().size() == 1;
    return whole ? 0 : plan.limbs() * lanes;
  }

  private String moves() {
    return """

      @Override
      protected void toIntegers(long[] r, long[] a) {
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector.fromArray(LONGS, a, i)
              .reinterpretAsDoubles()
              .add(MAGIC)
              .reinterpretAsLongs()
              .sub(MAGIC_BITS)
              .intoArray(r, i);
        }
      }

      @Override
      protected void fromIntegers(long[] r, long[] a) {
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector.fromArray(LONGS, a, i)
              .add(MAGIC_BITS)
              .reinterpretAsDoubles()
              .sub(MAGIC)
              .reinterpretAsLongs()
              .intoArray(r, i);
        }
      }

      @Override
      public long factor(int k) {
        return Double.doubleToRawLongBits(k);
      }

      @Override
      public void select(long[] r, long[] mask, long[] a, long[] b) {
        LongVector m = LongVector.fromArray(LONGS, mask, 0);
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector x = LongVector.fromArray(LONGS, a, i);
          LongVector y = LongVector.fromArray(LONGS, b, i);
          x.lanewise(VectorOperators.XOR, y).and(m).lanewise(VectorOperators.XOR, y).intoArray(r, i);
        }
      }

      @Override
      public void swap(long[] mask, long[] a, long[] b) {
        LongVector m = LongVector.fromArray(LONGS, mask, 0);
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector x = LongVector.fromArray(LONGS, a, i);
          LongVector y = LongVector.fromArray(LONGS, b, i);
          LongVector d = x.lanewise(VectorOperators.XOR, y).and(m);
          x.lanewise(VectorOperators.XOR, d).intoArray(a, i);
          y.lanewise(VectorOperators.XOR, d).intoArray(b, i);
        }
      }

      @Override
      public void permute(long[] r, long[] a, long[] from) {
        LongVector at = LongVector.fromArray(LONGS, from, 0);
        for (int i = 0; i < %1$d; i += %2$d) {
          at.selectFrom(LongVector.fromArray(LONGS, a, i)).intoArray(r, i);
        }
      }

      /** By the sign bits of the doubles; a zero may get the sign too, and is zero all the same. */
      @Override
      public void negate(long[] r, long[] mask, long[] a) {
        LongVector sign = LongVector.fromArray(LONGS, mask, 0).and(Long.MIN_VALUE);
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector x = LongVector.fromArray(LONGS, a, i);
          x.lanewise(VectorOperators.XOR, sign).intoArray(r, i);
        }
      }

      /** Limb by limb, so that one permutation looks among %3$d entries. */
      @Override
      public int place(int count, int entries, int entry, int i) {
        return i * entries + entry;
      }

      @Override
      public void lookup(long[] r, long[] table, int offset, int count, int entries, long[] index) {
        switch (entries) {
    %4$s
          default -> super.lookup(r, table, offset, count, entries, index);
        }
      }
    %5$s
      private static LongVector entry(long[] table, int place, LongVector index) {
        LongVector first = LongVector.fromArray(LONGS, table, place);
        return index.selectFrom(first, LongVector.fromArray(LONGS, table, place + %2$d));
      }

      @Override
      public void lookup(long[] r, long[][] elements, int count, long[] index) {
        LongVector at = LongVector.fromArray(LONGS, index, 0);
        for (int i = 0; i < %1$d; i += %2$d) {
          LongVector found = LongVector.zero(LONGS);
          for (int e = 0; e < count; e++) {
            LongVector entry = LongVector.fromArray(LONGS, elements[e], i);
            found = found.blend(entry, at.compare(VectorOperators.EQ, e));
          }
          found.intoArray(r, i);
        }
      }
    """
        .formatted(
            plan.limbs() * lanes,
            lanes,
            2 * lanes,
            IntStream.rangeClosed(0, LEVELS).mapToObj(this::lookupCase).collect(joining("\n")),
            IntStream.rangeClosed(0, LEVELS).mapToObj(this::lookup).collect(joining()));
  }

  private String domain() {
    int bits = kernels.domainBits();
    return bits == 0
        ? ""
        : FieldSource.domain(constant(Interval.power(2 * bits)), constant(BigInteger.ONE))
            + """

              private static long[] inAllLanes(double... limbs) {
                long[] element = new long[%1$d * limbs.length];
                for (int i = 0; i < element.length; i++) {
                  element[i] = Double.doubleToRawLongBits(limbs[i / %1$d]);
                }
                return element;
              }
            """
                .formatted(lanes);
  }

  private String constant(BigInteger number) {
    return Arrays.stream(kernels.element(number))
        .map(d -> Double.toHexString(d.doubleValue()))
        .collect(joining(", ", "inAllLanes(", ")"));
  }

  private String lookupCase(int level) {
    int entries = (2 * lanes) << level;
    return "      case %1$d -> lookup%1$d(r, table, offset, count, index);".formatted(entries);
  }

  /** Looks among 2^level times what one permutation takes: a tree of blends. */
  private String lookup(int level) {
    int entries = (2 * lanes) << level;
    String masks =
        IntStream.range(0, level)
            .mapToObj(
                bit ->
                    "    VectorMask<Long> m%d = at.and(%d).compare(VectorOperators.NE, 0);\n"
                        .formatted(bit, (2 * lanes) << bit))
            .collect(joining());
    return """

      private static void lookup%1$d(
          long[] r, long[] table, int offset, int count, long[] index) {
        LongVector at = LongVector.fromArray(LONGS, index, 0);
        LongVector low = at.and(%2$d - 1);
    %3$s    for (int i = 0; i < count; i++) {
          int place = offset + i * %1$d;
          LongVector found = %4$s;
          found.intoArray(r, i * %5$d);
        }
      }
    """
        .formatted(entries, 2 * lanes, masks, found(level, 0), lanes);
  }

  private String found(int level, int first) {
    if (level == 0) {
      return "entry(table, place + %d, low)".formatted(first);
    }
    int half = (2 * lanes) << (level - 1);
    return "%s.blend(%s, m%d)"
        .formatted(found(level - 1, first), found(level - 1, first + half), level - 1);
  }
}
