package io.kexd.launcher;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import io.kexd.foreign.Tool;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A curve is one card. Here it is Curve1174, which no other card has: what the generator makes of
 * all cards and this one goes before the engine on the class path, and nothing else changes.
 */
@Timeout(300)
class OneCardTest {
  private static final String CARD =
      """
      prime    = 2^251 - 9
      field    = F251m9 limbs=5x51
      model    = edwards a=1 d=-1174
      cofactor = 4
      order    = 2^249 - 0x8869a3b202cf8cb76bb2ba02e99368f
      scalars  = L1174 limbs=5x50
      base     = x=0x4b98e87915133dfbaff484b78587ee1806e13831b3d57e38abd1ef2b7ddb5e y=2
      ladder   = A=4698 u=3 map=iso4 x=%s y=%s
      comb     = 5
      scheme.curve1174       = xdh status=experimental
      scheme.eddsa-curve1174 = eddsa status=experimental rules=edx name=Ed1174 %s
      source   = eprint 2013/325; the base points have the least y and u
      """
          .formatted(
              "0x544049e7059e14c2655e3e9c97e43536fc9324b0df7cf0293fd0f3ce58a585e",
              "0x62fca961be417c67aea5622058cd64d6e0c9c443cc41eed641b0aaa5cef5517",
              "algorithms=eddsa-curve1174:pure,eddsa-curve1174-ph:ph");

  private static final Path CRYPTO = Tool.ROOT.resolve("crypto");
  private static final Path BUILT = CRYPTO.resolve("engine/target");
  private static final String INDEX = "io/kexd/crypto/model/CurveIndex.java";

  @TempDir private static Path temp;
  private static Path sources;
  private static Path resources;
  private static Path classes;

  @BeforeAll
  static void generate() throws Exception {
    Path cards = Files.createDirectory(temp.resolve("curves"));
    for (Path card : files(CRYPTO.resolve("curves"))) {
      Files.copy(CRYPTO.resolve("curves").resolve(card), cards.resolve(card));
    }
    Files.writeString(cards.resolve("curve1174.curve"), CARD);
    sources = temp.resolve("sources");
    resources = temp.resolve("resources");
    classes = temp.resolve("classes");
    String generator = CRYPTO.resolve("gen/target/classes").toString();
    List<String> folders = Stream.of(cards, sources, resources).map(Path::toString).toList();
    java(generator, "io.kexd.crypto.gen.Main", folders);
    compile();
  }

