package io.kexd.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.launcher.FakeCheckout.Outcome;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's own logic, with a Maven and a JDK that only write down how they were called. */
@Timeout(120)
class LauncherTest {
  @TempDir private Path temp;
  private FakeCheckout checkout;

  @SuppressWarnings("NullAway.Init")
  LauncherTest() {}

  @BeforeEach
  void makeCheckout() throws Exception {
    checkout = new FakeCheckout(temp);
  }

  @Test
  void buildsOnFirstUseOnly() throws Exception {
    Outcome first = checkout.run("curves");
    assertEquals(0, first.status(), first::err);
    assertEquals(
        "kexd: building client, which takes some minutes (first use, or its sources changed)...\n",
        first.err());
    assertEquals(1, checkout.builds().size());
    assertTrue(checkout.builds().get(0).contains("-pl client -am pre-integration-test"));

    Outcome second = checkout.run("curves");
    assertEquals("", second.err());
    assertEquals(1, checkout.builds().size());
  }

  @ParameterizedTest
  @CsvSource({
    "serve, server, io.kexd.server.Main, '<a b>'",
    "bench, crypto/bench, io.kexd.bench.Main, '<a b>'",
    "curves, client, io.kexd.client.cli.Main, '<curves>,<a b>'",
    "--help, client, io.kexd.client.cli.Main, '<--help>,<a b>'"
  })
  void runsTheRightMain(String command, String module, String main, String arguments)
      throws Exception {
    String out = checkout.run(command, "a b").out();
    Path jar = checkout.root().toRealPath().resolve(module).resolve("target/kexd-module-1.jar");
    String expected = "<-cp>,<%s>,<%s>,%s".formatted(jar, main, arguments);
    assertTrue(String.join(",", out.lines().toList()).endsWith(expected), out);
    assertTrue(checkout.builds().get(0).contains("-pl " + module + " "));
  }

  /** Those that work on the store itself are the server's. */
  @ParameterizedTest
  @CsvSource({
    "backup, server, io.kexd.server.Main",
    "restore, server, io.kexd.server.Main",
    "reseal, server, io.kexd.server.Main",
    "list, client, io.kexd.client.cli.Main",
    "--help, client, io.kexd.client.cli.Main"
  })
  void runsTheRightMainForKeys(String command, String module, String main) throws Exception {
    String out = checkout.run("keys", command, "a b").out();
    Path jar = checkout.root().toRealPath().resolve(module).resolve("target/kexd-module-1.jar");
    String expected = "<-cp>,<%s>,<%s>,<keys>,<%s>,<a b>".formatted(jar, main, command);
    assertTrue(String.join(",", out.lines().toList()).endsWith(expected), out);
    assertFalse(out.contains("--add-modules"), out);
  }

  @Test
  void keepsTheDirectoryOfItsCaller() throws Exception {
    String out = checkout.run("curves").out();
    String here = "directory " + checkout.directory("else").toRealPath();
    assertTrue(out.lines().anyMatch(here::equals), out);
  }

  @Test
  void worksThroughSymbolicLinks() throws Exception {
    Path bin = checkout.directory("a bin");
    Path absolute = Files.createSymbolicLink(bin.resolve("one"), checkout.root().resolve("kexd"));
    Path relative = Files.createSymbolicLink(bin.resolve("two"), Path.of("one"));
    for (Path link : List.of(absolute, relative)) {
      Outcome outcome = FakeCheckout.end(checkout.start(Map.of(), link, "curves"));
      assertEquals(0, outcome.status(), outcome::err);
      assertTrue(outcome.out().contains(checkout.root().toRealPath() + "/client/target"));
    }
  }

  @Test
  void signalsReachJava() throws Exception {
    checkout.run("curves");
    Process process = checkout.start(Map.of(), checkout.root().resolve("kexd"), "wait");
    try (BufferedReader out = process.inputReader()) {
      assertEquals("process " + process.pid(), out.readLine());
      process.destroy();
      assertEquals(128 + 15, process.waitFor());
    }
  }

