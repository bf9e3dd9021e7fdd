package io.kexd.crypto.scheme;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.kexd.crypto.model.Curve;

/**
 * What one EdDSA has that another has not; all else is written once. n is the size of an encoded
 * point, H(x) has 2n bytes.
 */
final class EdRules {
  private static final String SHA_512 = "SHA-512";

  /** The JCA name of SHAKE256 with 64 bytes of output. */
  private static final String SHAKE256_512 = "SHAKE256-512";

  /** The JCA name of the hash, of 64 bytes, whose digest a ph variant signs. */
  final String digestAlgorithm;

  /** What is hashed before a private key. */
  final byte[] keyPrefix;

  /** What is hashed first before signatures: the start of dom. */
  final byte[] domPrefix;

  /** Whether pure signatures have neither dom nor context, and ctx ones are a variant of theirs. */
  final boolean contextIsVariant;

  /** Whether a public key of small order is refused. */
  final boolean refusesSmallOrder;

  private EdRules(
      String digestAlgorithm,
      String keyPrefix,
      String domPrefix,
      boolean contextIsVariant,
      boolean refusesSmallOrder) {
    this.digestAlgorithm = digestAlgorithm;
    this.keyPrefix = keyPrefix.getBytes(US_ASCII);
    this.domPrefix = domPrefix.getBytes(US_ASCII);
    this.contextIsVariant = contextIsVariant;
    this.refusesSmallOrder = refusesSmallOrder;
  }

  /**
   * The rules that a scheme names.
   *
   * <ul>
   *   <li>{@code ed25519}: RFC 8032 section 5.1. H is SHA-512.
   *   <li>{@code ed448}: RFC 8032 section 5.2. H is SHAKE256.
   *   <li>{@code edx}: this project's experiment for all other curves. As {@code ed448}, but the
   *       name of the scheme is bound into every hash, that of the private key too, and public keys
   *       of small order are refused.
   * </ul>
   */
  static EdRules of(Curve.SchemeSpec spec) {
    return switch (spec.rules()) {
      case "ed25519" -> new EdRules(SHA_512, "", "SigEd25519 no Ed25519 collisions", true, false);
      case "ed448" -> new EdRules(SHAKE256_512, "", "SigEd448", false, false);
      case "edx" -> edx(spec);
      default ->
          throw new IllegalArgumentException(
              spec.id() + " has the unknown EdDSA rules '" + spec.rules() + "'");
    };
  }

  private static EdRules edx(Curve.SchemeSpec spec) {
    if (spec.name().isEmpty()) {
      throw new IllegalArgumentException(spec.id() + " has no name to bind into its hashes");
    }
    return new EdRules(
        SHAKE256_512,
        "KeyEdX-experimental-1 " + spec.name() + '\0',
        "SigEdX-experimental-1 " + spec.name(),
        false,
        true);
  }

  /** A new workspace of H, for points of n bytes. */
  EdHash hash(int n) {
    EdHash hash = digestAlgorithm.equals(SHA_512) ? EdHash.sha512() : EdHash.shake256(2 * n);
    if (hash.size != 2 * n) {
      throw new IllegalArgumentException("SHA-512 is for points of 32 bytes, not of " + n);
    }
    return hash;
  }
}
