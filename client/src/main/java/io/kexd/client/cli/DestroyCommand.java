package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd destroy}. */
@Command(
    name = "destroy",
    header = "Wipe a generated pair before its time.",
    description = {"", "A handle that is used, expired or unknown is no error. Prints nothing."},
    footer = {"", "Example:", "  kexd destroy --handle HANDLE"})
final class DestroyCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--handle",
      required = true,
      paramLabel = "HANDLE",
      description = "From 'kexd generate'. Required.")
  private String handle = "";

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    try (KexdClient client = connection.open(command)) {
      client.destroy(handle);
      return 0;
    }
  }
}
