package io.kexd.bench;

import io.kexd.bench.measure.Operation;
import io.kexd.bench.strategy.Strategies;
import io.kexd.crypto.WarmUp;
import java.io.PrintWriter;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code kexd bench}: every operation of every scheme, alone and in full batches. */
@Command(
    name = "kexd bench",
    subcommands = {Leaks.class, Pools.class, Strategies.class},
    header = "Measure the curve engine on this machine.",
    description = {
      "",
      "Each operation runs in one thread, through the engine's public API: one at a time, and 64 in"
          + " one call (the column batch). First the engine warms and times its kernels of one lane"
          + " and of as many as vectors have; those that serve are measured, and a second table"
          + " shows why they do. Times are CPU time of that thread, medians of 15 rounds. Cycles"
          + " are core cycles: the frequency is measured beside each operation with a chain of"
          + " dependent additions. A signature family is measured by its first algorithm. All"
          + " schemes take some ten minutes.",
      ""
    },
    footer = {"", "Example: kexd bench --curves x25519 --ops keygen,agree --json"})
public final class Main implements Callable<Integer> {
  /** CPU time to warm a scheme's kernels, in measured operations. */
  private static final int WARM_UP = 20;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--curves",
      split = ",",
      paramLabel = "ID",
      description = "Only these schemes, by their ids.")
  private List<String> curves = List.of();

  @Option(
      names = "--ops",
      split = ",",
      paramLabel = "OP",
      description = "Only these: keygen, agree, sign, verify, verify-batch64.")
  private List<String> ops = List.of();

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "0.5",
      description = "CPU time to measure each operation, after as long a warm-up (default: 0.5).")
  private double time;

  @Option(
      names = "--kernels",
      paramLabel = "WHICH",
      description =
          "auto takes the fastest, scalar those of one lane, 4 and 8 force so many lanes (default:"
              + " auto).")
  private String kernels = "auto";

  @Option(names = "--json", description = "Print an array of rows instead of a table.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  /** The command line, as {@link #main} runs it. */
  static CommandLine commandLine() {
    return new CommandLine(new Main()).setParameterExceptionHandler(Main::wrongUsage);
  }

  /** Names the mistake and the help, not the whole help. */
  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().printf("%s: %s; see '%s --help'%n", name, e.getMessage(), name);
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  @Override
  public Integer call() throws InvalidKeyException {
    forceKernels();
    List<Operation> chosen = choose(Operation.all());
    List<String> schemes = chosen.stream().map(o -> o.scheme().id()).distinct().toList();
    List<Row> rows = new ArrayList<>();
    for (String scheme : schemes) {
      chooseKernels(scheme);
      for (Operation operation : chosen) {
        if (operation.scheme().id().equals(scheme)) {
          progress("%d/%d %s", rows.size() + 1, chosen.size(), operation);
          rows.add(Row.of(operation, operation.measure(time)));
        }
      }
    }
    print(rows, schemes);
    return 0;
  }

  private void progress(String format, Object... arguments) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(format + "%n", arguments);
    err.flush();
  }

  /** The engine's property must be set before it makes a scheme. */
  private void forceKernels() {
    switch (kernels) {
      case "auto", "scalar" -> {}
      case "4", "8" -> System.setProperty("kexd.lanes", kernels);
      default ->
          throw new ParameterException(
              spec.commandLine(), "--kernels must be auto, scalar, 4 or 8");
    }
  }

  private void chooseKernels(String scheme) {
    if (kernels.equals("scalar")) {
      return; // Unless others are warmed, those of one lane serve.
    }
    progress("%s: warming and timing its kernels", scheme);
    try {
      WarmUp.run(List.of(scheme), Duration.ofNanos((long) (time * 1e9 * WARM_UP)));
    } catch (IllegalStateException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private List<Operation> choose(List<Operation> all) {
    if (!(time > 0 && time <= 60)) {
      throw new ParameterException(spec.commandLine(), "--time must be above 0 and at most 60");
    }
    check("--curves", curves, all, o -> o.scheme().id());
    check("--ops", ops, all, Operation::name);
    List<Operation> chosen =
        all.stream()
            .filter(o -> curves.isEmpty() || curves.contains(o.scheme().id()))
            .filter(o -> ops.isEmpty() || ops.contains(o.name()))
            .toList();
    if (chosen.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "none of --curves has any of --ops: choose others");
    }
    return chosen;
  }

  private void check(
      String option, List<String> given, List<Operation> all, Function<Operation, String> key) {
    TreeSet<String> known = new TreeSet<>(all.stream().map(key).toList());
    for (String name : given) {
      if (!known.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            option + ": unknown " + name + ", known are " + String.join(", ", known));
      }
    }
  }

  private void print(List<Row> rows, List<String> schemes) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      out.println(mapper.writeValueAsString(rows));
    } else {
      out.println(Row.HEADER);
      rows.forEach(row -> out.println(row.line()));
      Choices.print(schemes, out);
    }
    out.flush();
  }
}
