package io.kexd.server.service;

import io.kexd.crypto.AgreementResult;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.HandleFailure;
import io.kexd.server.keys.HandleStore;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Job;
import io.kexd.server.pipeline.Line;
import io.kexd.server.service.Derivation.PublicKeys;
import io.kexd.server.service.KeyExchange.Agree;
import io.kexd.server.service.KeyExchange.Exchange;
import io.kexd.server.service.KeyExchange.Exchanged;
import io.kexd.server.service.KeyExchange.Generated;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What is computed on one curve, many operations in a call. Each is settled by itself: what is
 * wrong with one is nothing to the others. Nothing is consumed before the peer's key was found
 * good.
 */
final class Agreements {
  /** The earliest that a limit on handles, or an outage of their store, is likely to be over. */
  private static final Duration HANDLES_RETRY = Duration.ofSeconds(1);

  /** A pair to make. */
  record NewPair(Caller owner, Duration ttl, ReusablePair.Bounds bounds, KeyFormat format) {}

  /** A handle to use. */
  record Use(Caller caller, HandleStore.Kept handle, Agree request) {}

  /** A use of a pair that is taken, a peer's key that is good. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Claimed(ReusablePair.Use use, byte[] peer, Agree request) {}

  /** An exchange with a pair that may have served before, and for whom. */
  record Again(Caller caller, Exchange request) {}

  /** The pair that such an exchange got. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Given(
      Job<Again, Exchanged> job, byte[] peer, ReusablePair.Use use, boolean poolHit) {}

  private final Scheme scheme;
  private final HandleStore handles;
  private final Work work;
  private final Pairs pairs;
  private final Reuse reuse;

  /** Pairs that are ready, and pairs that are made: each is measured by itself. */
  private final Line<NewPair, Later<Generated>> claiming;

  private final Line<NewPair, Later<Generated>> making;

  private final DerivingLines<Use, Later<byte[]>> agreeing;

  /** The rest of an agreement whose pair came later. */
  private final DerivingLines<Claimed, byte[]> finishing;

  private final DerivingLines<Exchange, Exchanged> exchanging;
  private final DerivingLines<Again, Exchanged> exchangingAgain;

  Agreements(Scheme scheme, HandleStore handles, Work work, Pairs pairs, Reuse reuse) {
    this.scheme = scheme;
    this.handles = handles;
    this.work = work;
    this.pairs = pairs;
    this.reuse = reuse;
    String id = scheme.id();
    this.claiming = work.line(id, Operation.GENERATE, jobs -> generate(jobs, true));
    this.making = work.line(id, Operation.GENERATE, jobs -> generate(jobs, false));
    this.agreeing = DerivingLines.of(work, id, Operation.AGREE, this::agree);
    this.finishing = DerivingLines.of(work, id, Operation.AGREE, this::finish);
    this.exchanging = DerivingLines.of(work, id, Operation.EXCHANGE, this::exchange);
    this.exchangingAgain = DerivingLines.of(work, id, Operation.EXCHANGE, this::exchangeAgain);
  }

  Line<NewPair, Later<Generated>> generating() {
    return pairs.areReady(scheme.id()) ? claiming : making;
  }

  Line<Use, Later<byte[]>> agreeing(Derivation derivation) {
    return agreeing.on(derivation);
  }

  Line<Exchange, Exchanged> exchanging(Derivation derivation) {
    return exchanging.on(derivation);
  }

  Line<Again, Exchanged> exchangingAgain(Derivation derivation) {
    return exchangingAgain.on(derivation);
  }

  /** To make one is to make its scheme's tables: only after the self-test. */
  private KeyAgreement agreement() {
    return KeyAgreement.of(scheme.id());
  }

  private void generate(List<Job<NewPair, Later<Generated>>> jobs, boolean ready) {
    KeyAgreement agreement = agreement();
    List<Job<NewPair, Later<Generated>>> admitted = new ArrayList<>();
    List<HandleStore.Room> rooms = new ArrayList<>();
    for (Job<NewPair, Later<Generated>> job : jobs) {
      job.attempt(
          wanted -> {
            rooms.add(handles.room(wanted.owner()).orElseThrow(Agreements::noRoom));
            admitted.add(job);
          });
    }
    Pairs.Taken taken;
    try {
      taken = pairs.take(agreement, rooms.size());
    } catch (RuntimeException | Error e) {
      rooms.forEach(HandleStore.Room::giveBack);
      throw e;
    }
    if (taken.hits() != (ready ? taken.pairs().size() : 0)) {
      admitted.forEach(Job::leaveUnmeasured);
    }
    for (int i = 0; i < taken.pairs().size(); i++) {
      HandleStore.Room room = rooms.get(i);
      KeyPair pair = taken.pairs().get(i);
      admitted.get(i).settle(wanted -> keep(agreement, room, pair, wanted));
    }
    for (int i = taken.pairs().size(); i < admitted.size(); i++) {
      rooms.get(i).giveBack();
      admitted.get(i).fail(Pairs.none());
    }
  }

