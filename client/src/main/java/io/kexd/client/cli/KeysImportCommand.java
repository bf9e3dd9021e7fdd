package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.client.KexdClient;
import io.kexd.v1.ImportSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd keys import}. */
@Command(
    name = "import",
    header = "Make a signing key of a private key that exists.",
    description = {"", "Prints the public part. The server keeps the private key, sealed."},
    footer = {
      "",
      "Examples:",
      "  kexd keys import --key release --private-key @release.pem",
      "  openssl genpkey -algorithm ed448 | kexd keys import --key k --algorithm ed448"
          + " --private-key -"
    })
final class KeysImportCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "NAME",
      description = "Its name: letters, digits, '.', '_' and '-'. Required.")
  private String name = "";

  @Option(
      names = "--private-key",
      required = true,
      paramLabel = "FILE",
      converter = PrivateKeyConverter.class,
      description = "@FILE or -: PKCS #8, as PEM (PRIVATE KEY) or DER, not encrypted. Required.")
  private ByteString privateKey = ByteString.EMPTY;

  @Option(
      names = "--algorithm",
      paramLabel = "ID",
      description = "Algorithm id, see 'kexd curves'. Default: ${DEFAULT-VALUE}")
  private String algorithm = "ed25519";

  @Mixin private final KeyPurpose purpose = new KeyPurpose();

  @Mixin private final KeyForm form = new KeyForm();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command, form);
    ImportSigningKeyRequest request =
        ImportSigningKeyRequest.newBuilder()
            .setName(name)
            .setAlgorithm(algorithm)
            .setPurpose(purpose.value())
            .setPkcs8(privateKey)
            .setEncoding(form.encoding())
            .build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.importSigningKey(request), form.isPem());
      return 0;
    }
  }
}
