package io.kexd.server;

import io.kexd.server.keys.Inventory;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kexd keys restore}. */
@Command(
    name = "restore",
    description = {
      "Puts the signing keys of a backup into a store that has none.",
      "",
      "All or nothing: every key must open with the keyset that the settings name. The store may"
          + " be another kind than the one that was backed up."
    },
    footer = {
      "",
      "Keys are as they were when the backup was made. What was disabled, scheduled for destruction"
          + " or destroyed later can be used again: it is listed, and --disabled prevents it.",
      "",
      "Example:",
      "  kexd keys restore --config kexd.yaml keys-2026-12-01.db"
    })
final class KeysRestoreCommand extends StoreCommand {
  @Parameters(paramLabel = "FILE", description = "What 'kexd keys backup' wrote.")
  private Path file = Path.of("");

  @Option(
      names = "--disabled",
      description = "Disable every enabled key; its owner enables it again.")
  private boolean disabled;

  @Override
  int run(KeyStorage storage) throws StartException {
    Inventory keys = KeyBackup.restore(storage, file, disabled);
    keys.keys().stream()
        .filter(key -> !key.isDestroyed())
        .forEach(key -> System.out.println(described(key)));
    System.out.println("restored " + count(keys.keys()) + " from " + file);
    ExitStatus.tell(
        "this is an old state, "
            + newest(keys)
            + ": what was made later is gone, and what was disabled, scheduled for destruction or"
            + " destroyed later is listed as it was before; disable or destroy it again"
            + (disabled ? " before it is enabled" : ""));
    return 0;
  }

  private static String newest(Inventory keys) {
    return keys.keys().stream()
        .flatMap(key -> key.versions().stream())
        .map(SigningKey.Version::createdAt)
        .max(Comparator.naturalOrder())
        .map(time -> "whose newest key was made at " + time)
        .orElse("of no keys");
  }

  private static String described(SigningKey key) {
    return KeyStorage.plain(key.id())
        + ": "
        + state(key.state())
        + "; "
        + key.versions().stream()
            .map(version -> "version " + version.number() + " " + state(version.state()))
            .collect(Collectors.joining(", "));
  }

  private static String state(KeyState state) {
    String status = state.status().name().toLowerCase(Locale.ROOT);
    return state.destroyAt().map(time -> status(status, time)).orElse(status);
  }

  private static String status(String status, Instant destroyAt) {
    return destroyAt.isAfter(Instant.now())
        ? status + " for " + destroyAt
        : "to be destroyed as soon as a server runs";
  }
}
