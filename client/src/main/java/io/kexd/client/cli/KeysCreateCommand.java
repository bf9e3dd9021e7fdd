package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.CreateSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd keys create}. */
@Command(
    name = "create",
    header = "Make a signing key.",
    description = {"", "The private key stays in the server. Prints the public part."},
    footer = {
      "",
      "Examples:",
      "  kexd keys create --key release --algorithm ed25519",
      "  kexd keys create --key web --algorithm ecdsa-p256-sha256 --format pem"
    })
final class KeysCreateCommand implements Callable<Integer> {
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
    CreateSigningKeyRequest request =
        CreateSigningKeyRequest.newBuilder()
            .setName(name)
            .setAlgorithm(algorithm)
            .setPurpose(purpose.value())
            .setEncoding(form.encoding())
            .build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.createSigningKey(request), form.isPem());
      return 0;
    }
  }
}
