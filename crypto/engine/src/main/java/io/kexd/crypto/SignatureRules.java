package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EdVariant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What one signature algorithm takes: contexts, digests, options. Known without the tables that
 * {@link Signer} and {@link Verifier} make. Immutable.
 */
public final class SignatureRules {
  private static final Map<String, SignatureRules> ALL = collect();

  private final Scheme scheme;
  private final String digestAlgorithm;
  private final int digestSize;
  private final IntPredicate contexts;
  private final boolean isEcdsa;

  private SignatureRules(Scheme scheme, EdVariant variant) {
    this.scheme = scheme;
    this.digestAlgorithm = variant.digestAlgorithm();
    this.digestSize = variant.digestSize();
    this.contexts = variant::acceptsContext;
    this.isEcdsa = false;
  }

  private SignatureRules(Scheme scheme, EcHash hash) {
    this.scheme = scheme;
    this.digestAlgorithm = hash.algorithm();
    this.digestSize = hash.bytes;
    this.contexts = size -> size == 0;
    this.isEcdsa = true;
  }

  private static Map<String, SignatureRules> collect() {
    Map<String, SignatureRules> all = new HashMap<>();
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        spec.algorithms().forEach(a -> all.put(a.id(), of(spec, a.variant())));
      }
    }
    return Map.copyOf(all);
  }

  private static SignatureRules of(Curve.SchemeSpec spec, String variant) {
    Scheme scheme = Curves.find(spec.id()).orElseThrow();
    return spec.kind().equals("ecdsa")
        ? new SignatureRules(scheme, EcHash.of(variant))
        : new SignatureRules(scheme, EdVariant.of(spec, variant));
  }

  /** The rules of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static SignatureRules of(String algorithm) {
    SignatureRules rules = ALL.get(algorithm);
    if (rules == null) {
      throw new IllegalArgumentException("no signature algorithm has the id " + algorithm);
    }
    return rules;
  }

  /** The signature family that the algorithm belongs to. */
  public Scheme scheme() {
    return scheme;
  }

  /**
   * The hash whose digests are signed, as a JCA name, or {@code SHAKE256-512}, which is SHAKE256
   * with 64 bytes of output; empty when the algorithm takes messages only.
   */
  public String digestAlgorithm() {
    return digestAlgorithm;
  }

  /** Bytes of a digest; 0 when the algorithm takes messages only. */
  public int digestSize() {
    return digestSize;
  }

  /** Whether a context may have that many bytes. */
  public boolean acceptsContext(int size) {
    return contexts.test(size);
  }

  /** Whether the algorithm is an ECDSA, so that {@link EcdsaOptions} are for it. */
  public boolean isEcdsa() {
    return isEcdsa;
  }
}
