package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.UpdateSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd keys update}. */
@Command(
    name = "update",
    header = "Set the least version of a signing key that signs and verifies.",
    footer = {"", "Example:", "  kexd keys update --key release --minimal-version 2"})
final class KeysUpdateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "NAME",
      description = "Its name. Required.")
  private String name = "";

  @Option(
      names = "--minimal-version",
      required = true,
      paramLabel = "N",
      description = "Versions below it do neither. Required.")
  private int minimal;

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    UpdateSigningKeyRequest request =
        UpdateSigningKeyRequest.newBuilder().setName(name).setMinimalVersion(minimal).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.updateSigningKey(request));
      return 0;
    }
  }
}
