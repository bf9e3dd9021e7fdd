package io.kexd.server.service;

import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Named signing keys, and signatures. Every method refuses with {@link Refusal}. */
public final class Signing {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}");

  /** What is signed. */
  public sealed interface Input {}

  /** The message itself. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Message(byte[] bytes) implements Input {}

  /** A message that the caller hashed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Digest(HashName hash, byte[] value) implements Input {}

  /** What CreateSigningKey asks for. */
  public record Create(
      String name,
      String algorithm,
      SigningKey.Purpose purpose,
      KeyFormat format,
      String requestId) {}

  /** The public part of a key; the public key is in the format that was asked for. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record PublicPart(
      String name,
      String algorithm,
      SigningKey.Purpose purpose,
      byte[] publicKey,
      Instant createdAt) {}

  /** What Sign asks for; version 0 is the primary one. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sign(String key, int version, Input input, byte[] context) {}

  /** A signature, and the algorithm that made it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Signed(byte[] signature, String key, int version, String algorithm) {}

  /** Who is said to have signed. */
  public sealed interface Signatory {}

  /** A key of the caller's; {@code algorithm} is empty, or the key's own. */
  public record NamedKey(String name, int version, String algorithm) implements Signatory {}

  /** Any public key. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record GivenKey(byte[] publicKey, KeyFormat format, String algorithm)
      implements Signatory {}

  /** What Verify asks for. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Verify(Signatory signatory, Input input, byte[] context, byte[] signature) {}

  /** Whether the signature is right, and who is said to have made it; version 0 for a given key. */
  public record Verified(boolean valid, String key, int version, String algorithm) {}

  private final Catalog catalog;
  private final Limits limits;
  private final SigningKeys keys;
  private final RequestIds requestIds;
  private final Work work;
  private final SecureRandom random;

  public Signing(
      Catalog catalog,
      Limits limits,
      SigningKeys keys,
      RequestIds requestIds,
      Work work,
      SecureRandom random) {
    this.catalog = catalog;
    this.limits = limits;
    this.keys = keys;
    this.requestIds = requestIds;
    this.work = work;
    this.random = random;
  }

  /** Makes a key. */
  public CompletableFuture<PublicPart> create(Call call, Create request) {
    requireName("name", request.name());
    catalog.algorithm(call, request.algorithm());
    return requestIds.once(
        call.caller(),
        request.requestId(),
        request,
        PublicPart.class,
        () -> work.submit(call, () -> createNow(call, request)));
  }

  private PublicPart createNow(Call call, Create request) {
    SigningKeys.Added added = keys.add(call.caller(), request.name(), () -> newKey(request));
    return switch (added) {
      case DONE -> get(call, request.name(), request.format());
      case EXISTS ->
          throw Refusal.of(
              Reason.KEY_EXISTS, "this caller has a key of that name; choose another name");
      case FULL ->
          throw Refusal.of(
              Reason.TOO_MANY_HANDLES, "this caller holds as many signing keys as it may");
    };
  }

  private SigningKey newKey(Create request) {
    return new SigningKey(
        request.name(),
        request.algorithm(),
        request.purpose(),
        Signer.of(request.algorithm()).generate(random),
        Instant.now());
  }

  /** The public part of a key of the caller's. */
  public PublicPart get(Call call, String name, KeyFormat format) {
    SigningKey key = find(call, "name", name);
    return new PublicPart(
        key.name(),
        key.algorithm(),
        key.purpose(),
        Verifier.of(key.algorithm()).encode(key.pair().publicKey(), format),
        key.createdAt());
  }

  /** Signs a message or a digest. */
  public CompletableFuture<Signed> sign(Call call, Sign request) {
    SigningKey key = find(call, "key", request.key());
    requireVersion(request.version());
    if (key.purpose() != SigningKey.Purpose.SIGN_DATA) {
      throw Refusal.of(
          Reason.KEY_PURPOSE, "the key signs exchanges only; use one of purpose SIGN_DATA");
    }
    Signer signer = Signer.of(key.algorithm());
    check(key.algorithm(), signer, request.input(), request.context());
    return work.submit(
        call,
        () -> {
          byte[] signature = sign(signer, key, request);
          return new Signed(signature, key.name(), SigningKey.VERSION, key.algorithm());
        });
  }

  private static byte[] sign(Signer signer, SigningKey key, Sign request) {
    return request.input() instanceof Message message
        ? signer.sign(key.pair(), message.bytes(), request.context())
        : signer.signDigest(key.pair(), ((Digest) request.input()).value(), request.context());
  }

  /** Verifies a signature; one that is wrong in any way is not an error. */
  public CompletableFuture<Verified> verify(Call call, Verify request) {
    return request.signatory() instanceof NamedKey named
        ? verifyNamed(call, request, named)
        : verifyGiven(call, request, (GivenKey) request.signatory());
  }

  private CompletableFuture<Verified> verifyNamed(Call call, Verify request, NamedKey named) {
    SigningKey key = find(call, "key", named.name());
    requireVersion(named.version());
    String algorithm = key.algorithm();
    if (!named.algorithm().isEmpty() && !named.algorithm().equals(algorithm)) {
      throw Refusal.invalid("algorithm", "is not the key's; leave it empty");
    }
    check(algorithm, Signer.of(algorithm), request.input(), request.context());
    Verifier verifier = Verifier.of(algorithm);
    byte[] publicKey = key.pair().publicKey();
    return work.submit(
        call,
        () ->
            new Verified(
                isValid(verifier, publicKey, request), key.name(), SigningKey.VERSION, algorithm));
  }

  private CompletableFuture<Verified> verifyGiven(Call call, Verify request, GivenKey given) {
    catalog.algorithm(call, given.algorithm());
    if (given.publicKey().length == 0) {
      throw Refusal.invalid("public_key", "may not be empty");
    }
    check(given.algorithm(), Signer.of(given.algorithm()), request.input(), request.context());
    Verifier verifier = Verifier.of(given.algorithm());
    return work.submit(
        call,
        () -> {
          byte[] publicKey = decode(verifier, given);
          return new Verified(isValid(verifier, publicKey, request), "", 0, given.algorithm());
        });
  }

  private static boolean isValid(Verifier verifier, byte[] publicKey, Verify request) {
    return request.input() instanceof Message message
        ? verifier.verifyVartime(publicKey, message.bytes(), request.context(), request.signature())
        : verifier.verifyDigestVartime(
            publicKey, ((Digest) request.input()).value(), request.context(), request.signature());
  }

  private static byte[] decode(Verifier verifier, GivenKey given) {
    try {
      return verifier.decode(given.publicKey(), given.format());
    } catch (InvalidKeyException e) {
      throw Refusal.of(
          Reason.INVALID_PUBLIC_KEY,
          "public_key",
          e.getMessage() == null ? "is not a public key of that algorithm" : e.getMessage());
    }
  }

  private void check(String algorithm, Signer signer, Input input, byte[] context) {
    limits.checkParameter("context", context);
    if (!signer.acceptsContext(context.length)) {
      throw Refusal.invalid("context", contextRule(signer, algorithm));
    }
    if (input instanceof Message message) {
      limits.checkMessage("message", message.bytes());
      return;
    }
    Digest digest = (Digest) input;
    if (!digest.hash().jca().equals(signer.digestAlgorithm())) {
      throw Refusal.invalid(
          "digest",
          signer.digestAlgorithm().isEmpty()
              ? algorithm + " takes the message itself"
              : algorithm + " takes a digest of " + signer.digestAlgorithm());
    }
    if (digest.value().length != digest.hash().size()) {
      throw Refusal.invalid(
          "digest.value", "must have " + digest.hash().size() + " bytes with that hash");
    }
  }

  private static String contextRule(Signer signer, String algorithm) {
    if (!signer.acceptsContext(1)) {
      return algorithm + " takes no context; ed25519ctx and ed25519ph do";
    }
    return algorithm
        + (signer.acceptsContext(0)
            ? " takes a context of at most 255 bytes"
            : " needs a context of 1 to 255 bytes");
  }

  private SigningKey find(Call call, String field, String name) {
    if (name.isEmpty()) {
      throw Refusal.invalid(field, "is required");
    }
    SigningKey key =
        keys.find(call.caller(), name)
            .orElseThrow(
                () ->
                    Refusal.of(
                        Reason.KEY_NOT_FOUND, "this caller has no signing key of that name"));
    catalog.algorithm(call, key.algorithm());
    return key;
  }

  private static void requireVersion(int version) {
    if (version != 0 && version != SigningKey.VERSION) {
      throw Refusal.of(Reason.KEY_NOT_FOUND, "the key has no such version");
    }
  }

  private static void requireName(String field, String name) {
    if (!NAME.matcher(name).matches()) {
      throw Refusal.invalid(
          field,
          "is required: 1 to 128 characters of a-z, A-Z, 0-9, '.', '_' and '-', the first a letter"
              + " or a digit");
    }
  }
}
