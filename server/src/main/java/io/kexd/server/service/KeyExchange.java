package io.kexd.server.service;

import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.HandleFailure;
import io.kexd.server.keys.HandleStore;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.pipeline.Door;
import io.kexd.server.pipeline.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Ephemeral key agreement. Every method refuses with {@link Refusal}, thrown or in its future.
 * Nothing is consumed before the peer's key was found good, and nothing is computed for a call that
 * was not admitted.
 */
public final class KeyExchange {
  /**
   * What GenerateKeyPair asks for.
   *
   * @param ttl empty for the default
   * @param maxUses of the pair; 0 and 1 are single use
   * @param requestId empty for none
   */
  public record Generate(
      String curve,
      KeyFormat format,
      Optional<Duration> ttl,
      int maxUses,
      String requestId,
      ExchangeSignatures.Wish signature) {}

  /** A new pair; the public key is in the format that was asked for. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Generated(
      String handle,
      byte[] publicKey,
      Instant expiresAt,
      Optional<ExchangeSignatures.Made> signature) {
    Generated(String handle, byte[] publicKey, Instant expiresAt) {
      this(handle, publicKey, expiresAt, Optional.empty());
    }

    Generated with(ExchangeSignatures.Made made) {
      return new Generated(handle, publicKey, expiresAt, Optional.of(made));
    }
  }

  /** What Agree asks for; {@code initiator} is the caller's role. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Agree(
      String handle, byte[] peer, KeyFormat format, boolean initiator, Derivation derivation) {}

  /** What Exchange asks for; {@code allowReuse} for a pair that served the caller before. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Exchange(
      String curve,
      byte[] peer,
      KeyFormat format,
      Derivation derivation,
      boolean allowReuse,
      ExchangeSignatures.Wish signature) {}

  /**
   * The responder's public key, in the format that was asked for, and the secret.
   *
   * @param poolHit whether the pair came ready from the pool
   * @param reused whether the pair had served before
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Exchanged(
      byte[] publicKey,
      byte[] secret,
      boolean poolHit,
      boolean reused,
      Optional<ExchangeSignatures.Made> signature) {
    Exchanged(byte[] publicKey, byte[] secret, boolean poolHit, boolean reused) {
      this(publicKey, secret, poolHit, reused, Optional.empty());
    }

    Exchanged with(ExchangeSignatures.Made made) {
      return new Exchanged(publicKey, secret, poolHit, reused, Optional.of(made));
    }
  }

  /** Bytes of the longest public key of any curve in any encoding, and more. */
  static final int LONGEST_KEY = 1_024;

  /** Calls that may wait for a store outside of the process; callers share them. */
  private static final int WAITING = 10_000;

  private static final Duration STORE_RETRY = Duration.ofMillis(100);

  private final Door waiting = new Door(new Door.Bounds(WAITING, Long.MAX_VALUE, Long.MAX_VALUE));
  private final Catalog catalog;
  private final Limits limits;
  private final HandleStore handles;
  private final RequestIds requestIds;
  private final Work work;
  private final Pairs pairs;
  private final Reuse reuse;
  private final ExchangeSignatures signatures;
  private final Map<String, Agreements> agreements = new HashMap<>();

  public KeyExchange(
      Catalog catalog,
      Limits limits,
      HandleStore handles,
      RequestIds requestIds,
      Work work,
      Pairs pairs,
      Reuse reuse,
      ExchangeSignatures signatures) {
    this.signatures = signatures;
    this.catalog = catalog;
    this.limits = limits;
    this.handles = handles;
    this.requestIds = requestIds;
    this.work = work;
    this.pairs = pairs;
    this.reuse = reuse;
    for (Scheme scheme : catalog.all()) {
      if (catalog.isEnabled(scheme) && scheme.kind() == Scheme.Kind.AGREEMENT) {
        agreements.put(scheme.id(), new Agreements(scheme, handles, work, pairs, reuse));
      }
    }
  }

