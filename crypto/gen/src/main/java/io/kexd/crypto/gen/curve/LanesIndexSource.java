package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.FieldPlan;
import java.util.ArrayList;
import java.util.List;

/** The Java class that gives curves on several lanes. */
public final class LanesIndexSource {
  private final List<Integer> lanes;
  private final List<String> cases = new ArrayList<>();

  /** For those numbers of lanes. */
  public LanesIndexSource(List<Integer> lanes) {
    this.lanes = lanes;
  }

  /**
   * A card with kernels for lanes. The tables of the base points are not kept: they are computed
   * again where they are needed.
   */
  public void add(CurveCard card, CombTable comb, CombTable ladderComb) {
    FieldPlan field = card.common().field();
    for (int count : lanes) {
      cases.add(
          """
                case "%s x%d" ->
                    curve
                        .withFields(%s, %s)
                        .withCombs(
                            %s,
                            %s);\
          """
              .formatted(
                  card.id(),
                  count,
                  vector(field, count),
                  order(card.scalars(), count),
                  IndexSource.comb(comb, ""),
                  IndexSource.comb(ladderComb, "")));
    }
  }

  private static String order(FieldPlan plan, int lanes) {
    return plan.lanes().isPresent()
        ? vector(plan, lanes)
        : "new LaneByLane(%d, curve.order())".formatted(lanes);
  }

  private static String vector(FieldPlan plan, int lanes) {
    return "io.kexd.crypto.field.%s.FIELD".formatted(plan.className(lanes));
  }

  /** The whole compilation unit. */
  public String text() {
    return """
    package io.kexd.crypto.model;

    import io.kexd.crypto.field.LaneByLane;

    /** Curves on the vector kernels of several lanes. Generated. */
    public final class CurveLanes {
      private CurveLanes() {}

      /**
       * The same curve on kernels of 4 or 8 lanes; {@code IllegalArgumentException} where there are
       * none, a {@code LinkageError} where the JVM runs without the module {@code
       * jdk.incubator.vector}.
       */
      public static Curve of(Curve curve, int lanes) {
        return switch (curve.id() + " x" + lanes) {
    %s
          default ->
              throw new IllegalArgumentException(curve.id() + " has no kernels of " + lanes + " lanes");
        };
      }
    }
    """
        .formatted(String.join("\n", cases));
  }
}