  private Later<Generated> keep(
      KeyAgreement agreement, HandleStore.Room room, KeyPair pair, NewPair wanted) {
    return new Later<>(
        room.keep(scheme.id(), wanted.ttl(), wanted.bounds(), pair)
            .thenApply(
                issued ->
                    new Generated(
                        issued.id(),
                        agreement.encode(issued.publicKey(), wanted.format()),
                        issued.expiresAt())));
  }

  /** Computes at once with the pairs that are there at once; the others come to {@link #finish}. */
  private void agree(List<Job<Use, Later<byte[]>>> jobs) {
    KeyAgreement agreement = agreement();
    List<Job<Use, Later<byte[]>>> valid = new ArrayList<>();
    List<Claimed> claimed = new ArrayList<>();
    try {
      for (Job<Use, Later<byte[]>> job : jobs) {
        job.attempt(
            use -> {
              requireLive(use.handle());
              byte[] peer = decode(agreement, use.request().peer(), use.request().format());
              CompletableFuture<ReusablePair.Use> taken = use.handle().take();
              if (handles.answersAtOnce()) {
                claimed.add(new Claimed(taken.join(), peer, use.request()));
                valid.add(job);
              } else {
                job.settle(later -> finishLater(taken, peer, later));
              }
            });
      }
      List<AgreementResult> results = results(agreement, claimed);
      for (int i = 0; i < valid.size(); i++) {
        AgreementResult result = results.get(i);
        Claimed one = claimed.get(i);
        valid.get(i).settle(use -> Later.now(derive(one, result)));
      }
    } finally {
      claimed.forEach(one -> one.use().close());
    }
  }

  private Later<byte[]> finishLater(
      CompletableFuture<ReusablePair.Use> taken, byte[] peer, Use wanted) {
    // What it used up is gone: whether somebody still waits for it is no longer asked.
    Call rest = new Call(wanted.caller(), Operation.AGREE, () -> false);
    return new Later<>(
        taken.thenCompose(
            use ->
                work.finish(
                        finishing.on(wanted.request().derivation()),
                        new Claimed(use, peer, wanted.request()),
                        rest)
                    .whenComplete((secret, failure) -> use.close())));
  }

  private void finish(List<Job<Claimed, byte[]>> jobs) {
    List<AgreementResult> results = results(agreement(), jobs.stream().map(Job::request).toList());
    for (int i = 0; i < jobs.size(); i++) {
      AgreementResult result = results.get(i);
      jobs.get(i).settle(one -> derive(one, result));
    }
  }

  private static List<AgreementResult> results(KeyAgreement agreement, List<Claimed> claimed) {
    return agreement.agree(
        pairs(claimed.stream().map(Claimed::use).toList()),
        claimed.stream().map(Claimed::peer).toList());
  }

  private static List<KeyPair> pairs(List<ReusablePair.Use> uses) {
    return uses.stream().map(ReusablePair.Use::pair).toList();
  }

  private byte[] derive(Claimed one, AgreementResult result) {
    noteReuse(one.use());
    return one.request()
        .derivation()
        .apply(
            scheme,
            secret(result),
            PublicKeys.ofAgree(
                one.use().pair().publicKey(), one.peer(), one.request().initiator()));
  }

  private void noteReuse(ReusablePair.Use use) {
    if (use.isRepeated()) {
      reuse.reused(scheme.id());
    }
  }

