package io.kexd.client.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.util.IPAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kexd certs}. */
@Command(
    name = "certs",
    header = "Make a development CA with server and client certificates.",
    description = {
      "",
      "Writes ca, server and one pair for each client to a directory: NAME.pem the certificate,",
      "NAME.key the private key. An authority that is there is used again, so that a second run",
      "adds clients. For development only: whoever reads ca.key can pass for anybody."
    },
    footer = {
      "",
      "Examples:",
      "  kexd certs --out certs",
      "  kexd certs --out certs --client alice --client bob"
    })
final class CertsCommand implements Callable<Integer> {
  private static final String SERVER = "server";
  private static final Set<String> RESERVED = Set.of("ca", SERVER);
  private static final Duration CA_LIFE = Duration.ofDays(3650);

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where. Required.")
  private Path out = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "Another name or address of the server, beside localhost, 127.0.0.1 and ::1; may be"
              + " repeated.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--client",
      paramLabel = "NAME",
      description = "A client; may be repeated. Default: client")
  private List<String> clients = new ArrayList<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How long the certificates are valid. Default: ${DEFAULT-VALUE}")
  private int days = 365;

  @Option(
      names = "--force",
      description = "Replace the server's and the named clients' files. Never replaces the CA.")
  private boolean force;

  @Override
  public Integer call() throws IOException, GeneralSecurityException {
    checkOptions();
    List<String> names = clients.isEmpty() ? List.of("client") : clients;
    CertDirectory directory = new CertDirectory(out);
    boolean newServer = force || !directory.has(SERVER);
    checkFiles(directory, names, newServer);

    Duration life = Duration.ofDays(days);
    DevelopmentCa ca = directory.openCa(CA_LIFE);
    if (newServer) {
      List<GeneralName> all =
          Stream.concat(Stream.of("localhost", "127.0.0.1", "::1"), hosts.stream())
              .map(CertsCommand::hostName)
              .toList();
      DevelopmentCa.Issued server = ca.issueServer(all, life);
      directory.write(SERVER, server.certificate(), server.key());
    }
    for (String name : names) {
      DevelopmentCa.Issued client = ca.issueClient(name, life);
      directory.write(name, client.certificate(), client.key());
    }
    printUse(directory, names, newServer);
    return 0;
  }

  private void checkOptions() {
    if (days < 1 || days > CA_LIFE.toDays()) {
      throw wrong("--days must be 1 to " + CA_LIFE.toDays());
    }
    for (String name : clients) {
      if (!name.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?") || RESERVED.contains(name)) {
        throw wrong("--client must be lower-case letters, digits and '-', and not ca or server");
      }
    }
    for (String host : hosts) {
      if (!IPAddress.isValid(host) && !host.matches("(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251})")) {
        throw wrong("--host must be a host name or an IP address");
      }
    }
  }

  /** Everything that would be in the way is found before anything is written. */
  private void checkFiles(CertDirectory directory, List<String> names, boolean newServer)
      throws IOException {
    if (!newServer && !hosts.isEmpty()) {
      throw new IOException(
          directory.certificate(SERVER) + " is there: --host needs --force to replace it");
    }
    for (String name : names) {
      if (!force && directory.has(name)) {
        throw new IOException(
            directory.certificate(name)
                + " is there: add another client with --client NAME, or replace this one with"
                + " --force");
      }
    }
  }

  private void printUse(CertDirectory directory, List<String> names, boolean newServer) {
    PrintWriter print = command.commandLine().getOut();
    print.println(
        "Development certificates only: whoever reads "
            + directory.key("ca")
            + " can pass for anybody.");
    print.println("server: " + directory.certificate(SERVER) + (newServer ? "" : " (kept)"));
    names.forEach(
        name ->
            print.println(
                "client: " + directory.certificate(name) + " is spiffe://kexd.local/" + name));
    print.println();
    print.println("To serve with them:");
    print.printf(
        "  KEXD_TLS_CERTIFICATE=%s KEXD_TLS_KEY=%s KEXD_TLS_CLIENTCA=%s kexd serve%n",
        directory.certificate(SERVER), directory.key(SERVER), directory.certificate("ca"));
    print.println("To call that server:");
    print.printf(
        "  kexd curves --ca %s --cert %s --cert-key %s%n",
        directory.certificate("ca"),
        directory.certificate(names.get(0)),
        directory.key(names.get(0)));
    print.flush();
  }

  private static GeneralName hostName(String host) {
    return new GeneralName(
        IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
