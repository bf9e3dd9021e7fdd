package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    footer = {"", "Examples:", "  kexd curves --target 127.0.0.1:9090", "  kexd curves --kernels"})
final class CurvesCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--kernels",
      description = "Show what computes 1, 2, 4 and 8 waiting operations instead.")
  private boolean kernels;

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
      } else if (kernels) {
        KernelTable.print(reply.getCurvesList(), command.commandLine().getOut());
      } else {
        CurveTable.print(reply.getCurvesList(), command.commandLine().getOut());
      }
      return 0;
    }
  }
}
