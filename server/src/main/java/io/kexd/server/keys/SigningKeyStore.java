package io.kexd.server.keys;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where signing keys are kept. Every method blocks, and throws {@link StoreUnavailable} when the
 * store does not answer; what was being changed is then as it was, or, if only the answer was lost,
 * changed. A change is on disk when its method returns.
 */
public interface SigningKeyStore extends AutoCloseable {
  /**
   * A key as it was read.
   *
   * @param seal authenticates all of it
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Stored(SigningKey key, byte[] seal) {}

  /**
   * A state of the store.
   *
   * @param revision counts its changes
   * @param token tells the last one from any other that once had its revision
   */
  record Position(long revision, String token) {
    /** Nothing was read yet. */
    public static final Position START = new Position(0, "");
  }

  /**
   * What was changed since a position.
   *
   * @param at that of the last change
   * @param isAll whether these are all keys of the store: others are there no more
   * @param keys those that were changed
   * @param unreadable those whose rows make no sense
   */
  record Changes(Position at, boolean isAll, List<Stored> keys, List<SigningKey.Id> unreadable) {}

  /**
   * What a change starts from.
   *
   * @param key empty when there is none of that name
   * @param held keys that its owner holds, without destroyed ones
   */
  record Present(Optional<Stored> key, int held) {}

  /** What was changed since then; everything from the start, or when the store has lost changes. */
  Changes since(Position seen);

  /** Whether the store has been in that state, lately; false when it has lost the change. */
  boolean knows(Position left);

  /**
   * Changes a key, in one step.
   *
   * @param change what it becomes; empty leaves it as it is, and so does what it throws, which is
   *     thrown on
   * @return the state that it left the store in
   * @throws DamagedKey when its rows make no sense
   */
  Position change(SigningKey.Id id, Function<Present, Optional<Stored>> change);

  /**
   * Puts keys into a store that has none, in one step.
   *
   * @param was the check that it had
   * @param check that of the keys, see {@link #keysetCheck}
   * @return false, with nothing changed, when the store has keys, be they destroyed, or another
   *     check by now
   */
  boolean fill(List<Stored> keys, Optional<byte[]> was, byte[] check);

  /** Keys of which something is due to be destroyed. */
  List<SigningKey.Id> due(Instant now);

  /** What the keyset sealed to be known again; empty at first. */
  Optional<byte[]> keysetCheck();

  /** Replaces the check, if it is still what it was. */
  void setKeysetCheck(Optional<byte[]> was, byte[] check);

  @Override
  void close();
}