  @Test
  void optionsForJava() throws Exception {
    Map<String, String> options = Map.of("KEXD_JAVA_OPTS", "-Xmx1g -Da=b");
    Path kexd = checkout.root().resolve("kexd");
    String out = FakeCheckout.end(checkout.start(options, kexd, "serve")).out();
    assertTrue(out.contains("<-Xmx1g>\n<-Da=b>\n"), out);
    // The server takes what begins with KEXD_ for settings.
    assertTrue(out.contains("options none\n"), out);
  }

  @ParameterizedTest
  @CsvSource({"serve, true", "bench, true", "curves, false"})
  void vectorsForWhatComputes(String command, boolean wanted) throws Exception {
    Outcome outcome = checkout.run(command);
    assertEquals(wanted, outcome.out().contains("<--add-modules=jdk.incubator.vector>\n"));
    assertFalse(outcome.err().contains("vector"), outcome::err);
  }

  /** Calls are short-lived; a load is not. */
  @ParameterizedTest
  @CsvSource({"curves, true", "load, false"})
  void noOptimisingCompilerForOneCall(String command, boolean wanted) throws Exception {
    String out = checkout.run(command).out();
    assertEquals(wanted, out.contains("<-XX:TieredStopAtLevel=1>\n"), out);
  }

  /** The JVM would begin its output with a warning. */
  @ParameterizedTest
  @CsvSource({"serve, --help", "serve, --version", "bench, -h"})
  void noVectorsForHelp(String command, String option) throws Exception {
    Outcome outcome = checkout.run(command, option);
    assertEquals(0, outcome.status(), outcome::err);
    assertFalse(outcome.out().contains("--add-modules"), outcome::out);
  }

