package io.kexd.server.net;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What the server shows and asks for in a handshake: TLS 1.3 by BoringSSL, and with a client CA a
 * certificate from every client.
 */
public final class Tls {
  private static final String CERTIFICATE = "tls.certificate";
  private static final String KEY = "tls.key";
  private static final String CLIENT_CA = "tls.clientCa";

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
   * @param certificate the server's, then intermediate ones
   * @param key its PKCS #8 private key
   * @param clientCa empty to ask no certificate of clients
   * @throws Unusable says which setting is at fault
   */
  public static Tls load(Path certificate, Path key, Optional<Path> clientCa) throws Unusable {
    if (!OpenSsl.isAvailable()) {
      throw new Unusable(
          CERTIFICATE,
          "TLS needs netty-tcnative, which could not be loaded on this platform",
          OpenSsl.unavailabilityCause());
    }
    List<X509Certificate> chain = PemFiles.certificates(CERTIFICATE, certificate);
    PrivateKey privateKey = PemFiles.key(KEY, key, chain.get(0));
    SslContextBuilder builder = SslContextBuilder.forServer(privateKey, chain);
    if (clientCa.isPresent()) {
      builder
          .trustManager(PemFiles.certificates(CLIENT_CA, clientCa.get()))
          .clientAuth(ClientAuth.REQUIRE);
    }
    try {
      return new Tls(
          GrpcSslContexts.configure(builder, SslProvider.OPENSSL).protocols("TLSv1.3").build(),
          chain.get(0).getNotAfter().toInstant(),
          clientCa.isPresent());
    } catch (SSLException | IllegalArgumentException e) {
      throw new Unusable(CERTIFICATE, "BoringSSL cannot use it", e);
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
}
