package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.DestroySigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd keys destroy}. */
@Command(
    name = "destroy",
    header = "Destroy a signing key, or one version, after a delay.",
    description = {
      "",
      "It is disabled at once. Until destroy_at, which is printed, keys cancel-destruction takes it"
          + " back."
    },
    footer = {"", "Example:", "  kexd keys destroy --key release --key-version 1"})
final class KeysDestroyCommand implements Callable<Integer> {
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
    DestroySigningKeyRequest request =
        DestroySigningKeyRequest.newBuilder().setName(key.name()).setVersion(key.version()).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.destroySigningKey(request));
      return 0;
    }
  }
}
