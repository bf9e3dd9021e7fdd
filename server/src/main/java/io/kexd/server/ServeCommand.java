package io.kexd.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code kexd serve}. Exit status 0 after a clean shutdown, 1 when it cannot start, 2 for wrong
 * usage.
 */
@Command(
    name = "kexd serve",
    mixinStandardHelpOptions = true,
    versionProvider = ServeCommand.Versions.class,
    sortOptions = false,
    description = "Serves key exchange and signatures over gRPC.",
    footer = {
      "",
      "Settings come from the file, then from environment variables (KEXD_HANDLES_MAXTTL for"
          + " handles.maxTtl), then from these options. Without any: plaintext on 127.0.0.1:9090,"
          + " management on 127.0.0.1:9464, signing keys in ./kexd-data."
    })
final class ServeCommand implements Callable<Integer> {
  @Option(names = "--config", paramLabel = "FILE", description = "Settings, YAML.")
  @Nullable Path config;

  @Option(names = "--address", paramLabel = "HOST", description = "Where gRPC listens.")
  @Nullable String address;

  @Option(names = "--port", paramLabel = "N", description = "Its port; 0 takes a free one.")
  @Nullable String port;

  @Option(
      names = "--management-port",
      paramLabel = "N",
      description = "The port of /metrics, /livez and /readyz; 0 takes a free one.")
  @Nullable String managementPort;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of the embedded database; made if there is none.")
  @Nullable String data;

  @Option(names = "--insecure", description = "Allow plaintext off loopback.")
  boolean insecure;

  /** The version that --version shows. */
  static final class Versions implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"kexd " + Version.NUMBER};
    }
  }

  /** Runs until the server is stopped; returns the exit status. */
  static int run(String... arguments) {
    return ExitStatus.of(new ServeCommand()).execute(arguments);
  }

  @Override
  public Integer call() throws StartException, InterruptedException {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    Server server = start(SettingsReader.of(Optional.ofNullable(config), System.getenv(), flags()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "kexd-shutdown"));
    System.out.println("kexd ready on " + server.target());
    server.awaitClose();
    return 0;
  }

  /** What is wrong is named as it was given. */
  private static Server start(SettingsReader reader) throws StartException {
    Settings settings = reader.settings();
    try {
      return Server.start(settings);
    } catch (SettingsException e) {
      throw e.named(reader::nameOf);
    } catch (StartException e) {
      throw e.named(reader::nameOf);
    }
  }

  // A process that SIGTERM ends has exit status 143, however clean its end was. This one is done.
  private static void stop(Server server) {
    server.close();
    Runtime.getRuntime().halt(0);
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new HashMap<>();
    put(flags, "address", address);
    put(flags, "port", port);
    put(flags, "management.port", managementPort);
    put(flags, "data", data);
    put(flags, "insecure", insecure ? "true" : null);
    return flags;
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }
}
