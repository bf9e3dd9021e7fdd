package io.kexd.foreign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A certificate authority, a server's and a client's certificate in a folder.
 *
 * @param folder holds ca.pem, server.pem, server.key, client.pem, client.key
 */
public record Certificates(Path folder) {

  /** Makes them as a developer does, with {@code kexd certs}. */
  public static Certificates byKexd(Path folder) {
    Tool.find(Path.of(System.getProperty("java.home"), "bin", "java").toString())
        .run(
            "-cp",
            System.getProperty("java.class.path"),
            "io.kexd.client.cli.Main",
            "certs",
            "--out",
            folder)
        .success();
    return new Certificates(folder);
  }

  /** Makes them with OpenSSL, valid for two days, with ECDSA keys on P-256. */
  public static Certificates byOpenssl(Path folder) throws IOException {
    Files.createDirectories(folder);
    Tool openssl = Tool.find("openssl").in(folder);
    run(
        openssl,
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test-ca"
            + " -addext basicConstraints=critical,CA:TRUE -addext keyUsage=keyCertSign"
            + " -keyout ca.key -out ca.pem");
    issue(openssl, "server", "IP:127.0.0.1,DNS:localhost");
    issue(openssl, "client", "URI:spiffe://example.org/foreign,DNS:foreign.example.org");
    return new Certificates(folder);
  }

  private static void issue(Tool openssl, String name, String names) {
    run(
        openssl,
        ("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=%1$s"
                + " -addext subjectAltName=%2$s -keyout %1$s.key -out %1$s.csr")
            .formatted(name, names));
    run(
        openssl,
        ("x509 -req -in %1$s.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2"
                + " -copy_extensions copy -out %1$s.pem")
            .formatted(name));
  }

  private static void run(Tool openssl, String arguments) {
    openssl.run(List.of(arguments.split(" "))).success();
  }

  /** One of the files. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** A daemon that shows the server's certificate and demands one of the same authority. */
  Daemon daemon() throws Exception {
    return Daemon.mutualTls(file("ca.pem"), file("server.pem"), file("server.key"));
  }
}
