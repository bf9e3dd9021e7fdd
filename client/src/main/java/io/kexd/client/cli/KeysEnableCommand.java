package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.EnableSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd keys enable}. */
@Command(
    name = "enable",
    header = "Let a signing key, or one version, sign and verify again.",
    footer = {"", "Example:", "  kexd keys enable --key release"})
final class KeysEnableCommand implements Callable<Integer> {
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
    EnableSigningKeyRequest request =
        EnableSigningKeyRequest.newBuilder().setName(key.name()).setVersion(key.version()).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.enableSigningKey(request));
      return 0;
    }
  }
}