  @Test
  void aJdkWithoutVectorsIsSaid() throws Exception {
    Files.writeString(
        checkout.directory("jdk").resolve("release"),
        "JAVA_VERSION=\"25.0.3\"\nMODULES=\"java.base jdk.net\"\n");
    Outcome outcome = checkout.run("serve");
    assertEquals(0, outcome.status());
    assertFalse(outcome.out().contains("--add-modules"), outcome::out);
    assertTrue(outcome.err().contains("has no module jdk.incubator.vector"), outcome::err);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "proto/kexd/v1/a.proto",
        "crypto/curves/a.curve",
        "crypto/gen/src/main/A.java",
        "crypto/engine/pom.xml",
        "server/src/main/A.java"
      })
  void buildsAgainWhenASourceIsNewer(String source) throws Exception {
    checkout.run("serve");
    checkout.setAge(checkout.root().resolve(source), 5);
    checkout.run("serve");
    assertEquals(2, checkout.builds().size());
  }

  @Test
  void buildsAgainWhenASourceIsGone() throws Exception {
    checkout.run("curves");
    Files.delete(checkout.root().resolve("client/src/main/A.java"));
    checkout.setAge(checkout.root().resolve("client/src/main"), 5);
    checkout.run("curves");
    assertEquals(2, checkout.builds().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"client/src/test/ATest.java", "server/src/main/A.java"})
  void buildsNothingForWhatIsNotInTheModule(String source) throws Exception {
    checkout.run("curves");
    checkout.setAge(checkout.root().resolve(source), 5);
    checkout.run("curves");
    assertEquals(1, checkout.builds().size());
  }

  @Test
  void whatIsEditedDuringTheBuildCounts() throws Exception {
    checkout.makeMaven("sleep 1; touch client/src/main/A.java");
    checkout.run("curves");
    checkout.makeMaven("");
    checkout.run("curves");
    checkout.run("curves");
    assertEquals(2, checkout.builds().size());
  }

  @Test
  void buildByHandIsEnough() throws Exception {
    Path target = checkout.root().resolve("client/target");
    Files.createDirectories(target.resolve("lib"));
    Files.writeString(target.resolve("kexd.built"), "");
    Files.writeString(target.resolve("kexd-client-1.jar"), "");
    assertEquals("", checkout.run("curves").err());
    assertEquals(List.of(), checkout.builds());
  }

  @Test
  void newestJarIsRun() throws Exception {
    checkout.run("curves");
    Path old = checkout.root().resolve("client/target/kexd-module-0.jar");
    checkout.setAge(Files.writeString(old, ""), -60);
    assertTrue(checkout.run("curves").out().contains("/kexd-module-1.jar>"));
    checkout.setAge(old, 60);
    assertTrue(checkout.run("curves").out().contains("/kexd-module-0.jar>"));
  }

  @Test
  void failedBuildShowsMavensErrors() throws Exception {
    checkout.makeMaven("echo '[ERROR] it is broken'; exit 1");
    for (int i = 1; i <= 2; i++) {
      Outcome outcome = checkout.run("curves");
      assertEquals(1, outcome.status());
      assertEquals("", outcome.out());
      assertTrue(
          outcome
              .err()
              .endsWith("[ERROR] it is broken\nkexd: the build failed; Maven's errors are above\n"),
          outcome::err);
      assertEquals(i, checkout.builds().size());
    }
    assertFalse(Files.isSymbolicLink(checkout.root().resolve("target/kexd.lock")));
  }

  @Test
  void mavenIsNeededForABuildOnly() throws Exception {
    checkout.removeMaven();
    Outcome outcome = checkout.run("curves");
    assertEquals(1, outcome.status());
    assertEquals(
        "kexd: needs Maven (mvn) to build: install it, or put it on the PATH\n", outcome.err());
    checkout.makeMaven("");
    checkout.run("curves");
    checkout.removeMaven();
    assertEquals(0, checkout.run("curves").status());
  }

  @Test
  void twoAtOnceBuildOnce() throws Exception {
    checkout.makeMaven("sleep 1");
    Path kexd = checkout.root().resolve("kexd");
    Process one = checkout.start(Map.of(), kexd, "curves");
    Process two = checkout.start(Map.of(), kexd, "curves");
    assertEquals(0, FakeCheckout.end(one).status());
    assertEquals(0, FakeCheckout.end(two).status());
    assertEquals(1, checkout.builds().size());
  }

  @Test
  void lockOfADeadBuilderIsBroken() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path target = Files.createDirectories(checkout.root().resolve("target"));
    Files.createSymbolicLink(target.resolve("kexd.lock"), Path.of(Long.toString(dead.pid())));
    assertEquals(0, checkout.run("curves").status());
    assertEquals(1, checkout.builds().size());
  }

  @Test
  void takesNoOtherJdk() throws Exception {
    Path kexd = checkout.root().resolve("kexd");
    Map<String, String> environment =
        Map.of(
            "JAVA25_HOME", checkout.makeJdk("jdk 24", "24.0.2").toString(),
            "JAVA_HOME", checkout.makeJdk("jdk 25", "25").toString());
    Outcome outcome = FakeCheckout.end(checkout.start(environment, kexd, "curves"));
    assertEquals(0, outcome.status(), outcome::err);
    assertTrue(outcome.out().startsWith("process "));
  }

  /** A JDK 25 may lie in a usual place of this machine: the test asks for one that never will. */
  @Test
  void saysWhenThereIsNoJdk() throws Exception {
    Path kexd = checkout.root().resolve("kexd");
    Files.writeString(
        kexd, Files.readString(kexd).replace("\njdk_version=25\n", "\njdk_version=99\n"));
    for (String command : List.of("serve", "curves")) {
      Outcome outcome = checkout.run(command);
      assertEquals(2, outcome.status());
      assertEquals("", outcome.out());
      assertEquals("kexd: needs a JDK 99: install one, or set JAVA25_HOME to it\n", outcome.err());
    }
    assertEquals(List.of(), checkout.builds());
  }
}
