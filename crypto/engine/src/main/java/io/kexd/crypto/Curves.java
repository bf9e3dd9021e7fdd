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
    Sizes sizes = sizes(curve, spec);
    return new Scheme(
        spec.id(),
        curve.id(),
        spec.algorithms().isEmpty() ? Scheme.Kind.AGREEMENT : Scheme.Kind.SIGNATURE,
        Scheme.Status.valueOf(spec.status().toUpperCase(Locale.ROOT)),
        spec.algorithms().stream().map(Curve.Algorithm::id).toList(),
        formats(curve, spec),
        sizes.privateKey,
        sizes.publicKey,
        sizes.output,
        spec.kemId(),
        f.getClass().getSimpleName(),
        f.lanes);
  }

  /** Bytes. */
  private record Sizes(int privateKey, int publicKey, int output) {}

  private static Sizes sizes(Curve curve, Curve.SchemeSpec spec) {
    int element = curve.field().bytes;
    int scalar = curve.order().bytes;
    int point = curve.field().bits / 8 + 1; // RFC 8032 section 5.1.2
    return switch (spec.kind()) {
      case "xdh" -> new Sizes(element, element, element);
      case "ecdh" -> new Sizes(scalar, 1 + 2 * element, element);
      case "ecdh-te" -> new Sizes(scalar, point, element);
      case "eddsa" -> new Sizes(point, point, 2 * point);
      case "ecdsa" -> new Sizes(scalar, 1 + 2 * element, 2 * scalar);
      default ->
          throw new IllegalStateException(spec.id() + " has the unknown kind " + spec.kind());
    };
  }

  private static List<KeyFormat> formats(Curve curve, Curve.SchemeSpec spec) {
    List<KeyFormat> formats = new ArrayList<>(List.of(KeyFormat.RAW));
    if (curve.model() == Curve.Model.WEIERSTRASS) {
      formats.add(KeyFormat.COMPRESSED);
    }
    if (!spec.oid().isEmpty()) {
      formats.add(KeyFormat.SPKI);
    }
    return List.copyOf(formats);
  }
}
