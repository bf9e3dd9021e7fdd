package io.kexd.server.net;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the server shows and asks for in a handshake: TLS 1.3 by BoringSSL, and with a client CA a
 * certificate from every client.
 */
public final class Tls {
  /** A file that cannot be used, by the setting that names it. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    private final String setting;
    private final String problem;

    Unusable(String setting, String problem, @Nullable Throwable cause) {
      super(setting + ": " + problem, cause);
      this.setting = setting;
      this.problem = problem;
    }

    /** The setting. */
    public String setting() {
      return setting;
    }

    /** What is wrong with its file. */
    public String problem() {
      return problem;
    }
  }

  private static final String CERTIFICATE = "tls.certificate";
  private static final String KEY = "tls.key";
  private static final String CLIENT_CA = "tls.clientCa";

  private final SslContext context;
  private final Instant expiry;
  private final boolean authenticates;

  private Tls(SslContext context, Instant expiry, boolean authenticates) {
    this.context = context;
    this.expiry = expiry;
    this.authenticates = authenticates;
  }

  /**
   * Reads the PEM files.
   *
   * @param key PKCS #8
   * @param clientCa empty to ask no certificate of clients
   * @throws Unusable says which setting is at fault
   */
  public static Tls load(Path certificate, Path key, Optional<Path> clientCa) throws Unusable {
    requireOpenSsl();
    Instant expiry = firstCertificate(CERTIFICATE, certificate).getNotAfter().toInstant();
    SslContextBuilder builder = builder(certificate, key);
    if (clientCa.isPresent()) {
      firstCertificate(CLIENT_CA, clientCa.get());
      builder.trustManager(clientCa.get().toFile()).clientAuth(ClientAuth.REQUIRE);
    }
    try {
      return new Tls(
          GrpcSslContexts.configure(builder, SslProvider.OPENSSL).protocols("TLSv1.3").build(),
          expiry,
          clientCa.isPresent());
    } catch (IOException | IllegalArgumentException e) {
      throw new Unusable(KEY, "does not go with tls.certificate", e);
    }
  }

  private static void requireOpenSsl() throws Unusable {
    if (!OpenSsl.isAvailable()) {
      throw new Unusable(
          CERTIFICATE,
          "TLS needs netty-tcnative, which could not be loaded on this platform",
          OpenSsl.unavailabilityCause());
    }
  }

  private static SslContextBuilder builder(Path certificate, Path key) throws Unusable {
    try (InputStream chain = open(CERTIFICATE, certificate);
        InputStream privateKey = open(KEY, key)) {
      return SslContextBuilder.forServer(chain, privateKey);
    } catch (IOException | IllegalArgumentException e) {
      throw new Unusable(KEY, "is not a PKCS #8 private key in PEM", e);
    }
  }

  /** When the server's certificate ends. */
  public Instant expiry() {
    return expiry;
  }

  /** Whether every client must show a certificate. */
  public boolean authenticatesClients() {
    return authenticates;
  }

  SslContext context() {
    return context;
  }

  private static InputStream open(String setting, Path file) throws Unusable {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw new Unusable(setting, "cannot read the file", e);
    }
  }

  private static X509Certificate firstCertificate(String setting, Path file) throws Unusable {
    try (InputStream in = open(setting, file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (IOException | GeneralSecurityException e) {
      throw new Unusable(setting, "is not a certificate in PEM", e);
    }
  }
}