  private Agreements on(Scheme scheme) {
    return Objects.requireNonNull(agreements.get(scheme.id()));
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

  /** The ready pairs of a scheme; none where it has no pool. */
  public Pairs.Ready ready(Scheme scheme) {
    return pairs.ready(scheme.id());
  }

  /** How often and how long a caller may use a pair of a scheme. */
  public ReusablePair.Bounds reuse(Caller caller, Scheme scheme) {
    return reuse.bounds(caller, scheme.id());
  }

  /** The limits in force. */
  public Limits limits() {
    return limits;
  }

  /** A start for calls whose work is submitted together. */
  public Group group() {
    return work.group();
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
    ReusablePair.Bounds bounds = reuse.checkMaxUses(call.caller(), scheme.id(), request.maxUses());
    return requestIds.once(
        call.caller(),
        request.requestId(),
        new Repeat(
            request.curve(),
            request.format(),
            request.ttl(),
            request.maxUses(),
            request.signature().text()),
        Generated.class,
        () ->
            generating(
                call,
                scheme,
                request,
                new Agreements.NewPair(call.caller(), ttl, bounds, request.format())));
  }

  private CompletableFuture<Generated> generating(
      Call call, Scheme scheme, Generate request, Agreements.NewPair wanted) {
    Optional<ExchangeSignatures.Signer> signer = signatures.signer(call, request.signature());
    call.on(scheme.id()); // Not the signing key's.
    List<Reservation> kept = signatures.reserve(call, signer);
    CompletableFuture<Generated> made =
        answer(call, () -> work.submit(call, on(scheme).generating(), wanted, kept));
    return signer.isEmpty()
        ? made
        : made.thenCompose(
                pair -> {
                  CompletableFuture<Generated> all =
                      signed(call, signer.get(), scheme, request, pair);
                  work.giveBack(kept); // The signature holds its own time now.
                  return all;
                })
            .whenComplete((done, failure) -> work.giveBack(kept));
  }

  /** What a repeat of GenerateKeyPair must equal. */
  private record Repeat(
      String curve, KeyFormat format, Optional<Duration> ttl, int maxUses, String signature) {}

  /** Nobody learns of a pair that could not be signed, whatever failed: it is wiped. */
  private CompletableFuture<Generated> signed(
      Call call,
      ExchangeSignatures.Signer signer,
      Scheme scheme,
      Generate request,
      Generated pair) {
    return CompletableFuture.completedFuture(pair)
        .thenCompose(
            made ->
                signatures.ofGenerated(
                    call,
                    signer,
                    scheme,
                    made.publicKey(),
                    request.format(),
                    made.expiresAt().toEpochMilli()))
        .thenApply(pair::with)
        .exceptionallyCompose(
            failure ->
                discard(call, pair.handle())
                    .handle((done, alsoFailed) -> failure)
                    .thenCompose(CompletableFuture::failedFuture));
  }

  /** Takes no place among those that wait for the store. A pair that stays ends with its time. */
  private CompletableFuture<Void> discard(Call call, String id) {
    return CompletableFuture.completedFuture(id)
        .thenCompose(
            handle ->
                handles
                    .find(call.caller(), handle)
                    .map(HandleStore.Kept::discard)
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }

  /** Agrees on a secret with the pair behind a handle; its last use ends the handle. */
  public CompletableFuture<byte[]> agree(Call call, Agree request) {
    requirePeer(request.peer());
    HandleStore.Kept handle =
        find(call, request.handle())
            .orElseThrow(() -> Agreements.refusal(HandleFailure.Why.UNKNOWN));
    Scheme scheme = catalog.agreement(call, handle.curve());
    Catalog.requireFormat(scheme, request.format());
    request.derivation().check(scheme, limits);
    if (handle.isReusable() && request.derivation() instanceof Derivation.RawSecret) {
      throw Refusal.invalid("raw", "never goes with a pair that may be used again");
    }
    Agreements.requireLive(handle);
    return answer(
        call,
        () ->
            work.submit(
                call,
                on(scheme).agreeing(request.derivation()),
                new Agreements.Use(call.caller(), handle, request)));
  }

  /**
   * The responder's whole side: a pair, fresh and used once unless reuse is allowed; the secret.
   */
  public CompletableFuture<Exchanged> exchange(Call call, Exchange request) {
    Optional<ExchangeSignatures.Signer> signer = signatures.signer(call, request.signature());
    Scheme scheme = catalog.agreement(call, request.curve());
    Catalog.requireFormat(scheme, request.format());
    requirePeer(request.peer());
    request.derivation().check(scheme, limits);
    List<Reservation> kept = signatures.reserve(call, signer);
    CompletableFuture<Exchanged> done = exchanging(call, scheme, request, kept);
    return signer.isEmpty()
        ? done
        : done.thenCompose(
                exchanged -> {
                  CompletableFuture<Exchanged> all =
                      signed(call, signer.get(), scheme, request, exchanged);
                  work.giveBack(kept);
                  return all;
                })
            .whenComplete((all, failure) -> work.giveBack(kept));
  }

  private CompletableFuture<Exchanged> exchanging(
      Call call, Scheme scheme, Exchange request, List<Reservation> kept) {
    if (request.allowReuse()) {
      reuse.checkAllowed(call.caller(), scheme.id(), request.derivation());
      return work.submit(
          call,
          on(scheme).exchangingAgain(request.derivation()),
          new Agreements.Again(call.caller(), request),
          kept);
    }
    return work.submit(call, on(scheme).exchanging(request.derivation()), request, kept);
  }

  private CompletableFuture<Exchanged> signed(
      Call call,
      ExchangeSignatures.Signer signer,
      Scheme scheme,
      Exchange request,
      Exchanged done) {
    return CompletableFuture.completedFuture(done)
        .thenCompose(
            made ->
                signatures.ofExchanged(
                    call,
                    signer,
                    scheme,
                    request.peer(),
                    made.publicKey(),
                    request.format(),
                    made.reused()))
        .thenApply(done::with)
        .whenComplete(
            (signed, failure) -> {
              if (failure != null) {
                Arrays.fill(done.secret(), (byte) 0);
              }
            });
  }

  /** Wipes a pair before its time. A handle that is used, expired or unknown is no error. */
  public CompletableFuture<Void> destroy(Call call, String id) {
    Optional<? extends HandleStore.Kept> found = find(call, id);
    if (found.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    HandleStore.Kept handle = found.get();
    call.on(handle.curve());
    return answer(call, () -> CompletableFuture.completedFuture(new Later<>(handle.discard())));
  }

  private Optional<? extends HandleStore.Kept> find(Call call, String id) {
    if (id.isEmpty()) {
      throw Refusal.invalid("handle", "is required; GenerateKeyPair gives it");
    }
    return handles.find(call.caller(), id);
  }

  /** Bounds what waits for the store, and puts its failures into a caller's words. */
  private <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<Later<T>>> work) {
    if (handles.answersAtOnce()) {
      return told(work.get());
    }
    List<Door.Load> place = List.of(new Door.Load(call.caller(), call.curve(), 0, 0));
    if (!waiting.enter(place)) {
      throw Refusal.retry(
          Reason.OVERLOADED,
          "as many calls as may, in all or of this caller, wait for the store of key pairs; try"
              + " again later",
          STORE_RETRY);
    }
    try {
      return told(work.get()).whenComplete((done, failure) -> waiting.leave(place));
    } catch (RuntimeException | Error e) {
      waiting.leave(place);
      throw e;
    }
  }

  private static <T> CompletableFuture<T> told(CompletableFuture<Later<T>> answer) {
    return answer
        .thenCompose(Later::answer)
        .exceptionally(
            failure -> {
              throw new CompletionException(inWords(failure));
            });
  }

  private static Throwable inWords(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof HandleFailure store ? Agreements.refusal(store.why()) : cause;
  }

  private static void requirePeer(byte[] peer) {
    if (peer.length == 0) {
      throw Refusal.invalid("peer_public_key", "is required");
    }
    if (peer.length > LONGEST_KEY) { // It would wait, and take room, only to be refused.
      throw Refusal.of(
          Reason.INVALID_PUBLIC_KEY, "peer_public_key", "is longer than a public key of any curve");
    }
  }
}
