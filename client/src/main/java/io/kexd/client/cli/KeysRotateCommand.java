package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.RotateSigningKeyRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd keys rotate}. */
@Command(
    name = "rotate",
    header = "Make a new version of a signing key, which signs from now on.",
    footer = {"", "Example:", "  kexd keys rotate --key release"})
final class KeysRotateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "NAME",
      description = "Its name. Required.")
  private String name = "";

  @Mixin private final KeyForm form = new KeyForm();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command, form);
    RotateSigningKeyRequest request =
        RotateSigningKeyRequest.newBuilder().setName(name).setEncoding(form.encoding()).build();
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.rotateSigningKey(request), form.isPem());
      return 0;
    }
  }
}
