package io.kexd.client.cli;

import io.kexd.client.KexdClientBuilder;
import io.kexd.client.load.HtmlReport;
import io.kexd.client.load.JsonReport;
import io.kexd.client.load.Load;
import io.kexd.client.load.Mix;
import io.kexd.client.load.Plan;
import io.kexd.client.load.Progress;
import io.kexd.client.load.Report;
import io.kexd.client.load.TextReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kexd load}. */
@Command(
    name = "load",
    header = "Offer a server calls at a fixed rate and tell how long they took.",
    description = {
      "",
      "An open loop: calls are due when the rate says, whether the server keeps up or not, and each"
          + " is",
      "timed from when it was due. Ctrl-C ends it and prints the report so far. The exit status is"
          + " 1",
      "when the load was not what was asked for, above all because this program fell behind."
    },
    footer = {
      "",
      "Examples:",
      "  kexd load --rate 2000 --duration 1m",
      "  kexd load --rate 1000 --mix x25519:exchange=70,p521:exchange=30 --html load.html"
    })
final class LoadCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Calls a second, all together; a batch is one. Default: ${DEFAULT-VALUE}")
  private int rate = 1_000;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long calls are offered that count. Default: 30s")
  private Duration duration = Duration.ofSeconds(30);

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long they are offered before they count. Default: 10s")
  private Duration warmUp = Duration.ofSeconds(10);

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      converter = MixConverter.class,
      description = {
        "CURVE:OPERATION=WEIGHT,... Operations: exchange, generate, agree (after a",
        "generate), batch-exchange; sign and verify, with a key's name for CURVE.",
        "Default: ${DEFAULT-VALUE}"
      })
  private Mix mix = Mix.parse("x25519:exchange");

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Items of a batch. Default: ${DEFAULT-VALUE}")
  private int batch = 64;

  @Option(
      names = "--poisson",
      description = "Calls at random, as from many callers who know nothing of each other.")
  private boolean poisson;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Connections, on which calls take turns. Default: ${DEFAULT-VALUE}")
  private int connections = 4;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Event loops of this program. Default: ${DEFAULT-VALUE}")
  private int threads = 1;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      description =
          "Calls that may wait for answers; one more is not sent. Default: ${DEFAULT-VALUE}")
  private int outstanding = 100_000;

  @Option(
      names = "--max-lag",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How late this program may be for one call in a hundred. Default: 0.001s")
  private Duration maxLag = Duration.ofMillis(1);

  @Option(names = "--json", description = "The report as one line of JSON, see docs/load.md.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The report also as a page with plots.")
  private @Nullable Path html;

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() throws Exception {
    Load load = load();
    checkHtml();
    try (Interrupt interrupt = new Interrupt(load::stop)) {
      Report report = load.run(progress());
      print(report);
      return report.faults().isEmpty() && !interrupt.seen() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private Load load() {
    KexdClientBuilder server = connection.builder(command);
    try {
      return new Load(server, plan());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private Plan plan() {
    return new Plan(
        mix,
        rate,
        poisson,
        warmUp,
        duration,
        connection.timeout(),
        batch,
        connections,
        threads,
        outstanding,
        maxLag);
  }

  /** Whether it can be written, before the load and not after it. */
  private void checkHtml() throws IOException {
    if (html != null) {
      boolean isNew = Files.notExists(html);
      Files.newByteChannel(html, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (isNew) {
        Files.delete(html);
      }
    }
  }

  /** A line a second, for a person who waits. */
  private Consumer<Progress> progress() {
    PrintWriter err = command.commandLine().getErr();
    return Terminal.isStandardError() ? second -> err.println(second.text()) : second -> {};
  }

  private void print(Report report) throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(JsonReport.of(report));
    } else {
      out.print(TextReport.of(report));
    }
    out.flush();
    if (json) {
      report.faults().forEach(command.commandLine().getErr()::println);
    }
    if (html != null) {
      Files.writeString(html, HtmlReport.of(report));
    }
  }
}
