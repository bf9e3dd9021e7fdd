package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import io.kexd.foreign.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** kexd load against a daemon. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class LoadCommandTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final Daemon daemon = Daemon.plaintext();

  LoadCommandTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  @Test
  void everyOperationIsAnswered() {
    run("keys", "create", "--key", "loaded").success();
    String mix =
        "x25519:exchange=4,p256:exchange,x25519:generate,x25519:agree,x25519:batch-exchange,"
            + "loaded:sign,loaded:verify";
    String[] words = {"--rate", "50", "--duration", "2s", "--mix", mix, "--batch", "3", "--json"};
    JsonNode report = load(words).json();
    List<String> rows =
        report
            .at("/rows")
            .valueStream()
            .map(
                row ->
                    "%s %s %d: %d of %d"
                        .formatted(
                            row.at("/subject").asString(),
                            row.at("/operation").asString(),
                            row.at("/items").asInt(),
                            row.at("/ok").asInt(),
                            row.at("/offered").asInt()))
            .toList();
    assertEquals(
        List.of(
            "x25519 exchange 1: 40 of 40",
            "p256 exchange 1: 10 of 10",
            "x25519 generate 1: 10 of 10",
            "x25519 agree 1: 10 of 10",
            "x25519 batch-exchange 3: 10 of 10",
            "loaded sign 1: 10 of 10",
            "loaded verify 1: 10 of 10"),
        rows);
    assertEquals(100, report.at("/total/ok").asInt());
  }

  /** The fields are those of the page that documents them. */
  @Test
  void jsonIsAsDocumented() throws Exception {
    List<String> page = Files.readAllLines(Tool.ROOT.resolve("docs/load.md"));
    String example =
        page.stream()
            .dropWhile(line -> !line.equals("```json"))
            .skip(1)
            .takeWhile(line -> !line.equals("```"))
            .collect(Collectors.joining("\n"));
    JsonNode report = load("--rate", "50", "--duration", "1s", "--json").json();
    assertEquals(fields("", JSON.readTree(example)), fields("", report));
  }

  /** Paths of all fields with their kinds; reasons are names and no fields. */
  private static SortedSet<String> fields(String path, JsonNode node) {
    SortedSet<String> all = new TreeSet<>();
    boolean names = path.endsWith("/refused") || path.endsWith("/errors");
    if (node.isObject() && !names) {
      node.properties().forEach(e -> all.addAll(fields(path + "/" + e.getKey(), e.getValue())));
    } else if (node.isArray() && node.size() > 0) {
      node.forEach(item -> all.addAll(fields(path + "/*", item)));
    } else {
      all.add(path + " " + (node.isArray() ? "/*" : node.getNodeType()));
    }
    return all;
  }

  @Test
  void textAndPage(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("load.html");
    String mix = "x25519:exchange,p521:exchange";
    Cli.Outcome outcome =
        load("--rate", "40", "--duration", "1s", "--mix", mix, "--html", page.toString());
    List<String> lines = outcome.success().lines().toList();
    assertTrue(
        lines
            .get(0)
            .endsWith(": 40 calls a second for 1.0 s, after 0.0 s of warm-up; 4 connections"),
        lines.get(0));
    assertTrue(lines.get(1).matches(" +offered +ok +refused .*p50 ms +p90 +p99 +p99.9 +max"));
    assertTrue(lines.get(2).matches("x25519 +exchange +20 +20 +0 +0 +0 +[\\d.]+( +[\\d.]+){5}"));
    assertTrue(lines.get(3).matches("p521 +exchange +20 +20 .*"), lines.get(3));
    assertTrue(lines.get(4).matches("all +calls +40 +40 .*"), lines.get(4));
    assertTrue(lines.get(5).startsWith("generator: sent "), lines.get(5));
    String html = Files.readString(page);
    assertFalse(html.contains("{{"), html);
    assertFalse(html.matches("(?s).*(<script|https?://|url\\(|@import).*"), html);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 0 | --rate must be from 1 to 1000000, not 0",
        "--rate fast | Invalid value for option '--rate': 'fast' is not an int",
        "--duration 0s | --duration must be more than 0s and at most 24h",
        "--duration 30 | Invalid value for option '--duration': a time is written 30s, 5m or 1h30m",
        "--warm-up -1s | --warm-up must be from 0s to 24h",
        "--connections 0 | --connections must be from 1 to 1000, not 0",
        "--threads 65 | --threads must be from 1 to 64, not 65",
        "--outstanding 0 | --outstanding must be from 1 to 10000000, not 0",
        "--batch 0 | --batch must be from 1 to 10000, not 0",
        "--max-lag 0s | --max-lag must be more than 0s and at most 24h",
        "--timeout 0s | a deadline must be positive and at most a day, not PT0S",
        "--target elsewhere | --target must be HOST:PORT",
        "--target 192.0.2.1:9090 | 192.0.2.1:9090 is not this machine: use TLS, or allow plaintext",
        "--mix x25519:swap | Invalid value for option '--mix': 'swap' is no operation: there are"
      })
  void wrongUsage(String words, String message) {
    String said = Cli.run(("load " + words).split(" ", -1)).wrongUsage();
    assertTrue(said.startsWith(message), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mix x25518:exchange | UNKNOWN_CURVE: ",
        "--mix nobody:sign | KEY_NOT_FOUND: ",
        "--html /nowhere/at/all.html | /nowhere/at/all.html: no such file or directory",
        "--html / | /: "
      })
  void refusedBeforeItBegins(String words, String message) {
    String said = load(words.split(" ", -1)).refusal();
    assertTrue(said.startsWith(message), said);
  }

  @Test
  void nobodyListens() throws Exception {
    String target = "127.0.0.1:" + Daemon.freePort();
    String said = Cli.run("load", "--target", target).refusal();
    assertEquals("UNAVAILABLE: no kexd server answers at " + target + ": connection refused", said);
  }

  @Test
  void faultsAreOnStandardErrorBesideJson() {
    Cli.Outcome outcome =
        run(
            "load",
            "--rate",
            "50",
            "--duration",
            "1s",
            "--warm-up",
            "0s",
            "--json",
            "--max-lag",
            "0.000000001s");
    assertEquals(1, outcome.status());
    assertEquals(2, JSON.readTree(outcome.out()).at("/faults").size());
    assertTrue(outcome.err().startsWith("the generator fell behind: "), outcome.err());
  }

  /** The calls', not that of what comes before. */
  @Test
  void deadlineThatNobodyCanMeet() {
    Cli.Outcome outcome =
        load("--rate", "20", "--duration", "1s", "--timeout", "0.000001s", "--json");
    assertEquals(1, outcome.status());
    assertEquals("no call was answered", outcome.err().strip());
    JsonNode total = JSON.readTree(outcome.out()).at("/total");
    assertEquals(20, total.at("/errors/DEADLINE_EXCEEDED").asInt(), total::toString);
  }

  /**
   * It ends with the report of what there is. Ctrl-C does the same; but SIGINT is ignored in what a
   * shell began in the background, tests included.
   */
  @Test
  void interruptedOneReports(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("out");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "io.kexd.client.cli.Main",
            "load",
            "--target",
            daemon.target(),
            "--warm-up",
            "0s",
            "--duration",
            "1h",
            "--rate",
            "20",
            "--json");
    double before = exchanges();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      while (process.isAlive() && exchanges() < before + 10) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      process.destroy(); // SIGTERM.
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
      assertEquals(128 + 15, process.exitValue());
      JsonNode report = JSON.readTree(Files.readString(out));
      assertTrue(report.at("/stopped").asBoolean());
      assertTrue(report.at("/total/ok").asInt() >= 10, report::toString);
      assertTrue(report.at("/seconds").asDouble() < 100, report::toString);
    } finally {
      process.destroyForcibly();
    }
  }

  private double exchanges() throws Exception {
    return daemon
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith("kexd_requests_total{"))
        .filter(line -> line.contains("operation=\"exchange\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** On a machine that may do much else, and at once. */
  private Cli.Outcome load(String... options) {
    return run(
        Stream.concat(Stream.of("load", "--warm-up", "0s", "--max-lag", "1m"), Stream.of(options))
            .toArray(String[]::new));
  }

  private Cli.Outcome run(String... args) {
    return Cli.run(
        Stream.concat(Stream.of(args), Stream.of("--target", daemon.target()))
            .toArray(String[]::new));
  }
}
