package io.kexd.server.service;

import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** What becomes of the states of a key, or of one of its versions, or a refusal. */
final class KeyStates {
  private KeyStates() {}

  /** Version 0 means the whole key, here and below. */
  static SigningKey disabled(SigningKey key, int version) {
    return change(key, version, state -> notScheduled(state, KeyState.DISABLED));
  }

  static SigningKey enabled(SigningKey key, int version) {
    return change(key, version, state -> notScheduled(state, KeyState.ENABLED));
  }

  private static KeyState notScheduled(KeyState now, KeyState next) {
    if (isScheduled(now)) {
      throw Refusal.of(
          Reason.KEY_DISABLED, "it will be destroyed; RestoreSigningKey brings it back");
    }
    return next;
  }

  /** One whose destruction is scheduled keeps its time. */
  static SigningKey destroyedAt(SigningKey key, int version, Instant time) {
    if (version == key.primary()) {
      throw Refusal.invalid(
          "version", "is the primary one: rotate first, or destroy the whole key");
    }
    return change(key, version, state -> isScheduled(state) ? state : KeyState.destroyedAt(time));
  }

  static SigningKey restored(SigningKey key, int version, Instant now) {
    return change(
        key,
        version,
        state -> {
          if (state.isDue(now)) {
            throw StoredKeys.unknown(); // It is about to go.
          }
          return isScheduled(state) ? KeyState.DISABLED : state;
        });
  }

  private static boolean isScheduled(KeyState state) {
    return state.status() == KeyState.Status.DESTROY_SCHEDULED;
  }

  private static SigningKey change(SigningKey key, int version, UnaryOperator<KeyState> change) {
    if (version == 0) {
      return key.in(change.apply(key.state()));
    }
    KeyState next = change.apply(StoredKeys.version(key, version).state());
    return key.with(version, v -> v.in(next));
  }

  static SigningKey from(SigningKey key, int minimal) {
    if (minimal < 1 || minimal > key.primary()) {
      throw Refusal.invalid(
          "minimal_version", "must be from 1 to the primary version, " + key.primary());
    }
    return key.from(minimal);
  }
}
