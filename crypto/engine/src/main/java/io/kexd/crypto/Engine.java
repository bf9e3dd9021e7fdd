package io.kexd.crypto;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import io.kexd.crypto.scheme.DiffieHellman;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcVerifier;
import io.kexd.crypto.scheme.Ecdh;
import io.kexd.crypto.scheme.EcdhTe;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import io.kexd.crypto.scheme.Xdh;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The engines behind the public classes: one for every scheme of the index, made when it is first
 * asked for, since each has tables.
 */
final class Engine {
  /**
   * A key agreement.
   *
   * @param dh of one lane
   */
  record Agreement(
      Scheme scheme,
      DiffieHellman dh,
      KeyCodec codec,
      Kernels<DiffieHellman> generate,
      Kernels<DiffieHellman> agree) {}

  /** A signature algorithm. */
  record Signature(Scheme scheme, SignatureAlgorithm algorithm, KeyCodec codec) {}

  /** Where a scheme stands in the index. */
  private record Place(Curve curve, Curve.SchemeSpec spec) {
    Scheme scheme() {
      return Curves.find(spec.id()).orElseThrow();
    }

    /** The same on kernels of so many lanes; throws what {@link Variants} knows. */
    Place on(int lanes) {
      if (lanes == 1) {
        return this;
      }
      Lanes.require(lanes);
      try {
        return new Place(CurveLanes.of(curve, lanes), spec);
      } catch (IllegalArgumentException e) {
        throw new UnsupportedOperationException(e.getMessage(), e);
      }
    }

    CombTable table() {
      return table(curve.comb());
    }

    CombTable ladderTable() {
      return table(curve.ladder().orElseThrow().comb());
    }

    private CombTable table(Curve.Comb comb) {
      TableKey key = new TableKey(comb, curve.field().lanes);
      return TABLES.computeIfAbsent(key, k -> new CombTable(curve, comb));
    }
  }

  /** Tables hold elements of a field, so there is one for each number of lanes. */
  private record TableKey(Curve.Comb comb, int lanes) {}

  /** By the scheme's id. */
  private static final Map<String, Place> PLACES = new HashMap<>();

  /** Schemes of one base point share its table. */
  private static final Map<TableKey, CombTable> TABLES = new ConcurrentHashMap<>();

  private static final Map<String, Agreement> AGREEMENTS = new ConcurrentHashMap<>();

  /** By the family's id: algorithms of a family share their tables. */
  private static final Map<String, Map<String, Signature>> FAMILIES = new ConcurrentHashMap<>();

  static {
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        PLACES.put(spec.id(), new Place(curve, spec));
      }
    }
  }

  private Engine() {}

  static Agreement agreement(String id) {
    Place place = PLACES.get(id);
    if (place == null || !place.spec.algorithms().isEmpty()) {
      throw new IllegalArgumentException("no key agreement has the id " + id);
    }
    return AGREEMENTS.computeIfAbsent(id, i -> makeAgreement(place));
  }

  private static Agreement makeAgreement(Place place) {
    Variants<DiffieHellman> variants =
        new Variants<>(lanes -> diffieHellman(place.on(lanes)), DiffieHellman::capacity);
    return agreement(place, variants);
  }

  /** The agreement of that id on so many lanes; throws what {@link Variants} knows. */
  static DiffieHellman diffieHellman(String id, int lanes) {
    return diffieHellman(Objects.requireNonNull(PLACES.get(id)).on(lanes));
  }

  private static DiffieHellman diffieHellman(Place place) {
    return switch (place.spec.kind()) {
      case "xdh" -> new Xdh(place.curve, place.ladderTable());
      case "ecdh" -> new Ecdh(place.curve, place.table());
      case "ecdh-te" -> new EcdhTe(place.curve, place.table());
      default -> throw unknownKind(place.spec);
    };
  }

  private static Agreement agreement(Place place, Variants<DiffieHellman> variants) {
    DiffieHellman one = variants.on(1);
    BigInteger order = place.curve.order().modulus;
    String id = place.spec.id();
    return new Agreement(
        place.scheme(),
        one,
        KeyCodec.of(place.spec, place.scheme(), one),
        new Kernels<>(id, "generate", variants, () -> AgreementTrial.generate(one, order)),
        new Kernels<>(id, "agree", variants, () -> AgreementTrial.agree(one, order)));
  }

  /** All kernels of a scheme; {@code IllegalArgumentException} when there is no such scheme. */
  static List<Kernels<?>> kernels(String id) {
    Place place = PLACES.get(id);
    if (place == null) {
      throw new IllegalArgumentException("no scheme has the id " + id);
    }
    if (place.spec.algorithms().isEmpty()) {
      Agreement agreement = agreement(id);
      return List.of(agreement.generate, agreement.agree);
    }
    return List.of();
  }

  /** The algorithm of an id. */
  static Signature signature(String algorithm) {
    String scheme = SignatureRules.of(algorithm).scheme().id();
    Place place = Objects.requireNonNull(PLACES.get(scheme));
    Map<String, Signature> family = FAMILIES.computeIfAbsent(scheme, i -> makeFamily(place));
    return Objects.requireNonNull(family.get(algorithm));
  }

  private static Map<String, Signature> makeFamily(Place place) {
    Map<String, SignatureAlgorithm> algorithms =
        switch (place.spec.kind()) {
          case "eddsa" -> edDsa(place);
          case "ecdsa" -> ecDsa(place);
          default -> throw unknownKind(place.spec);
        };
    Map<String, Signature> family = new HashMap<>();
    algorithms.forEach(
        (id, algorithm) -> {
          KeyCodec codec = KeyCodec.of(place.spec, place.scheme(), algorithm);
          family.put(id, new Signature(place.scheme(), algorithm, codec));
        });
    return Map.copyOf(family);
  }

  private static Map<String, SignatureAlgorithm> edDsa(Place place) {
    EdDsa edDsa = new EdDsa(place.curve, place.spec, place.table());
    EdVerifier verifier = new EdVerifier(place.curve, place.spec);
    Map<String, SignatureAlgorithm> algorithms = new HashMap<>();
    for (Curve.Algorithm algorithm : place.spec.algorithms()) {
      EdVariant variant = EdVariant.of(place.spec, algorithm.variant());
      algorithms.put(algorithm.id(), new EdDsaAlgorithm(edDsa, verifier, variant));
    }
    return algorithms;
  }

  private static Map<String, SignatureAlgorithm> ecDsa(Place place) {
    EcDsa ecDsa = new EcDsa(place.curve, place.table());
    EcVerifier verifier = new EcVerifier(place.curve);
    Map<String, SignatureAlgorithm> algorithms = new HashMap<>();
    for (Curve.Algorithm algorithm : place.spec.algorithms()) {
      EcHash hash = EcHash.of(algorithm.variant());
      algorithms.put(algorithm.id(), new EcDsaAlgorithm(ecDsa, hash, verifier));
    }
    return algorithms;
  }

  private static IllegalStateException unknownKind(Curve.SchemeSpec spec) {
    return new IllegalStateException(spec.id() + " has the unknown kind " + spec.kind());
  }
}
