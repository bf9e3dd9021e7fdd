package io.kexd.server.service;

import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.pipeline.Reservation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Signatures. Every method refuses with {@link Refusal}. */
public final class Signing {
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

  private final Catalog catalog;
  private final Limits limits;
  private final StoredKeys keys;
  private final Work work;
  private final FaultCheck check;
  private final Map<String, Signatures> signatures = new HashMap<>();

  /**
   * Puts it together.
   *
   * @param check which signatures are verified before they leave
   */
  public Signing(Catalog catalog, Limits limits, SigningKeys keys, Work work, FaultCheck check) {
    this.catalog = catalog;
    this.limits = limits;
    this.keys = new StoredKeys(keys);
    this.work = work;
    this.check = check;
    catalog.all().stream().filter(catalog::isEnabled).forEach(this::open);
  }

  private void open(Scheme scheme) {
    for (String algorithm : scheme.algorithms()) {
      signatures.put(algorithm, new Signatures(scheme.id(), algorithm, work, check));
    }
  }

  /** The limits in force. */
  public Limits limits() {
    return limits;
  }

  /** Calls whose work is submitted together. */
  public Group group() {
    return work.group();
  }

  /** Signs a message or a digest. */
  public CompletableFuture<Signed> sign(Call call, Sign request) {
    SigningKey key = find(call, request.key());
    StoredKeys.requirePurpose(key, SigningKey.Purpose.SIGN_DATA);
    Version version = StoredKeys.usable(key, request.version());
    request.input().check(key.algorithm(), limits);
    return work.submit(
            call,
            of(key.algorithm()).signing(request.input()),
            new Signatures.ToSign(() -> keys.pair(key, version), request.input()))
        .thenApply(made -> new Signed(made, key.name(), version.number(), key.algorithm()));
  }

  /** The caller's key of that name, if it is for exchanges and its algorithm needs no context. */
  SigningKey exchangeKey(Call call, String name) {
    SigningKey key = keys.find(call, "sign_with", name);
    catalog.algorithm(call, key.algorithm());
    StoredKeys.requirePurpose(key, SigningKey.Purpose.SIGN_EXCHANGE);
    if (SignedInput.Rules.of(key.algorithm()).minContext() > 0) {
      throw Refusal.invalid(
          "sign_with", "the key's algorithm needs a context of its own; use a key of another");
    }
    return key;
  }

  /** Time for {@link #signExchange}, to be admitted with the exchange. */
  Reservation reserveExchange(Call call, SigningKey key) {
    return new Reservation(of(key.algorithm()).signing(SignedInput.ofMessage(new byte[0])), call);
  }

  /** Signs what the server says of an exchange, which was admitted with its reservation. */
  CompletableFuture<byte[]> signExchange(
      Call call, SigningKey key, Version version, byte[] transcript) {
    SignedInput input = SignedInput.ofMessage(transcript);
    return work.finish(
        of(key.algorithm()).signing(input),
        new Signatures.ToSign(() -> keys.pair(key, version), input),
        call);
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
    SigningKey key = find(call, named.name());
    Version version = StoredKeys.usable(key, named.version());
    String algorithm = key.algorithm();
    if (!named.algorithm().isEmpty() && !named.algorithm().equals(algorithm)) {
      throw Refusal.invalid("algorithm", "is not the key's; leave it empty");
    }
    request.input().check(algorithm, limits);
    return work.submit(
            call,
            of(algorithm).verifying(request.input()),
            new Signatures.ToVerify(
                version.publicKey(), Optional.empty(), request.input(), request.signature()))
        .thenApply(valid -> new Verified(valid, key.name(), version.number(), algorithm));
  }

  private CompletableFuture<Verified> verifyGiven(Call call, Verify request, GivenKey given) {
    String algorithm = given.algorithm();
    Catalog.requireFormat(catalog.algorithm(call, algorithm), given.format());
    if (given.publicKey().length == 0) {
      throw Refusal.invalid("public_key", "may not be empty");
    }
    if (given.publicKey().length > KeyExchange.LONGEST_KEY) {
      throw Refusal.of(
          Reason.INVALID_PUBLIC_KEY, "public_key", "is longer than a public key of any curve");
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

  private SigningKey find(Call call, String name) {
    SigningKey key = keys.find(call, "key", name);
    catalog.algorithm(call, key.algorithm());
    return key;
  }
}
