package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.RestoreSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd keys cancel-destruction}. */
@Command(
    name = "cancel-destruction",
    header = "Take the destruction of a signing key, or of one version, back.",
    description = {"", "It is disabled then: keys enable enables it."},
    footer = {"", "Example:", "  kexd keys cancel-destruction --key release"})
final class KeysCancelDestructionCommand implements Callable<Integer> {
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
    RestoreSigningKeyRequest request =
        RestoreSigningKeyRequest.newBuilder().setName(key.name()).setVersion(key.version()).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.restoreSigningKey(request));
      return 0;
    }
  }
}
