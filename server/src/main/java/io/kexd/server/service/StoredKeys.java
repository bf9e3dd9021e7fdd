package io.kexd.server.service;

import io.kexd.crypto.KeyPair;
import io.kexd.server.keys.DamagedKey;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.keys.StoreBusy;
import io.kexd.server.keys.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Signing keys as the services see them: what cannot be had is refused with a reason. */
final class StoredKeys {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final SigningKeys keys;

  StoredKeys(SigningKeys keys) {
    this.keys = keys;
  }

  /** The caller's key of that name, in whatever state. */
  SigningKey find(Call call, String field, String name) {
    if (name.isEmpty()) {
      throw Refusal.invalid(field, "is required");
    }
    return refusing(() -> keys.find(call.caller(), name)).orElseThrow(StoredKeys::unknown);
  }

  /** Whether the caller has a key of that name; a damaged one counts. */
  boolean exists(Call call, String name) {
    try {
      return keys.find(call.caller(), name).isPresent();
    } catch (DamagedKey e) {
      return true;
    } catch (StoreUnavailable e) {
      throw refusal(e);
    }
  }

  List<SigningKey> list(Call call, String after, int limit) {
    return refusing(() -> keys.list(call.caller(), after, limit));
  }

  /** Changes a key; the answer is as durable as the store. */
  CompletableFuture<SigningKey> change(Call call, String name, SigningKeys.Change change) {
    return keys.change(call.caller(), name, change)
        .exceptionally(
            thrown -> {
              Throwable cause =
                  thrown instanceof CompletionException && thrown.getCause() != null
                      ? thrown.getCause()
                      : thrown;
              throw cause instanceof RuntimeException e
                  ? refusal(e)
                  : new CompletionException(cause);
            });
  }

  /** The pair of a version, if it may still be used: a call may have waited. For workers. */
  KeyPair pair(SigningKey key, Version version) {
    return refusing(
        () -> {
          usable(keys.find(key.id()).orElseThrow(StoredKeys::unknown), version.number());
          return keys.pair(key, version).orElseThrow(StoredKeys::unknown);
        });
  }

  private static <T> T refusing(Supplier<T> work) {
    try {
      return work.get();
    } catch (DamagedKey | StoreUnavailable e) {
      throw refusal(e);
    }
  }

  private static RuntimeException refusal(RuntimeException thrown) {
    if (thrown instanceof DamagedKey) {
      return Refusal.of(
          Reason.INTERNAL,
          "what the server's store holds of this key is damaged; the server logged it, and its"
              + " operator can restore a backup");
    } else if (thrown instanceof StoreUnavailable) {
      return Refusal.retry(
          Reason.STORE_UNAVAILABLE,
          "the store of signing keys does not answer; a change may or may not have been made",
          SOON);
    } else if (thrown instanceof StoreBusy) {
      return Refusal.retry(
          Reason.OVERLOADED, "too many changes of signing keys wait; try again later", SOON);
    }
    return thrown;
  }

  static Refusal unknown() {
    return Refusal.of(Reason.KEY_NOT_FOUND, "this caller has no signing key of that name");
  }

  /**
   * The version of that number, the primary one for 0, of a key of that purpose, or a refusal if it
   * may not be used.
   */
  static Version usable(SigningKey key, int number) {
    Version version = version(key, number);
    requireEnabled("the key", key.state());
    requireEnabled("that version of the key", version.state());
    if (version.number() < key.minimal()) {
      throw Refusal.of(
          Reason.KEY_DISABLED,
          "that version is below the key's minimal version, which is " + key.minimal());
    }
    return version;
  }

  static Version version(SigningKey key, int number) {
    return key.version(number)
        .orElseThrow(() -> Refusal.of(Reason.KEY_NOT_FOUND, "the key has no such version"));
  }

  private static void requireEnabled(String what, KeyState state) {
    switch (state.status()) {
      case ENABLED -> {}
      case DISABLED ->
          throw Refusal.of(Reason.KEY_DISABLED, what + " is disabled; EnableSigningKey enables it");
      case DESTROY_SCHEDULED ->
          throw Refusal.of(
              Reason.KEY_DISABLED,
              what + " will be destroyed; RestoreSigningKey and EnableSigningKey bring it back");
      case DESTROYED -> throw unknown();
    }
  }

  /** Refuses a key of another purpose. */
  static void requirePurpose(SigningKey key, SigningKey.Purpose purpose) {
    if (key.purpose() != purpose) {
      throw Refusal.of(
          Reason.KEY_PURPOSE,
          purpose == SigningKey.Purpose.SIGN_DATA
              ? "the key signs exchanges only; use one of purpose SIGN_DATA"
              : "the key signs data only; use one of purpose SIGN_EXCHANGE");
    }
  }
}
