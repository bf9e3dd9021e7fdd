package io.kexd.server.service;

import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Handle;
import io.kexd.server.keys.Handles;
import io.kexd.server.service.Derivation.PublicKeys;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Ephemeral key agreement. Every method refuses with {@link Refusal}, thrown or in its future.
 * Nothing is consumed before the peer's key was found good, and nothing is computed for a call that
 * was not admitted.
 */
public final class KeyExchange {
  /** The earliest that a limit on handles is likely to have eased. */
  private static final Duration HANDLES_RETRY = Duration.ofSeconds(1);

  /**
   * What GenerateKeyPair asks for.
   *
   * @param ttl empty for the default
   * @param requestId empty for none
   */
  public record Generate(
      String curve, KeyFormat format, Optional<Duration> ttl, String requestId) {}

  /** A new pair; the public key is in the format that was asked for. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Generated(String handle, byte[] publicKey, Instant expiresAt) {}

  /** What Agree asks for; {@code initiator} is the caller's role. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Agree(
      String handle, byte[] peer, KeyFormat format, boolean initiator, Derivation derivation) {}

  /** What Exchange asks for. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Exchange(String curve, byte[] peer, KeyFormat format, Derivation derivation) {}

  /** The responder's public key, in the format that was asked for, and the secret. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Exchanged(byte[] publicKey, byte[] secret) {}

  private final Catalog catalog;
  private final Limits limits;
  private final Handles handles;
  private final RequestIds requestIds;
  private final Work work;
  private final SecureRandom random;

  public KeyExchange(
      Catalog catalog,
      Limits limits,
      Handles handles,
      RequestIds requestIds,
      Work work,
      SecureRandom random) {
    this.catalog = catalog;
    this.limits = limits;
    this.handles = handles;
    this.requestIds = requestIds;
    this.work = work;
    this.random = random;
  }

  /** The schemes of this build. */
  public Catalog catalog() {
    return catalog;
  }

  /** Whether a scheme is enabled and its self-test did not fail. */
  public boolean isServed(Scheme scheme) {
    return catalog.isEnabled(scheme) && !work.hasFailed(scheme.id());
  }

  /** What is known of the kernels of a scheme that serves; empty for others. */
  public List<KernelChoice> kernels(Scheme scheme) {
    return catalog.isEnabled(scheme) && work.hasPassed(scheme.id())
        ? KernelChoice.of(scheme.id())
        : List.of();
  }

  /** The limits in force. */
  public Limits limits() {
    return limits;
  }

  /** Makes a pair and keeps it under a handle. */
  public CompletableFuture<Generated> generate(Call call, Generate request) {
    Scheme scheme = catalog.agreement(call, request.curve());
    Catalog.requireFormat(scheme, request.format());
    Duration ttl = request.ttl().orElse(limits.defaultTtl());
    if (!ttl.isPositive() || ttl.compareTo(limits.maxTtl()) > 0) {
      throw Refusal.invalid(
          "ttl", "must be positive and at most " + limits.maxTtl().toSeconds() + " s");
    }
    return requestIds.once(
        call.caller(),
        request.requestId(),
        request,
        Generated.class,
        () -> work.submit(call, () -> generate(call, scheme, ttl, request.format())));
  }

  private Generated generate(Call call, Scheme scheme, Duration ttl, KeyFormat format) {
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    Handles.Issued issued =
        handles
            .issue(call.caller(), scheme.id(), ttl, () -> agreement.generate(random))
            .orElseThrow(
                () ->
                    Refusal.retry(
                        Reason.TOO_MANY_HANDLES,
                        "too many live handles; use or destroy some, or wait for some to expire",
                        HANDLES_RETRY));
    return new Generated(
        issued.id(), agreement.encode(issued.publicKey(), format), issued.expiresAt());
  }

  /** Agrees on a secret with the pair behind a handle, and uses the handle up. */
  public CompletableFuture<byte[]> agree(Call call, Agree request) {
    requirePeer(request.peer());
    Handle handle = find(call, request.handle()).orElseThrow(KeyExchange::notFound);
    Scheme scheme = catalog.agreement(call, handle.curve());
    Catalog.requireFormat(scheme, request.format());
    request.derivation().check(scheme, limits);
    requireLive(handle);
    return work.submit(call, () -> agree(handle, scheme, request));
  }

  private byte[] agree(Handle handle, Scheme scheme, Agree request) {
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    requireLive(handle);
    byte[] peer = decode(agreement, request.peer(), request.format());
    try (KeyPair pair = handle.claim().orElseThrow(() -> ended(handle))) {
      PublicKeys keys = PublicKeys.ofAgree(pair.publicKey(), peer, request.initiator());
      return request.derivation().apply(scheme, secret(agreement, pair, peer), keys);
    }
  }

  /** The responder's whole side: a fresh pair, used once, and the secret. */
  public CompletableFuture<Exchanged> exchange(Call call, Exchange request) {
    Scheme scheme = catalog.agreement(call, request.curve());
    Catalog.requireFormat(scheme, request.format());
    requirePeer(request.peer());
    request.derivation().check(scheme, limits);
    return work.submit(call, () -> exchange(scheme, request));
  }

  private Exchanged exchange(Scheme scheme, Exchange request) {
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    byte[] peer = decode(agreement, request.peer(), request.format());
    try (KeyPair pair = agreement.generate(random)) {
      byte[] own = pair.publicKey();
      byte[] secret = secret(agreement, pair, peer);
      return new Exchanged(
          agreement.encode(own, request.format()),
          request.derivation().apply(scheme, secret, PublicKeys.ofExchange(own, peer)));
    }
  }

  /** Wipes a pair before its time. A handle that is used, expired or unknown is no error. */
  public void destroy(Call call, String id) {
    find(call, id)
        .ifPresent(
            handle -> {
              call.on(handle.curve());
              handle.destroy();
            });
  }

  private Optional<Handle> find(Call call, String id) {
    if (id.isEmpty()) {
      throw Refusal.invalid("handle", "is required; GenerateKeyPair gives it");
    }
    return handles.find(call.caller(), id);
  }

  private static void requirePeer(byte[] peer) {
    if (peer.length == 0) {
      throw Refusal.invalid("peer_public_key", "is required");
    }
  }

  private static void requireLive(Handle handle) {
    if (handle.state() != Handle.State.LIVE) {
      throw ended(handle);
    }
  }

  private static Refusal ended(Handle handle) {
    return handle.state() == Handle.State.EXPIRED
        ? Refusal.of(Reason.KEY_EXPIRED, "the handle has expired; generate a new pair")
        : Refusal.of(
            Reason.KEY_ALREADY_USED, "the handle was used or destroyed; generate a new pair");
  }

  private static Refusal notFound() {
    return Refusal.of(Reason.KEY_NOT_FOUND, "this caller has no such handle");
  }

  private static byte[] decode(KeyAgreement agreement, byte[] peer, KeyFormat format) {
    try {
      return agreement.decode(peer, format);
    } catch (InvalidKeyException e) {
      throw invalidPeer(e);
    }
  }

  private static byte[] secret(KeyAgreement agreement, KeyPair pair, byte[] peer) {
    try {
      return agreement.agree(pair, peer);
    } catch (InvalidKeyException e) {
      throw invalidPeer(e);
    }
  }

  private static Refusal invalidPeer(InvalidKeyException e) {
    return Refusal.of(
        Reason.INVALID_PUBLIC_KEY,
        "peer_public_key",
        e.getMessage() == null ? "is not a public key of that curve" : e.getMessage());
  }
}
