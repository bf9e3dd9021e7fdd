package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps ephemeral pairs between two calls, each for one use or, within bounds, for some. Nothing
 * here waits: what is not known at once comes by a future, perhaps as a {@link HandleFailure}.
 * Thread-safe.
 */
public interface HandleStore extends AutoCloseable {
  /** A new handle: its id, its pair's raw public key, when it expires. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Issued(String id, byte[] publicKey, Instant expiresAt) {}

  /** Room for one more pair of a caller: used or given back, once. */
  interface Room {
    /**
     * Keeps a pair for the owner, for as many uses as the bounds say. The pair is the store's,
     * which wipes it also when this fails.
     */
    CompletableFuture<Issued> keep(
        String curve, Duration ttl, ReusablePair.Bounds bounds, KeyPair pair);

    /** There is no pair after all. */
    void giveBack();
  }

  /** A pair that is kept, or was. */
  interface Kept {
    /** The curve id of its pair. */
    String curve();

    /** Whether it is known to have ended; whatever this says, {@link #take} decides. */
    Handle.State state();

    /** Whether its pair may be used more than once. */
    boolean isReusable();

    /** Takes a use of the pair, which the caller closes. */
    CompletableFuture<ReusablePair.Use> take();

    /** Wipes the pair. One that has ended is no failure. */
    CompletableFuture<Void> discard();
  }

  /**
   * Room for a pair; empty when the caller, or all together, are known to hold as many as they may.
   *
   * @throws HandleFailure when nothing can be kept now
   */
  Optional<? extends Room> room(Caller owner);

  /** The caller's handle; empty when it is certain that there is none. */
  Optional<? extends Kept> find(Caller caller, String id);

  /** Whether every future is done when it is returned. */
  boolean answersAtOnce();

  @Override
  void close();
}
