package io.kexd.bench.strategy;

import io.kexd.bench.measure.Operation;
import io.kexd.bench.strategy.Report.CurveSection;
import io.kexd.bench.strategy.Report.Row;
import io.kexd.bench.strategy.Report.Section;
import io.kexd.bench.strategy.Report.Table;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.io.PrintWriter;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** One run: makes and checks every task, says how long it will take, measures. */
final class Run {
  /** Seconds that a measurement takes beside its time: for the frequency. */
  private static final double OVERHEAD = 0.01;

  /** The share of the time that each task runs before any is measured. */
  private static final double MIX = 0.1;

  private record CurveStudy(Curve curve, CombTable table, Study study) {}

  private record FieldStudy(Curve.PrimeField field, Study study) {}

  private final double seconds;
  private final PrintWriter progress;
  private final Study copy;
  private final List<FieldStudy> fields = new ArrayList<>();
  private final List<CurveStudy> curves = new ArrayList<>();
  private final List<Operation> operations;
  private final int all;
  private int done;

  /**
   * @param chosen the curves; fields and schemes are theirs
   * @param everything whether fields without a curve are wanted too
   */
  Run(List<Curve> chosen, boolean everything, double seconds, PrintWriter progress)
      throws InvalidKeyException {
    this.seconds = seconds;
    this.progress = progress;
    say("comparing the results of all strategies");
    this.copy = Study.of("32 bytes", List.of(Copy.task()));
    List<Curve.PrimeField> bySize = new ArrayList<>(CurveIndex.FIELDS);
    bySize.sort(Comparator.comparing(f -> f.field().modulus));
    for (Curve.PrimeField f : bySize) {
      if (everything || chosen.stream().anyMatch(c -> c.field().equals(f.field()))) {
        fields.add(new FieldStudy(f, Study.of(f.prime(), FieldTasks.of(f.field()))));
      }
    }
    for (Curve curve : chosen) {
      CombTable table = new CombTable(curve, curve.comb());
      curves.add(new CurveStudy(curve, table, Study.of(curve.id(), CurveTasks.of(curve, table))));
    }
    this.operations =
        Operation.all().stream()
            .filter(o -> chosen.stream().anyMatch(c -> c.id().equals(o.scheme().curve())))
            .filter(o -> !o.isMany())
            .filter(o -> !Mails.of(o.scheme().id(), o.name()).isEmpty())
            .toList();
    this.all = operations.size() + studies().mapToInt(s -> s.tasks().size()).sum();
  }

  private Stream<Study> studies() {
    return Stream.of(
            Stream.of(copy),
            fields.stream().map(FieldStudy::study),
            curves.stream().map(CurveStudy::study))
        .flatMap(s -> s);
  }

  private void say(String text) {
    progress.println(text);
    progress.flush();
  }

  Report report() throws InvalidKeyException {
    long expected = Math.round(all * ((2 + MIX) * seconds + OVERHEAD));
    say(
        "they agree; %d measurements follow, about %d min %d s on a quiet machine"
            .formatted(all, expected / 60, expected % 60));
    for (Study study : studies().toList()) {
      study.mix(MIX * seconds);
    }
    return new Report(Machine.here(seconds), measure(copy).get(0), fields(), curves(), schemes());
  }

  private List<Row> measure(Study study) throws InvalidKeyException {
    say("%2d %%  %s".formatted(100 * done / all, study.subject()));
    done += study.tasks().size();
    return study.measure(seconds);
  }

  private List<Section> fields() throws InvalidKeyException {
    List<Section> sections = new ArrayList<>();
    for (FieldStudy study : fields) {
      Field f = study.field.field();
      sections.add(new Section(study.field.prime(), kernel(f), measure(study.study)));
    }
    return sections;
  }

  private static String kernel(Field f) {
    return f.getClass().getSimpleName();
  }

  private static String prime(Field f) {
    return CurveIndex.FIELDS.stream()
        .filter(p -> p.field().equals(f))
        .findFirst()
        .orElseThrow()
        .prime();
  }

  private List<CurveSection> curves() throws InvalidKeyException {
    List<CurveSection> sections = new ArrayList<>();
    for (CurveStudy study : curves) {
      Curve curve = study.curve;
      List<Row> rows = measure(study.study);
      sections.add(
          new CurveSection(
              curve.id(),
              curve.model().name().toLowerCase(Locale.ROOT),
              prime(curve.field()),
              kernel(curve.field()),
              rows,
              Table.of(curve, study.table, rows)));
    }
    return sections;
  }

  /** Whole operations through the public API, where the mails have a figure. */
  private List<Section> schemes() throws InvalidKeyException {
    Map<Scheme, List<Row>> rows = new LinkedHashMap<>();
    for (Operation operation : operations) {
      Scheme scheme = operation.scheme();
      say("%2d %%  %s %s".formatted(100 * done / all, scheme.id(), operation.name()));
      done++;
      rows.computeIfAbsent(scheme, s -> new ArrayList<>())
          .add(Row.of(scheme.id(), operation.name(), 1, operation.measure(seconds)));
    }
    return rows.entrySet().stream()
        .map(e -> new Section(e.getKey().id(), e.getKey().kernel(), e.getValue()))
        .toList();
  }
}
