package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcVerifier;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import org.junit.jupiter.api.Test;

/** What kernels of signatures are tried on: every third signature is bad, each in its own way. */
class SignatureTrialTest {
  private static Curve curve(String id) {
    return CurveIndex.ALL.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static Curve.SchemeSpec spec(Curve curve, String id) {
    return curve.schemes().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  private static <T> void check(Kernels.Trial<T> trial, T kernel) {
    byte[][] valid = trial.run(kernel, 0, trial.size());
    for (int i = 0; i < valid.length; i++) {
      assertEquals(i % 3 == 2 ? 0 : 1, valid[i][0], "item " + i);
    }
  }

  @Test
  void ecdsa() {
    Curve curve = curve("p256");
    EcVerifier verifier = new EcVerifier(curve);
    EcDsa signer = new EcDsa(curve, new CombTable(curve, curve.comb()));
    check(
        new SignatureTrial<>(
                new EcDsaAlgorithm(EcHash.of("sha256"), verifier), signer, curve.order().modulus)
            .verify(),
        verifier);
  }

  @Test
  void eddsa() {
    Curve curve = curve("curve25519");
    Curve.SchemeSpec spec = spec(curve, "ed25519");
    EdVerifier verifier = new EdVerifier(curve, spec);
    EdDsa signer = new EdDsa(curve, spec, new CombTable(curve, curve.comb()));
    String variant = spec.algorithms().get(0).variant();
    check(
        new SignatureTrial<>(
                new EdDsaAlgorithm(EdVariant.of(spec, variant), verifier),
                signer,
                curve.order().modulus)
            .verify(),
        verifier);
  }
}