  private void exchange(List<Job<Exchange, Exchanged>> jobs) {
    KeyAgreement agreement = agreement();
    List<Job<Exchange, Exchanged>> valid = new ArrayList<>();
    List<byte[]> peers = new ArrayList<>();
    for (Job<Exchange, Exchanged> job : jobs) {
      job.attempt(
          wanted -> {
            peers.add(decode(agreement, wanted.peer(), wanted.format()));
            valid.add(job);
          });
    }
    Pairs.Taken taken = pairs.take(agreement, valid.size());
    List<KeyPair> own = taken.pairs();
    try {
      List<AgreementResult> results = agreement.agree(own, peers.subList(0, own.size()));
      for (int i = 0; i < own.size(); i++) {
        AgreementResult result = results.get(i);
        boolean hit = i < taken.hits();
        PublicKeys keys = PublicKeys.ofExchange(own.get(i).publicKey(), peers.get(i));
        valid.get(i).settle(wanted -> exchanged(agreement, wanted, result, keys, hit, false));
      }
    } finally {
      own.forEach(KeyPair::close);
    }
    valid.subList(own.size(), valid.size()).forEach(job -> job.fail(Pairs.none()));
  }

  private void exchangeAgain(List<Job<Again, Exchanged>> jobs) {
    KeyAgreement agreement = agreement();
    List<Given> given = new ArrayList<>();
    try {
      for (Job<Again, Exchanged> job : jobs) {
        job.attempt(wanted -> given.add(give(agreement, job, wanted)));
      }
      List<AgreementResult> results =
          agreement.agree(
              pairs(given.stream().map(Given::use).toList()),
              given.stream().map(Given::peer).toList());
      for (int i = 0; i < given.size(); i++) {
        Given one = given.get(i);
        AgreementResult result = results.get(i);
        noteReuse(one.use());
        PublicKeys keys = PublicKeys.ofExchange(one.use().pair().publicKey(), one.peer());
        boolean again = one.use().isRepeated();
        one.job()
            .settle(
                wanted ->
                    exchanged(agreement, wanted.request(), result, keys, one.poolHit(), again));
      }
    } finally {
      given.forEach(one -> one.use().close());
    }
  }

  private Given give(KeyAgreement agreement, Job<Again, Exchanged> job, Again wanted) {
    byte[] peer = decode(agreement, wanted.request().peer(), wanted.request().format());
    AtomicBoolean hit = new AtomicBoolean();
    ReusablePair.Use use =
        reuse.use(
            wanted.caller(),
            scheme.id(),
            () -> {
              Pairs.Taken taken = pairs.take(agreement, 1);
              hit.set(taken.hits() > 0);
              return taken.pairs().stream().findFirst().orElseThrow(Pairs::none);
            });
    return new Given(job, peer, use, hit.get());
  }

  private Exchanged exchanged(
      KeyAgreement agreement,
      Exchange wanted,
      AgreementResult result,
      PublicKeys keys,
      boolean poolHit,
      boolean reused) {
    return new Exchanged(
        agreement.encode(keys.responder(), wanted.format()),
        wanted.derivation().apply(scheme, secret(result), keys),
        poolHit,
        reused);
  }

  /** Refuses a handle that is known to be used, or whose time is over. */
  static void requireLive(HandleStore.Kept handle) {
    switch (handle.state()) {
      case LIVE -> {}
      case USED -> throw refusal(HandleFailure.Why.USED);
      case EXPIRED -> throw refusal(HandleFailure.Why.EXPIRED);
    }
  }

  /** What a caller is told when a pair cannot be kept or had. */
  static Refusal refusal(HandleFailure.Why why) {
    return switch (why) {
      case USED ->
          Refusal.of(
              Reason.KEY_ALREADY_USED, "the handle was used or destroyed; generate a new pair");
      case EXPIRED -> Refusal.of(Reason.KEY_EXPIRED, "the handle has expired; generate a new pair");
      case UNKNOWN -> Refusal.of(Reason.KEY_NOT_FOUND, "this caller has no such handle");
      case FULL -> noRoom();
      case UNAVAILABLE ->
          Refusal.retry(
              Reason.STORE_UNAVAILABLE,
              "the store of key pairs does not answer; try again later, and with a new pair if this"
                  + " one turns out to be used",
              HANDLES_RETRY);
    };
  }

  private static Refusal noRoom() {
    return Refusal.retry(
        Reason.TOO_MANY_HANDLES,
        "too many live handles; use or destroy some, or wait for some to expire",
        HANDLES_RETRY);
  }

  private static byte[] decode(KeyAgreement agreement, byte[] peer, KeyFormat format) {
    try {
      return agreement.decode(peer, format);
    } catch (InvalidKeyException e) {
      throw invalidPeer(e);
    }
  }

  private static byte[] secret(AgreementResult result) {
    try {
      return result.secret();
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
