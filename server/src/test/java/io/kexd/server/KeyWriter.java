package io.kexd.server;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A process that makes and rotates keys until it is killed, and says of each once it is stored:
 * name, version, public key.
 */
final class KeyWriter {
  private static final Signer ED25519 = Signer.of("ed25519");
  private static final SecureRandom RANDOM = new SecureRandom();

  private KeyWriter() {}

  /**
   * Runs for ever.
   *
   * @param arguments the folder, and what its keys' names begin with
   */
  public static void main(String[] arguments) throws StartException {
    SigningKeys keys = storage(Path.of(arguments[0])).open();
    for (int i = 0; ; i++) {
      String name = arguments[1] + "-" + i;
      for (int version = 1; version <= 2; version++) {
        byte[] publicKey = add(keys, name);
        System.out.println(name + " " + version + " " + HexFormat.of().formatHex(publicKey));
      }
    }
  }

  static KeyStorage storage(Path folder) {
    return new KeyStorage(
        folder,
        KeyStorage.EMBEDDED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new SigningKeys.Config(Duration.ofSeconds(1), Duration.ofMinutes(5)));
  }

  /** Makes one key, and closes the storage. */
  static byte[] create(KeyStorage storage, String name) throws StartException {
    try (SigningKeys keys = storage.open()) {
      return add(keys, name);
    }
  }

  /** Makes a key, or a version of it; its public key. */
  static byte[] add(SigningKeys keys, String name) {
    try (KeyPair pair = ED25519.generate(RANDOM)) {
      return add(keys, name, "ed25519", pair);
    }
  }

  /** The same of a given pair. */
  static byte[] add(SigningKeys keys, String name, String algorithm, KeyPair pair) {
    SigningKey.Id id = SigningKey.Id.of(Caller.ANONYMOUS, name);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    SigningKey stored =
        keys.change(
                Caller.ANONYMOUS,
                name,
                (key, held) -> {
                  int next = key.map(k -> k.primary() + 1).orElse(1);
                  SigningKey.Version version = keys.seal(id, algorithm, next, pair, now);
                  return Optional.of(
                      key.map(k -> k.with(version))
                          .orElseGet(
                              () ->
                                  new SigningKey(
                                      id,
                                      algorithm,
                                      SigningKey.Purpose.SIGN_DATA,
                                      now,
                                      1,
                                      1,
                                      KeyState.ENABLED,
                                      List.of(version))));
                })
            .join();
    return stored.version(0).orElseThrow().publicKey();
  }

  /** The public key of a version, whose private key can be opened. */
  static Optional<byte[]> publicKey(SigningKeys keys, String name, int number) {
    return keys.find(Caller.ANONYMOUS, name)
        .flatMap(
            key ->
                key.version(number)
                    .flatMap(version -> keys.pair(key, version))
                    .map(KeyPair::publicKey));
  }
}
