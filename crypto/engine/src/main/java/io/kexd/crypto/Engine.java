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
import java.util.function.Function;

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
  record Signature(Scheme scheme, Signatures<?, ?, ?> signatures, KeyCodec codec) {}

  /**
   * The algorithms of a family by their ids; they share tables, workspaces and the choice of
   * kernels.
   */
  private record Family(Map<String, Signature> algorithms, List<Kernels<?>> kernels) {}

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

  /** By the family's id. */
  private static final Map<String, Family> FAMILIES = new ConcurrentHashMap<>();

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
    Lazy<AgreementTrial> trial = new Lazy<>(() -> new AgreementTrial(one, order));
    return new Agreement(
        place.scheme(),
        one,
        KeyCodec.of(place.spec, place.scheme(), one),
        new Kernels<>(id, "generate", variants, () -> trial.get().generate()),
        new Kernels<>(id, "agree", variants, () -> trial.get().agree()));
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
    return family(place).kernels;
  }

  /** The algorithm of an id. */
  static Signature signature(String algorithm) {
    String scheme = SignatureRules.of(algorithm).scheme().id();
    Place place = Objects.requireNonNull(PLACES.get(scheme));
    return Objects.requireNonNull(family(place).algorithms.get(algorithm));
  }

  private static Family family(Place place) {
    return FAMILIES.computeIfAbsent(place.spec.id(), i -> makeFamily(place));
  }

  private static Family makeFamily(Place place) {
    return switch (place.spec.kind()) {
      case "eddsa" -> edDsa(place);
      case "ecdsa" -> ecDsa(place);
      default -> throw unknownKind(place.spec);
    };
  }

  private static Family edDsa(Place place) {
    Variants<EdDsa> signers =
        new Variants<>(lanes -> edSigner(place.on(lanes)), kernel -> kernel.capacity);
    Variants<EdVerifier> verifiers =
        new Variants<>(
            lanes -> new EdVerifier(place.on(lanes).curve, place.spec), kernel -> kernel.capacity);
    EdVerifier verifier = verifiers.on(1);
    return family(
        place,
        variant -> new EdDsaAlgorithm(EdVariant.of(place.spec, variant), verifier),
        signers,
        verifiers);
  }

  private static EdDsa edSigner(Place place) {
    return new EdDsa(place.curve, place.spec, place.table());
  }

  private static Family ecDsa(Place place) {
    Variants<EcDsa> signers =
        new Variants<>(lanes -> ecSigner(place.on(lanes)), kernel -> kernel.capacity);
    Variants<EcVerifier> verifiers =
        new Variants<>(lanes -> new EcVerifier(place.on(lanes).curve), kernel -> kernel.capacity);
    EcVerifier verifier = verifiers.on(1);
    return family(
        place, variant -> new EcDsaAlgorithm(EcHash.of(variant), verifier), signers, verifiers);
  }

  private static EcDsa ecSigner(Place place) {
    return new EcDsa(place.curve, place.table());
  }

  private static <S, V, M> Family family(
      Place place,
      Function<String, SignatureAlgorithm<S, V, M>> algorithms,
      Variants<S> signers,
      Variants<V> verifiers) {
    String id = place.spec.id();
    S signer = signers.on(1);
    V verifier = verifiers.on(1);
    SignatureAlgorithm<S, V, M> first = algorithms.apply(place.spec.algorithms().get(0).variant());
    BigInteger order = place.curve.order().modulus;
    Lazy<SignatureTrial<S, V, M>> trial =
        new Lazy<>(() -> new SignatureTrial<>(first, signer, order));
    Kernels<S> sign = new Kernels<>(id, "sign", signers, () -> trial.get().sign());
    Kernels<V> verify = new Kernels<>(id, "verify", verifiers, () -> trial.get().verify());
    Map<String, Signature> made = new HashMap<>();
    for (Curve.Algorithm algorithm : place.spec.algorithms()) {
      Signatures<S, V, M> signatures =
          new Signatures<>(algorithms.apply(algorithm.variant()), signer, verifier, sign, verify);
      KeyCodec codec = KeyCodec.of(place.spec, place.scheme(), signatures);
      made.put(algorithm.id(), new Signature(place.scheme(), signatures, codec));
    }
    return new Family(Map.copyOf(made), List.of(sign, verify));
  }

  private static IllegalStateException unknownKind(Curve.SchemeSpec spec) {
    return new IllegalStateException(spec.id() + " has the unknown kind " + spec.kind());
  }
}