  private static void compile() throws Exception {
    List<String> args = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    args.add("--add-modules=jdk.incubator.vector");
    args.addAll(List.of("-cp", System.getProperty("java.class.path")));
    files(sources).forEach(file -> args.add(sources.resolve(file).toString()));
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, javac.run(System.out, System.err, args.toArray(String[]::new)));
  }

  /** The new index before the engine that the build made, and its tests. */
  private static String classPath() {
    return Stream.of(classes, resources, BUILT.resolve("test-classes"))
        .map(path -> path + File.pathSeparator)
        .collect(joining("", "", System.getProperty("java.class.path")));
  }

  /** What a program prints that succeeds. */
  private static String java(String classPath, String main, List<String> args) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path shared = Tool.ROOT.resolveSibling("shared");
    List<String> command = new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dkexd.root=" + Tool.ROOT);
    command.add("-Dkexd.shared=" + System.getProperty("kexd.shared", shared.toString()));
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(args);
    Path out = Files.createTempFile(temp, "out", "");
    Path err = Files.createTempFile(temp, "err", "");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      int status = process.waitFor();
      assertEquals(0, status, () -> command + "\n" + read(out) + read(err));
      return read(out);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files below a folder, relative to it, in order. */
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).map(folder::relativize).sorted().toList();
    }
  }

  /** What the other cards give stays as it was, but for the index. */
  @Test
  void onlyItsOwnFilesAreNew() throws Exception {
    List<String> tables = List.of("curve1174.comb", "curve1174.ladder.comb");
    assertEquals(tables, added(resources, BUILT.resolve("generated-resources/curves")));
    List<String> kernels = List.of("F251m9.java", "L1174.java");
    assertEquals(kernels, added(sources, BUILT.resolve("generated-sources/curves")));
    assertTrue(read(sources.resolve(INDEX)).contains("\"curve1174\""));
  }

  private static List<String> added(Path now, Path before) throws Exception {
    List<String> added = new ArrayList<>();
    for (Path file : files(now)) {
      if (Files.notExists(before.resolve(file))) {
        added.add(String.valueOf(file.getFileName()));
      } else if (!file.endsWith(INDEX)) {
        byte[] same = Files.readAllBytes(before.resolve(file));
        assertArrayEquals(same, Files.readAllBytes(now.resolve(file)), file.toString());
      }
    }
    return added;
  }

  /** Suites that go over the index, the last one by commands to a server in every key format. */
  @Test
  void theSuitesRunOnIt() throws Exception {
    List<String> ladder = List.of("FieldVectorsTest", "LadderVectorsTest");
    List<String> schemes = List.of("EdVerifierTest", "WipedTest");
    List<String> args = new ArrayList<>(List.of("execute", "--disable-ansi-colors"));
    args.addAll(List.of("--details=testfeed", "--exclude-tag=thorough"));
    ladder.forEach(suite -> args.add("--select-class=io.kexd.crypto." + suite));
    schemes.forEach(suite -> args.add("--select-class=io.kexd.crypto.scheme." + suite));
    args.add(
        "--select-method=io.kexd.client.cli.EveryCurveTest"
            + "#bothEndsInEveryFormat(io.kexd.crypto.Scheme)");
    String out = java(classPath(), "org.junit.platform.console.ConsoleLauncher", args);
    Stream.of(ladder, schemes, List.of("EveryCurveTest"))
        .flatMap(List::stream)
        .forEach(suite -> assertTrue(ranOnIt(suite, out), () -> suite + " in:\n" + out));
  }

  private static boolean ranOnIt(String suite, String out) {
    String name = " > %s > .*(curve1174|2\\^251 - 9).* :: SUCCESSFUL\n".formatted(suite);
    return Pattern.compile(name).matcher(out).find();
  }

  @Test
  void aServerListsIt() throws Exception {
    List<String> ids = List.of("curve1174", "eddsa-curve1174");
    try (Daemon daemon = Daemon.serving(ids, classes, resources)) {
      String table =
          java(
              classPath(),
              "io.kexd.client.cli.Main",
              List.of("curves", "--target", daemon.target()));
      assertTrue(table.matches("(?s).*\ncurve1174 +experimental +yes +32 +32 +- +raw\n.*"), table);
      assertTrue(
          table.matches("(?s).*\neddsa-curve1174 +experimental +yes +32 +64 +raw\n.*"), table);
    }
  }

  @Test
  void itIsMeasured() throws Exception {
    JsonNode rows = bench("--curves=curve1174,eddsa-curve1174");
    List<String> operations = new ArrayList<>();
    for (JsonNode row : rows) {
      operations.add(
          String.join(
              " ",
              row.get("curve").asString(),
              row.get("operation").asString(),
              row.get("batch").asString()));
    }
    assertEquals(
        List.of(
            "curve1174 keygen 1",
            "curve1174 keygen 64",
            "curve1174 agree 1",
            "curve1174 agree 64",
            "eddsa-curve1174 keygen 1",
            "eddsa-curve1174 sign 1",
            "eddsa-curve1174 sign 64",
            "eddsa-curve1174 verify 1",
            "eddsa-curve1174 verify 64",
            "eddsa-curve1174 verify-batch64 64"),
        operations);
    JsonNode report = bench("strategies", "--curves=curve1174");
    assertEquals(1, report.get("curves").size());
    assertEquals("curve1174", report.get("curves").get(0).get("subject").asString());
    assertEquals("2^251 - 9", report.get("fields").get(0).get("subject").asString());
  }

  private static JsonNode bench(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--time=0.001", "--json"));
    return JsonMapper.builder().build().readTree(java(classPath(), "io.kexd.bench.Main", all));
  }
}
