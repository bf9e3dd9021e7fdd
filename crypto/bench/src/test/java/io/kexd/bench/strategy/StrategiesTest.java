package io.kexd.bench.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One short run of everything: what is in it, not how fast it was. */
class StrategiesTest {
  private static final List<Measure> FIELD =
      List.of(
          Measure.MUL,
          Measure.MUL_THROUGHPUT,
          Measure.SQR,
          Measure.SQR_THROUGHPUT,
          Measure.MUL_SMALL,
          Measure.ADD,
          Measure.CARRY,
          Measure.INVERSION,
          Measure.SQUARE_ROOT);

  private record Result(int status, String out, String err) {}

  @TempDir private static Path folder;

  private static JsonNode report = JsonMapper.builder().build().createObjectNode();
  private static String page = "";
  private static String progress = "";

  private static Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new Strategies());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return new Result(line.execute(args), out.toString(), err.toString());
  }

  @BeforeAll
  static void everything() throws IOException {
    Path html = folder.resolve("report.html");
    Result result = run("--json", "--time", "0.0005", "--html", html.toString());
    assertEquals(0, result.status, result.err);
    report = JsonMapper.builder().build().readTree(result.out);
    page = Files.readString(html);
    progress = result.err;
  }

  private static List<String> subjects(JsonNode sections) {
    List<String> subjects = new ArrayList<>();
    sections.forEach(s -> subjects.add(s.get("subject").asString()));
    return subjects;
  }

  private static List<String> measures(JsonNode section) {
    List<String> measures = new ArrayList<>();
    section.get("rows").forEach(r -> measures.add(r.get("measure").asString()));
    return measures;
  }

  private static void checkRow(JsonNode row) {
    double nanos = row.get("ns_per_op").asDouble();
    assertTrue(nanos > 0, row.toString());
    assertEquals(1, nanos * row.get("ops_per_second").asDouble() / 1e9, 0.01);
    assertTrue(row.get("cycles_per_op").asDouble() > 0);
    for (JsonNode mail : row.get("mails")) {
      assertFalse(mail.get("system").asString().isEmpty());
      double ratio = row.get("cycles_per_op").asDouble() / mail.get("cycles").asDouble();
      assertEquals(1, ratio / mail.get("ratio").asDouble(), 0.01);
    }
    assertEquals(5, row.size());
  }

  @Test
  void measuresEveryField() {
    Set<String> primes = new HashSet<>();
    CurveIndex.FIELDS.forEach(f -> primes.add(f.prime()));
    assertTrue(primes.contains("2^389 - 21"));
    assertEquals(primes.size(), report.get("fields").size());
    assertEquals(primes, new HashSet<>(subjects(report.get("fields"))));
    for (JsonNode field : report.get("fields")) {
      assertEquals(FIELD.stream().map(Measure::id).toList(), measures(field));
      field.get("rows").forEach(StrategiesTest::checkRow);
    }
    checkRow(report.get("copy"));
  }

  @Test
  void measuresEveryCurve() {
    assertEquals(CurveIndex.ALL.stream().map(Curve::id).toList(), subjects(report.get("curves")));
    List<Measure> onPoints =
        Arrays.stream(Measure.values())
            .filter(m -> !FIELD.contains(m) && m != Measure.COPY)
            .filter(m -> m != Measure.LADDER && m != Measure.LADDER_BYTES)
            .toList();
    for (int i = 0; i < CurveIndex.ALL.size(); i++) {
      Curve curve = CurveIndex.ALL.get(i);
      JsonNode section = report.get("curves").get(i);
      List<Measure> expected = new ArrayList<>(onPoints);
      if (curve.ladder().isPresent()) {
        expected.addAll(0, List.of(Measure.LADDER, Measure.LADDER_BYTES));
      }
      assertEquals(expected.stream().map(Measure::id).toList(), measures(section), curve.id());
      section.get("rows").forEach(StrategiesTest::checkRow);
      checkTable(curve, section.get("table"));
    }
  }

  private static void checkTable(Curve curve, JsonNode table) {
    int points = curve.comb().windows() << (curve.comb().window() - 1);
    assertEquals(points, table.get("points").asInt());
    assertEquals(curve.comb().window(), table.get("window").asInt());
    assertEquals(curve.comb().windows(), table.get("windows").asInt());
    assertEquals(2L * points * curve.field().bytes, table.get("resource_bytes").asLong());
    int elements = curve.model() == Curve.Model.EDWARDS ? 3 : 2;
    long memory = 8L * points * elements * curve.field().limbs;
    assertEquals(memory, table.get("memory_bytes").asLong());
    assertTrue(table.has("break_even_operations"));
  }

  /** Each figure of the mails stands beside a measurement. */
  @Test
  void findsEveryFigureOfTheMails() {
    Set<String> found = new TreeSet<>();
    for (String kind : List.of("fields", "curves", "schemes")) {
      for (JsonNode section : report.get(kind)) {
        for (JsonNode row : section.get("rows")) {
          if (!row.get("mails").isEmpty()) {
            found.add(section.get("subject").asString() + " " + row.get("measure").asString());
          }
        }
      }
    }
    assertEquals(new TreeSet<>(Mails.keys()), found);
  }

  @Test
  void thePageHasAPlotForEach() {
    for (JsonNode curve : report.get("curves")) {
      String id = curve.get("subject").asString();
      assertTrue(page.contains("<svg id=\"" + id + "-strategies\""), id);
      boolean pays = !curve.get("table").get("break_even_operations").isNull();
      assertEquals(pays, page.contains("<svg id=\"" + id + "-fixed-base\""), id);
    }
    for (JsonNode field : report.get("fields")) {
      String prime = Html.raised(field.get("subject").asString());
      assertTrue(page.contains("\">" + prime + "</text>"), prime);
    }
    assertTrue(page.contains("<svg id=\"fields\""));
    assertTrue(page.contains("<svg id=\"schemes\""));
    assertFalse(page.contains("{{"));
  }

  /** One file that needs no network. */
  @Test
  void thePageStandsAlone() {
    for (String outside : List.of("http:", "https:", "<script", "<link", "src=", "url(")) {
      assertFalse(page.contains(outside), outside);
    }
  }

  @Test
  void saysWhatItDoes() {
    List<String> lines = progress.lines().toList();
    assertTrue(lines.get(1).matches("they agree; \\d+ measurements follow, about .* machine"));
    assertTrue(progress.contains("%  2^389 - 21"));
    assertTrue(progress.contains("%  p256"));
  }

  @Test
  void printsTablesOfAChosenCurve() {
    Result result = run("--curves", "p256", "--time", "0.0005");
    assertEquals(0, result.status, result.err);
    assertTrue(result.out.contains("\np256  weierstrass over 2^256 - 2^224"));
    assertTrue(result.out.contains("\n  table: "));
    assertTrue(result.out.contains("OpenSSL"));
    assertFalse(result.out.contains("curve25519"));
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    Result curve = run("--curves", "p257");
    assertEquals(2, curve.status);
    assertTrue(curve.err.contains("unknown p257, known are curve25519, "), curve.err);
    assertEquals(2, run("--time", "0").status);
    Result html = run("--html", folder.resolve("none/report.html").toString());
    assertEquals(2, html.status);
    assertTrue(html.err.contains("must be a file in a folder that exists"), html.err);
  }
}
