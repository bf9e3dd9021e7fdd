package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.kernel.ScalarWriter.Rounding;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * A field's kernels with the bounds that hold for them, found by search: the largest headroom for
 * which tight bounds exist that every verb keeps.
 */
public final class FieldKernels {
  /** Rounds after which bounds that still grow are taken to grow for ever. */
  private static final int ROUNDS = 64;

  /** Tight bounds are at most this many times what the search begins with. */
  private static final int GROWTH = 4;

  /** Sums of two elements are everywhere in formulas; what is larger is carried where needed. */
  private static final int ENOUGH = 2;

  /** The largest excess that a formula gives to mul. */
  private static final int PLENTY = 4;

  /** A domain costs conversions, and its digits wait for each other. */
  private static final Comparator<FieldKernels> PREFERENCE =
      Comparator.comparingInt((FieldKernels k) -> -Math.min(k.bounds.headroom(), ENOUGH))
          .thenComparingInt(FieldKernels::domainBits)
          .thenComparingInt(FieldKernels::cost);

  private final Plan plan;
  private final Reduction reduction;
  private final Bounds bounds;
  private final Verbs verbs;

  private FieldKernels(Plan plan, Reduction reduction, Bounds bounds, Verbs verbs) {
    this.plan = plan;
    this.reduction = reduction;
    this.bounds = bounds;
    this.verbs = verbs;
  }

  /**
   * The kernels of a plan on one lane; {@link PlanRefused} when it allows none. Of the reductions
   * that leave enough headroom, one without a domain, with the fewest multiplications; if none
   * does, the one with the largest headroom.
   */
  public static FieldKernels search(Plan plan) {
    List<FieldKernels> found = new ArrayList<>();
    List<PlanRefused> refused = new ArrayList<>();
    for (Reduction reduction : reductions(plan)) {
      if (reduction.domainBits() > 0 && found.stream().anyMatch(FieldKernels::leavesEnough)) {
        break; // It could not win, and proofs are what a build spends its time on.
      }
      try {
        found.add(search(plan, reduction));
      } catch (PlanRefused e) {
        refused.add(e);
      }
    }
    return found.stream().min(PREFERENCE).orElseThrow(() -> refused.get(0));
  }

  private boolean leavesEnough() {
    return bounds.headroom() >= ENOUGH;
  }

  /** The kernels of a plan on several lanes; {@link PlanRefused} when it allows none. */
  public static FieldKernels inLanes(Plan plan, int lanes) {
    List<FieldKernels> found = new ArrayList<>();
    List<PlanRefused> refused = new ArrayList<>();
    for (Reduction reduction : laneReductions(plan)) {
      for (int headroom = PLENTY; headroom >= 1; headroom /= 2) {
        try {
          found.add(prove(plan, reduction, () -> new LanesWriter(lanes, plan.radix()), headroom));
        } catch (PlanRefused e) {
          refused.add(e);
        }
      }
    }
    return found.stream().min(PREFERENCE).orElseThrow(() -> refused.get(refused.size() - 1));
  }

  static List<Reduction> laneReductions(Plan plan) {
    return LaneFolding.suits(plan) ? List.of(new LaneFolding(plan)) : List.of(new Montgomery(plan));
  }

  /** Those that suit the plan's prime; the one with a domain last. */
  static List<Reduction> reductions(Plan plan) {
    List<Reduction> reductions = new ArrayList<>();
    if (PseudoMersenne.suits(plan)) {
      reductions.add(new PseudoMersenne(plan));
    }
    if (GoldenFolding.suits(plan)) {
      reductions.add(new GoldenFolding(plan));
    }
    if (ColumnFolding.suits(plan)) {
      reductions.add(new ColumnFolding(plan));
    }
    reductions.add(new Montgomery(plan));
    return reductions;
  }

  /** Rounding down is preferred as long as it leaves the headroom that formulas need. */
  static FieldKernels search(Plan plan, Reduction reduction) {
    for (int headroom = Bounds.MOST_HEADROOM; headroom >= PLENTY; headroom--) {
      try {
        return prove(plan, reduction, Rounding.DOWN, headroom);
      } catch (PlanRefused e) {
        // A smaller one may do.
      }
    }
    for (int headroom = Bounds.MOST_HEADROOM; ; headroom--) {
      try {
        return prove(plan, reduction, Rounding.NEAREST, headroom);
      } catch (PlanRefused e) {
        if (headroom == 1) {
          throw e;
        }
      }
    }
  }

  /** The kernels of a plan with that headroom; {@link PlanRefused} when some bound fails. */
  static FieldKernels prove(Plan plan, Reduction reduction, Rounding rounding, int headroom) {
    return prove(plan, reduction, () -> new ScalarWriter(plan.radix(), rounding), headroom);
  }

  private static FieldKernels prove(
      Plan plan, Reduction reduction, Supplier<Writer> writers, int headroom) {
    Bounds first = new Bounds(reduction.initialBounds(), headroom);
    Bounds bounds = first;
    for (int round = 0; round < ROUNDS; round++) {
      Verbs verbs = new Kernels(plan, reduction, writers, bounds).all();
      Bounds raised = bounds;
      for (Verbs.Kernel kernel : verbs.reducing()) {
        raised = raised.raisedTo(kernel.limbs());
      }
      if (raised.equals(bounds)) {
        return new FieldKernels(plan, reduction, bounds, verbs);
      }
      if (!raised.isWithin(GROWTH, first)) {
        break;
      }
      bounds = raised;
    }
    throw new PlanRefused(
        "headroom " + headroom + ": one round of carries does not make the limbs tight");
  }

  public Plan plan() {
    return plan;
  }

  public Bounds bounds() {
    return bounds;
  }

  /** Elements are kept times 2^domainBits modulo the prime. */
  public int domainBits() {
    return reduction.domainBits();
  }

  /** How products are reduced, in words. */
  public String reduction() {
    return reduction.description();
  }

  /** In a multiplication and a squaring: what the speed of a field depends on most. */
  int cost() {
    return verbs.mul().cost() + verbs.sqr().cost();
  }

  /** Tight limbs of a number modulo the prime. */
  BigInteger[] element(BigInteger number) {
    BigInteger rest = number.mod(plan.modulus());
    if (rest.shiftLeft(1).compareTo(plan.modulus()) > 0) {
      rest = rest.subtract(plan.modulus());
    }
    BigInteger[] digits = plan.digits(rest);
    for (int k = 0; k < plan.limbs(); k++) {
      if (!Interval.of(digits[k]).isInside(bounds.limb(k, bounds.headroom()))) {
        throw new PlanRefused("limb " + k + " of a constant exceeds the operands' bound");
      }
    }
    return digits;
  }

  public Verbs verbs() {
    return verbs;
  }
}
