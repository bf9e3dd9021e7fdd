package io.kexd.server.service;

import io.kexd.crypto.AgreementResult;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handle;
import io.kexd.server.keys.Handles;
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
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What is computed on one curve, many operations in a call. Each is settled by itself: what is
 * wrong with one is nothing to the others. Nothing is consumed before the peer's key was found
 * good.
 */
final class Agreements {
  /** The earliest that a limit on handles is likely to have eased. */
  private static final Duration HANDLES_RETRY = Duration.ofSeconds(1);

  /** A pair to make. */
  record NewPair(Caller owner, Duration ttl, ReusablePair.Bounds bounds, KeyFormat format) {}

  /** A handle to use. */
  record Use(Handle handle, Agree request) {}

  /** An exchange with a pair that may have served before, and for whom. */
  record Again(Caller caller, Exchange request) {}

  /** The pair that such an exchange got. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Given(
      Job<Again, Exchanged> job, byte[] peer, ReusablePair.Use use, boolean poolHit) {}

  private final Scheme scheme;
  private final Handles handles;
  private final Pairs pairs;
  private final Reuse reuse;
  private final Line<NewPair, Generated> generating;
  private final Line<Use, byte[]> agreeing;
  private final Line<Exchange, Exchanged> exchanging;
  private final Line<Again, Exchanged> exchangingAgain;

  Agreements(Scheme scheme, Handles handles, Work work, Pairs pairs, Reuse reuse) {
    this.scheme = scheme;
    this.handles = handles;
    this.pairs = pairs;
    this.reuse = reuse;
    this.generating = work.line(scheme.id(), Operation.GENERATE, this::generate);
    this.agreeing = work.line(scheme.id(), Operation.AGREE, this::agree);
    this.exchanging = work.line(scheme.id(), Operation.EXCHANGE, this::exchange);
    this.exchangingAgain = work.line(scheme.id(), Operation.EXCHANGE, this::exchangeAgain);
  }

  Line<NewPair, Generated> generating() {
    return generating;
  }

  Line<Use, byte[]> agreeing() {
    return agreeing;
  }

  Line<Exchange, Exchanged> exchanging() {
    return exchanging;
  }

  Line<Again, Exchanged> exchangingAgain() {
    return exchangingAgain;
  }

  /** To make one is to make its scheme's tables: only after the self-test. */
  private KeyAgreement agreement() {
    return KeyAgreement.of(scheme.id());
  }

  private void generate(List<Job<NewPair, Generated>> jobs) {
    KeyAgreement agreement = agreement();
    List<Job<NewPair, Generated>> admitted = new ArrayList<>();
    List<Handles.Room> rooms = new ArrayList<>();
    for (Job<NewPair, Generated> job : jobs) {
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
      rooms.forEach(Handles.Room::giveBack);
      throw e;
    }
    for (int i = 0; i < taken.pairs().size(); i++) {
      Handles.Room room = rooms.get(i);
      KeyPair pair = taken.pairs().get(i);
      admitted.get(i).settle(wanted -> keep(agreement, room, pair, wanted));
    }
    for (int i = taken.pairs().size(); i < admitted.size(); i++) {
      rooms.get(i).giveBack();
      admitted.get(i).fail(Pairs.none());
    }
  }

  private Generated keep(KeyAgreement agreement, Handles.Room room, KeyPair pair, NewPair wanted) {
    Handles.Issued issued = room.issue(scheme.id(), wanted.ttl(), wanted.bounds(), pair);
    return new Generated(
        issued.id(), agreement.encode(issued.publicKey(), wanted.format()), issued.expiresAt());
  }

  private void agree(List<Job<Use, byte[]>> jobs) {
    KeyAgreement agreement = agreement();
    List<Job<Use, byte[]>> valid = new ArrayList<>();
    List<byte[]> peers = new ArrayList<>();
    List<ReusablePair.Use> uses = new ArrayList<>();
    try {
      for (Job<Use, byte[]> job : jobs) {
        job.attempt(
            use -> {
              requireLive(use.handle());
              byte[] peer = decode(agreement, use.request().peer(), use.request().format());
              uses.add(use.handle().claim().orElseThrow(() -> ended(use.handle())));
              peers.add(peer);
              valid.add(job);
            });
      }
      List<AgreementResult> results = agreement.agree(pairs(uses), peers);
      for (int i = 0; i < valid.size(); i++) {
        AgreementResult result = results.get(i);
        ReusablePair.Use taken = uses.get(i);
        noteReuse(taken);
        byte[] own = taken.pair().publicKey();
        byte[] peer = peers.get(i);
        valid
            .get(i)
            .settle(
                use ->
                    use.request()
                        .derivation()
                        .apply(
                            scheme,
                            secret(result),
                            PublicKeys.ofAgree(own, peer, use.request().initiator())));
      }
    } finally {
      uses.forEach(ReusablePair.Use::close);
    }
  }

  private static List<KeyPair> pairs(List<ReusablePair.Use> uses) {
    return uses.stream().map(ReusablePair.Use::pair).toList();
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

  /** Refuses a handle that was used, or whose time is over. */
  static void requireLive(Handle handle) {
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
