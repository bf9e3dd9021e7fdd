package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.client.KexdClientBuilder;
import io.kexd.client.Version;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of every command that calls a server. */
final class Connection {
  static final String HEADING = "%nConnection:%n";

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      description = "Where the server listens. Default: ${DEFAULT-VALUE}")
  private String target = "127.0.0.1:9090";

  @Option(names = "--tls", description = "TLS, trusting the authorities of the JDK.")
  private boolean tls;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "TLS, trusting only the certificates of this PEM file.")
  private @Nullable Path ca;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "TLS with this client certificate (PEM); needs --cert-key.")
  private @Nullable Path certificate;

  @Option(
      names = "--cert-key",
      paramLabel = "FILE",
      description = "Private key of --cert (PEM, PKCS #8).")
  private @Nullable Path certificateKey;

  @Option(
      names = "--plaintext",
      description = {
        "No TLS although the server is on another machine: the network sees every secret.",
        "To this machine, no TLS is the default."
      })
  private boolean plaintext;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long a call may take. Default: 10s")
  private Duration timeout = Duration.ofSeconds(10);

  /** Connects as the options say; a contradiction in them is wrong usage. */
  KexdClient open(CommandSpec command) {
    KexdClientBuilder builder = builder(command);
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw wrong(command, String.valueOf(e.getMessage()));
    }
  }

  /** How long a call may take. */
  Duration timeout() {
    return timeout;
  }

  /** What {@link #open} connects with. */
  KexdClientBuilder builder(CommandSpec command) {
    if (!target.matches(".+:\\d{1,5}") || port() > 65_535) {
      throw wrong(command, "--target must be HOST:PORT");
    }
    if ((certificate == null) != (certificateKey == null)) {
      throw wrong(command, "--cert and --cert-key go together");
    }
    try {
      KexdClientBuilder builder = KexdClient.builder(target).deadline(timeout);
      if (tls) {
        builder.tls();
      }
      if (ca != null) {
        builder.trust(ca);
      }
      if (certificate != null && certificateKey != null) {
        builder.identity(certificate, certificateKey);
      }
      if (plaintext) {
        builder.plaintext();
      }
      return builder.userAgent("kexd-cli/" + Version.current());
    } catch (IllegalArgumentException e) {
      throw wrong(command, String.valueOf(e.getMessage()));
    }
  }

  private int port() {
    return Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
  }

  private static ParameterException wrong(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
