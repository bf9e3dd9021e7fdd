package io.kexd.client;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelRegistry.ProviderNotFoundException;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link KexdClient}.
 *
 * <p>Without any TLS setting the connection is plain text, and then only to this machine: anything
 * else must be said with {@link #plaintext}.
 */
public final class KexdClientBuilder {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?");

  /** No file of certificates is as large; a device is larger. */
  private static final int MOST_OF_A_FILE = 8 << 20;

  private final String target;
  private boolean plaintext;
  private boolean tls;
  private @Nullable Path ca;
  private @Nullable Path certificate;
  private @Nullable Path key;
  private Duration deadline = Duration.ofSeconds(10);
  private String userAgent = "kexd-client/" + Version.current();
  private boolean retry = true;

  KexdClientBuilder(String target) {
    this.target = target;
  }

  /** TLS that trusts the authorities of the JDK, or those of {@link #trust}. */
  public KexdClientBuilder tls() {
    tls = true;
    return this;
  }

  /** TLS that trusts the certificates of a PEM file, and no others. */
  public KexdClientBuilder trust(Path ca) {
    this.ca = ca;
    return tls();
  }

  /**
   * TLS with a client certificate, from PEM files.
   *
   * @param certificate the certificate, then those that lead to its authority
   * @param key its private key in PKCS #8
   */
  public KexdClientBuilder identity(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
    return tls();
  }

  /** No TLS, although the server is on another machine: the network sees every secret. */
  public KexdClientBuilder plaintext() {
    plaintext = true;
    return this;
  }

  /** How long a call may take, retries included: at most a day; 10 seconds when not set. */
  public KexdClientBuilder deadline(Duration deadline) {
    if (!deadline.isPositive() || deadline.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "a deadline must be positive and at most a day, not " + deadline);
    }
    this.deadline = deadline;
    return this;
  }

  /** What the client calls itself in the HTTP/2 header {@code user-agent}. */
  public KexdClientBuilder userAgent(String userAgent) {
    this.userAgent = userAgent;
    return this;
  }

  /** Whether calls that are safe to repeat are repeated; true when not set. */
  public KexdClientBuilder retry(boolean retry) {
    this.retry = retry;
    return this;
  }

  /**
   * The client. It connects with the first call.
   *
   * @throws IllegalArgumentException when the settings contradict each other or a file cannot be
   *     used; the message says which
   */
  public KexdClient build() {
    ManagedChannelBuilder<?> channel = newChannel().userAgent(userAgent);
    if (retry) {
      channel.enableRetry().defaultServiceConfig(RetryPolicy.serviceConfig());
    } else {
      channel.disableRetry();
    }
    return new KexdClient(channel.build(), target, deadline);
  }

  private ManagedChannelBuilder<?> newChannel() {
    try {
      return Grpc.newChannelBuilder(target, credentials());
    } catch (ProviderNotFoundException e) {
      throw new IllegalArgumentException(
          "the TLS files cannot be used, one is damaged or of an unknown kind", e);
    }
  }

  /** Where the server listens. */
  public String target() {
    return target;
  }

  /**
   * Who the client is and whom it trusts, for a gRPC channel of one's own.
   *
   * @throws IllegalArgumentException as {@link #build} does
   */
  public ChannelCredentials credentials() {
    if (tls && plaintext) {
      throw new IllegalArgumentException("plaintext and TLS exclude each other");
    }
    if (tls) {
      return tlsCredentials();
    }
    if (!plaintext && !LOOPBACK.matcher(target).matches()) {
      throw new IllegalArgumentException(
          target
              + " is not this machine: use TLS, or allow plaintext and let the network see"
              + " every secret");
    }
    return InsecureChannelCredentials.create();
  }

  private ChannelCredentials tlsCredentials() {
    TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
    try {
      if (ca != null) {
        credentials.trustManager(pem(ca, "CERTIFICATE"));
      }
      if (certificate != null && key != null) {
        credentials.keyManager(pem(certificate, "CERTIFICATE"), pem(key, "PRIVATE KEY"));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read a TLS file", e);
    }
    return credentials.build();
  }

  private static File pem(Path file, String label) {
    try (InputStream in = Files.newInputStream(file)) {
      if (new String(in.readNBytes(MOST_OF_A_FILE), StandardCharsets.ISO_8859_1)
          .contains("-----BEGIN " + label + "-----")) {
        return file.toFile();
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file, e);
    }
    throw new IllegalArgumentException(
        file + " holds no PEM " + label + (label.equals("PRIVATE KEY") ? " (PKCS #8)" : ""));
  }
}
