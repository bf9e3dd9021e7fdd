package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.DisableSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd keys disable}. */
@Command(
    name = "disable",
    header = "Stop a signing key, or one version, from signing and verifying.",
    footer = {"", "Example:", "  kexd keys disable --key release --key-version 1"})
final class KeysDisableCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Mixin private final KeyAndVersion key = new KeyAndVersion();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    DisableSigningKeyRequest request =
        DisableSigningKeyRequest.newBuilder().setName(key.name()).setVersion(key.version()).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.disableSigningKey(request));
      return 0;
    }
  }
}
