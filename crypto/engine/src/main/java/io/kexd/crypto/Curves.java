package io.kexd.crypto;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Every scheme of this build, from the generated index. */
public final class Curves {
  private static final List<Scheme> ALL = collect();

  private Curves() {}

  /** All schemes, agreements first, in the order of their ids. */
  public static List<Scheme> all() {
    return ALL;
  }

  /** The scheme of that id. */
  public static Optional<Scheme> find(String id) {
    return ALL.stream().filter(s -> s.id().equals(id)).findFirst();
  }

  private static List<Scheme> collect() {
    List<Scheme> schemes = new ArrayList<>();
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        schemes.add(toScheme(curve, spec));
      }
    }
    schemes.sort(Comparator.comparing(Scheme::kind).thenComparing(Scheme::id));
    return List.copyOf(schemes);
  }

  private static Scheme toScheme(Curve curve, Curve.SchemeSpec spec) {
    Field f = curve.field();
    boolean agreement = kindOf(spec) == Scheme.Kind.AGREEMENT;
    int size = agreement ? f.bytes : f.bits / 8 + 1;
    return new Scheme(
        spec.id(),
        curve.id(),
        kindOf(spec),
        Scheme.Status.valueOf(spec.status().toUpperCase(Locale.ROOT)),
        spec.algorithms().stream().map(Curve.Algorithm::id).toList(),
        size,
        size,
        agreement ? size : 2 * size,
        spec.kemId(),
        f.getClass().getSimpleName(),
        f.lanes);
  }

  private static Scheme.Kind kindOf(Curve.SchemeSpec spec) {
    return switch (spec.kind()) {
      case "xdh" -> Scheme.Kind.AGREEMENT;
      case "eddsa" -> Scheme.Kind.SIGNATURE;
      default ->
          throw new IllegalStateException(spec.id() + " has the unknown kind " + spec.kind());
    };
  }
}
