package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.ListSigningKeysRequest;
import io.kexd.v1.ListSigningKeysResponse;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd keys list}. */
@Command(
    name = "list",
    header = "Show the public parts of all your signing keys.",
    footer = {"", "Example:", "  kexd keys list --json"})
final class KeysListCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    try (KexdClient client = connection.open(command)) {
      ListSigningKeysResponse.Builder all = ListSigningKeysResponse.newBuilder();
      String token = "";
      do {
        ListSigningKeysResponse page =
            client.listSigningKeys(ListSigningKeysRequest.newBuilder().setPageToken(token).build());
        all.addAllKeys(page.getKeysList());
        token = page.getNextPageToken();
      } while (!token.isEmpty());
      output.print(command, all.build());
      return 0;
    }
  }
}
