package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kexd curves}. */
@Command(
    name = "curves",
    header = "List what a server can do: curves, sizes, limits.",
    description = {
      "",
      "Lists every curve that the server knows, whether it serves it, how far to trust it, what it",
      "can do, the sizes of its keys, secrets and signatures, and the formats of its public keys.",
      "--json also shows what computes it, what each algorithm takes, and the limits in force."
    },
    footer = {"", "Example:", "  kexd curves --target 127.0.0.1:9090"})
final class CurvesCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @Override
  public Integer call() {
    output.check(command);
    try (KexdClient client = connection.open(command)) {
      ListCurvesResponse reply = client.listCurves(ListCurvesRequest.getDefaultInstance());
      if (output.json()) {
        output.print(command, reply);
      } else {
        CurveTable.print(reply.getCurvesList(), command.commandLine().getOut());
      }
      return 0;
    }
  }
}
