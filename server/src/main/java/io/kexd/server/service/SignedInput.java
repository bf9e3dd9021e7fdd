package io.kexd.server.service;

import io.kexd.crypto.EcdsaOptions;
import io.kexd.crypto.SignatureInput;
import io.kexd.crypto.SignatureOptions;
import io.kexd.crypto.SignatureRules;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is signed, and how: a message or its digest, a context, choices for ECDSA. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record SignedInput(Content content, byte[] context, Ecdsa ecdsa) {
  private static final int MAX_CONTEXT = 255;

  /** Bytes. */
  private static final int LONG = 8 << 10;

  /** What is signed. */
  public sealed interface Content {}

  /** The message itself. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Message(byte[] bytes) implements Content {}

  /** A message that the caller hashed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Digest(HashName hash, byte[] value) implements Content {}

  /** Choices for ECDSA, all of them unset for other algorithms. */
  public record Ecdsa(
      Optional<EcdsaOptions.Encoding> encoding, boolean lowS, boolean deterministic) {
    private void requireUnset(String algorithm) {
      requireUnset("signature_encoding", encoding.isPresent(), algorithm);
      requireUnset("low_s", lowS, algorithm);
      requireUnset("deterministic", deterministic, algorithm);
    }

    private static void requireUnset(String field, boolean set, String algorithm) {
      if (set) {
        throw Refusal.invalid(field, "is for ECDSA; leave it unset with " + algorithm);
      }
    }

    private SignatureOptions options() {
      return SignatureOptions.of(
          new EcdsaOptions(encoding.orElse(EcdsaOptions.Encoding.DER), lowS, deterministic));
    }
  }

  /** What an algorithm takes beside the message; the hash is empty where it takes no digest. */
  public record Rules(Optional<HashName> digest, int minContext, int maxContext, boolean isEcdsa) {
    /**
     * Those of an algorithm. Asked before any work is admitted, so without a Signer: to make one is
     * to make the tables of its scheme, which takes long and is for schemes that passed their test.
     */
    public static Rules of(String algorithm) {
      SignatureRules rules = SignatureRules.of(algorithm);
      return new Rules(
          HashName.ofJca(rules.digestAlgorithm()),
          rules.acceptsContext(0) ? 0 : 1,
          rules.acceptsContext(1) ? MAX_CONTEXT : 0,
          rules.isEcdsa());
    }
  }

  /** A message without context, in each algorithm's usual way. */
  static SignedInput ofMessage(byte[] message) {
    return new SignedInput(
        new Message(message), new byte[0], new Ecdsa(Optional.empty(), false, false));
  }

  /** Refuses what the algorithm does not take. */
  void check(String algorithm, Limits limits) {
    Rules rules = Rules.of(algorithm);
    checkContext(algorithm, rules, limits);
    if (!rules.isEcdsa()) {
      ecdsa.requireUnset(algorithm);
    }
    if (content instanceof Message message) {
      limits.checkMessage("message", message.bytes());
    } else {
      checkDigest(algorithm, rules, (Digest) content);
    }
  }

  private void checkContext(String algorithm, Rules rules, Limits limits) {
    limits.checkParameter("context", context);
    if (context.length >= rules.minContext() && context.length <= rules.maxContext()) {
      return;
    }
    if (rules.maxContext() == 0) {
      throw Refusal.invalid(
          "context", algorithm + " takes no context" + othersWithContext(algorithm));
    }
    throw Refusal.invalid(
        "context",
        algorithm
            + (rules.minContext() == 0
                ? " takes a context of at most "
                : " needs a context of 1 to ")
            + rules.maxContext()
            + " bytes");
  }

  /** The algorithms for the same kind of keys that do take one. */
  private static String othersWithContext(String algorithm) {
    String others =
        SignatureRules.of(algorithm).scheme().algorithms().stream()
            .filter(id -> Rules.of(id).maxContext() > 0)
            .collect(Collectors.joining(" and "));
    return others.isEmpty() ? "" : "; " + others + " do";
  }

  private static void checkDigest(String algorithm, Rules rules, Digest digest) {
    HashName hash =
        rules
            .digest()
            .orElseThrow(() -> Refusal.invalid("digest", algorithm + " takes the message itself"));
    if (digest.hash() != hash) {
      throw Refusal.invalid("digest", algorithm + " takes a digest of " + hash.name());
    }
    if (digest.value().length != hash.size()) {
      throw Refusal.invalid("digest.value", "must have " + hash.size() + " bytes with that hash");
    }
  }

  /** As the engine takes it. */
  SignatureInput of(String algorithm) {
    SignatureOptions options =
        SignatureRules.of(algorithm).isEcdsa()
            ? ecdsa.options()
            : SignatureOptions.ofContext(context);
    return content instanceof Message message
        ? SignatureInput.ofMessage(message.bytes(), options)
        : SignatureInput.ofDigest(((Digest) content).value(), options);
  }

  /** Whether hashing it may take longer than the arithmetic. */
  boolean isLong() {
    return messageBytes() > LONG;
  }

  /** The size of the message; 0 for a digest. */
  long messageBytes() {
    return content instanceof Message message ? message.bytes().length : 0;
  }
}
