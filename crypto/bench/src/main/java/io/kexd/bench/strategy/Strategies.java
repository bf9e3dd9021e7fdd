package io.kexd.bench.strategy;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code kexd bench strategies}: the comparisons of the mails that the project started from. */
@Command(
    name = "strategies",
    header = "Compare ways to multiply, as the mails did that this project started from.",
    description = {
      "",
      "For each curve: ladder, constant-time window, cache-vulnerable window and wNAF, with and"
          + " without compressed points; fixed base against variable base, the cost of its table"
          + " and when it pays; for each field its multiplication and squaring. Beside them what"
          + " the mails measured in 2014 and 2015, in cycles; a ratio below 1 is faster.",
      "",
      "Before anything is timed, each result is compared with that of another way; a difference"
          + " stops the run. Times are CPU time of one thread, medians of 15 rounds; cycles are"
          + " core cycles, their frequency is measured.",
      ""
    },
    footer = {"", "Example: kexd bench strategies --html strategies.html"})
public final class Strategies implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--curves",
      split = ",",
      paramLabel = "ID",
      description = "Only these curves, their fields and their schemes.")
  private List<String> curves = List.of();

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "0.2",
      description = "CPU time of each measurement, after as long a warm-up (default: 0.2).")
  private double time;

  @Option(names = "--json", description = "Print the report as JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with plots, one file that needs no network.")
  private @Nullable Path html;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  @Override
  public Integer call() throws InvalidKeyException {
    check();
    Run run = new Run(chosen(), curves.isEmpty(), time, spec.commandLine().getErr());
    Report report = run.report();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      out.println(mapper.writeValueAsString(report));
    } else {
      TextReport.print(report, out);
    }
    out.flush();
    return html == null || written(html, HtmlReport.of(report)) ? 0 : 1;
  }

  private boolean written(Path file, String page) {
    try {
      Files.writeString(file, page);
      return true;
    } catch (IOException e) {
      spec.commandLine().getErr().println("--html: cannot write " + file + ": " + e.getMessage());
      return false;
    }
  }

  private void check() {
    if (!(time > 0 && time <= 60)) {
      throw new ParameterException(spec.commandLine(), "--time must be above 0 and at most 60");
    }
    if (html != null && (Files.isDirectory(html) || !Files.isDirectory(html.resolveSibling(".")))) {
      throw new ParameterException(
          spec.commandLine(), "--html: " + html + " must be a file in a folder that exists");
    }
  }

  private List<Curve> chosen() {
    List<String> known = CurveIndex.ALL.stream().map(Curve::id).toList();
    for (String id : curves) {
      if (!known.contains(id)) {
        throw new ParameterException(
            spec.commandLine(),
            "--curves: unknown " + id + ", known are " + String.join(", ", known));
      }
    }
    return CurveIndex.ALL.stream()
        .filter(c -> curves.isEmpty() || curves.contains(c.id()))
        .toList();
  }
}
