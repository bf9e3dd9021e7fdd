package io.kexd.server;

import io.kexd.server.keys.SigningKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command on the store of signing keys, which finds it by the settings of {@code kexd serve}. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = ServeCommand.Versions.class,
    sortOptions = false)
abstract class StoreCommand implements Callable<Integer> {
  private static final int SHOWN = 10;

  @Option(names = "--config", paramLabel = "FILE", description = "The server's settings, YAML.")
  @Nullable Path config;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of the embedded database.")
  @Nullable String data;

  /** Does it; returns the exit status. */
  abstract int run(KeyStorage storage) throws StartException;

  @Override
  public Integer call() throws StartException {
    SettingsReader reader =
        SettingsReader.of(
            Optional.ofNullable(config),
            System.getenv(),
            data == null ? Map.of() : Map.of("data", data));
    KeyStorage storage = Wiring.keyStorage(reader.settings());
    try {
      return run(storage);
    } catch (StartException e) {
      throw e.named(reader::nameOf);
    }
  }

  /** How many keys there are, and how many that are only names. */
  static String count(List<SigningKey> keys) {
    long destroyed = keys.stream().filter(SigningKey::isDestroyed).count();
    String held = count(keys.size() - destroyed, "signing key");
    return destroyed == 0 ? held : held + " and " + count(destroyed, "name") + " of destroyed ones";
  }

  static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** Keys by name and owner, the first of them. */
  static String names(List<SigningKey.Id> keys) {
    String names = String.join(", ", keys.stream().limit(SHOWN).map(KeyStorage::plain).toList());
    return keys.size() <= SHOWN ? names : names + " and more";
  }
}
