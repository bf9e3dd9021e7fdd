package io.kexd.server.service;

import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Line;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Named signing keys, and signatures. Every method refuses with {@link Refusal}. */
public final class Signing {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}");

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
  public record Sign(String key, int version, SignedInput input) {}

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
  public record Verify(Signatory signatory, SignedInput input, byte[] signature) {}

  /** Whether the signature is right, and who is said to have made it; version 0 for a given key. */
  public record Verified(boolean valid, String key, int version, String algorithm) {}

  /** A key to make, and the call that asks for it. */
  private record Owned(Call call, Create request) {}

  private final Catalog catalog;
  private final Limits limits;
  private final SigningKeys keys;
  private final RequestIds requestIds;
  private final Work work;
  private final SecureRandom random;
  private final Map<String, Signatures> signatures = new HashMap<>();

  /** Of each curve. */
  private final Map<String, Line<Owned, PublicPart>> creating = new HashMap<>();

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
    catalog.all().stream().filter(catalog::isEnabled).forEach(this::open);
  }

  private void open(Scheme scheme) {
    for (String algorithm : scheme.algorithms()) {
      signatures.put(algorithm, new Signatures(scheme.id(), algorithm, work));
    }
    creating.put(
        scheme.id(),
        work.lineOfSingles(
            scheme.id(),
            Operation.CREATE_KEY,
            wanted -> 0,
            jobs -> jobs.forEach(job -> job.settle(this::createNow))));
  }

  /** Makes a key. */
  public CompletableFuture<PublicPart> create(Call call, Create request) {
    requireName("name", request.name());
    Scheme scheme = catalog.algorithm(call, request.algorithm());
    Catalog.requireFormat(scheme, request.format());
    Line<Owned, PublicPart> line = Objects.requireNonNull(creating.get(scheme.id()));
    return requestIds.once(
        call.caller(),
        request.requestId(),
        request,
        PublicPart.class,
        () -> work.submit(call, line, new Owned(call, request)));
  }

  private PublicPart createNow(Owned wanted) {
    Call call = wanted.call();
    Create request = wanted.request();
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
    Catalog.requireFormat(catalog.algorithm(call, key.algorithm()), format);
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
    request.input().check(key.algorithm(), limits);
    return work.submit(
            call,
            of(key.algorithm()).signing(request.input()),
            new Signatures.ToSign(key.pair(), request.input()))
        .thenApply(made -> new Signed(made, key.name(), SigningKey.VERSION, key.algorithm()));
  }

  private Signatures of(String algorithm) {
    return Objects.requireNonNull(signatures.get(algorithm));
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
    request.input().check(algorithm, limits);
    return work.submit(
            call,
            of(algorithm).verifying(request.input()),
            new Signatures.ToVerify(
                key.pair().publicKey(), Optional.empty(), request.input(), request.signature()))
        .thenApply(valid -> new Verified(valid, key.name(), SigningKey.VERSION, algorithm));
  }

  private CompletableFuture<Verified> verifyGiven(Call call, Verify request, GivenKey given) {
    String algorithm = given.algorithm();
    Catalog.requireFormat(catalog.algorithm(call, algorithm), given.format());
    if (given.publicKey().length == 0) {
      throw Refusal.invalid("public_key", "may not be empty");
    }
    request.input().check(algorithm, limits);
    return work.submit(
            call,
            of(algorithm).verifying(request.input()),
            new Signatures.ToVerify(
                given.publicKey(),
                Optional.of(given.format()),
                request.input(),
                request.signature()))
        .thenApply(valid -> new Verified(valid, "", 0, algorithm));
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
