package io.kexd.crypto;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdVerifier;
import io.kexd.crypto.scheme.Spki;
import io.kexd.crypto.scheme.Xdh;
import java.util.HashMap;
import java.util.Map;

/** The engines behind the public classes: one of each for every scheme of the index. */
final class Engine {
  /** A key agreement. */
  record Agreement(Scheme scheme, Xdh xdh, Spki spki) {}

  /** A signature family. */
  record Signature(Scheme scheme, EdDsa edDsa, EdVerifier verifier, Spki spki) {}

  private static final Map<String, Agreement> AGREEMENTS = new HashMap<>();
  private static final Map<String, Signature> SIGNATURES = new HashMap<>();

  static {
    for (Curve curve : CurveIndex.ALL) {
      CombTable table = new CombTable(curve, curve.comb());
      for (Curve.SchemeSpec spec : curve.schemes()) {
        Scheme scheme = Curves.find(spec.id()).orElseThrow();
        Spki spki = new Spki(spec.oid(), scheme.publicKeySize());
        if (scheme.kind() == Scheme.Kind.AGREEMENT) {
          AGREEMENTS.put(spec.id(), new Agreement(scheme, new Xdh(curve), spki));
        } else {
          addSignature(new Signature(scheme, new EdDsa(curve, table), new EdVerifier(curve), spki));
        }
      }
    }
  }

  private Engine() {}

  private static void addSignature(Signature signature) {
    for (String algorithm : signature.scheme.algorithms()) {
      SIGNATURES.put(algorithm, signature);
    }
  }

  static Agreement agreement(String id) {
    Agreement agreement = AGREEMENTS.get(id);
    if (agreement == null) {
      throw new IllegalArgumentException("no key agreement has the id " + id);
    }
    return agreement;
  }

  /** The family of an algorithm id. */
  static Signature signature(String algorithm) {
    Signature signature = SIGNATURES.get(algorithm);
    if (signature == null) {
      throw new IllegalArgumentException("no signature algorithm has the id " + algorithm);
    }
    return signature;
  }
}
