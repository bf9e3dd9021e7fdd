package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import io.kexd.crypto.scheme.Spki;
import io.kexd.crypto.scheme.Xdh;
import java.util.HashMap;
import java.util.Map;

/** The engines behind the public classes: one of each for every scheme of the index. */
final class Engine {
  /** A key agreement. */
  record Agreement(Scheme scheme, Xdh xdh, Spki spki) {}

  /** A signature algorithm. */
  record Signature(Scheme scheme, EdVariant variant, EdDsa edDsa, EdVerifier verifier, Spki spki) {}

  private static final Map<String, Agreement> AGREEMENTS = new HashMap<>();
  private static final Map<String, Signature> SIGNATURES = new HashMap<>();

  static {
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        Scheme scheme = Curves.find(spec.id()).orElseThrow();
        Spki spki = new Spki(spec.oid(), scheme.publicKeySize());
        if (scheme.kind() == Scheme.Kind.AGREEMENT) {
          AGREEMENTS.put(spec.id(), new Agreement(scheme, new Xdh(curve), spki));
        } else {
          addSignatures(curve, spec, scheme, spki);
        }
      }
    }
  }

  private Engine() {}

  private static void addSignatures(Curve curve, Curve.SchemeSpec spec, Scheme scheme, Spki spki) {
    EdDsa edDsa = new EdDsa(curve, spec);
    EdVerifier verifier = new EdVerifier(curve, spec);
    for (Curve.Algorithm algorithm : spec.algorithms()) {
      EdVariant variant = EdVariant.of(spec, algorithm.variant());
      SIGNATURES.put(algorithm.id(), new Signature(scheme, variant, edDsa, verifier, spki));
    }
  }

  static Agreement agreement(String id) {
    Agreement agreement = AGREEMENTS.get(id);
    if (agreement == null) {
      throw new IllegalArgumentException("no key agreement has the id " + id);
    }
    return agreement;
  }

  /** The algorithm of an id. */
  static Signature signature(String algorithm) {
    Signature signature = SIGNATURES.get(algorithm);
    if (signature == null) {
      throw new IllegalArgumentException("no signature algorithm has the id " + algorithm);
    }
    return signature;
  }
}
