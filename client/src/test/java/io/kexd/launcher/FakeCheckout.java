package io.kexd.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The launcher in a repository of empty sources, with a JDK and a Maven that only write down how
 * they were called. Every path has a space in it.
 */
final class FakeCheckout {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "basename",
          "cat",
          "dirname",
          "find",
          "grep",
          "head",
          "ln",
          "ls",
          "mkdir",
          "mv",
          "pwd",
          "readlink",
          "rm",
          "sleep",
          "touch");
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "proto/pom.xml",
          "proto/kexd/v1/a.proto",
          "crypto/curves/a.curve",
          "crypto/gen/pom.xml",
          "crypto/gen/src/main/A.java",
          "crypto/engine/pom.xml",
          "crypto/engine/src/main/A.java",
          "crypto/bench/pom.xml",
          "crypto/bench/src/main/A.java",
          "server/pom.xml",
          "server/src/main/A.java",
          "client/pom.xml",
          "client/src/main/A.java",
          "client/src/test/ATest.java");

  private final Path home;

  /** What the launcher printed, and its exit status. */
  record Outcome(int status, String out, String err) {}

  FakeCheckout(Path temp) throws IOException {
    home = Files.createDirectories(temp.resolve("a home"));
    for (String source : SOURCES) {
      Path file = root().resolve(source);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
      setAge(file, -3600);
    }
    try (Stream<Path> all = Files.walk(root())) {
      for (Path path : all.filter(Files::isDirectory).toList()) {
        setAge(path, -3600);
      }
    }
    Path launcher = Path.of(System.getProperty("kexd.root", "..")).resolve("kexd");
    program(root().resolve("kexd"), Files.readString(launcher));
    makeJdk("jdk", "25.0.3");
    makeTools();
  }

  /** The repository. */
  Path root() {
    return home.resolve("the repository");
  }

  /** A directory of this checkout's own. */
  Path directory(String name) throws IOException {
    return Files.createDirectories(home.resolve(name));
  }

  /** A JDK whose java prints its process, its directory, its settings and its arguments. */
  Path makeJdk(String name, String version) throws IOException {
    Path jdk = directory(name);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(
        jdk.resolve("release"),
        "X=\"25\"\nJAVA_VERSION=\"%s\"\nMODULES=\"java.base jdk.incubator.vector jdk.net\"\n"
            .formatted(version));
    program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    program(
        jdk.resolve("bin/java"),
        """
        #!/bin/sh
        echo "process $$"
        echo "directory $(pwd)"
        echo "options ${KEXD_JAVA_OPTS-none}"
        printf '<%s>\\n' "$@"
        case "$*" in *wait*) exec sleep 60 ;; esac
        """);
    return jdk;
  }

  /** A Maven that leaves what the real one leaves. {@code body} runs first. */
  void makeMaven(String body) throws IOException {
    program(
        home.resolve("tools/mvn"),
        """
        #!/bin/sh
        touch target/kexd.started
        echo "$*" >>"%s"
        %s
        while [ "$1" != -pl ]; do shift; done
        mkdir -p "$2/target/lib"
        touch "$2/target/kexd-module-1.jar"
        mv target/kexd.started "$2/target/kexd.built"
        """
            .formatted(mavenLog(), body));
  }

  void removeMaven() throws IOException {
    Files.delete(home.resolve("tools/mvn"));
  }

  /** The arguments of each call of Maven. */
  List<String> builds() throws IOException {
    return Files.exists(mavenLog()) ? Files.readAllLines(mavenLog()) : List.of();
  }

  /** Makes a file or a directory look changed, in seconds from now. */
  void setAge(Path path, long seconds) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(seconds)));
  }

  Outcome run(String... args) throws Exception {
    return end(start(Map.of(), root().resolve("kexd"), args));
  }

  /** Starts the launcher in another directory, with a clean environment. */
  Process start(Map<String, String> environment, Path launcher, String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory("else").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", home.resolve("tools").toString());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("JAVA25_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  static Outcome end(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher hangs");
    }
    return new Outcome(process.exitValue(), out, err);
  }

  /** Only what the launcher may rely on, so that nothing else slips in. */
  private void makeTools() throws IOException {
    Path tools = directory("tools");
    for (String tool : TOOLS) {
      Path real =
          Stream.of("/bin/", "/usr/bin/")
              .map(directory -> Path.of(directory + tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow(() -> new AssertionError("no " + tool));
      Files.createSymbolicLink(tools.resolve(tool), real);
    }
    makeMaven("");
  }

  private Path mavenLog() {
    return home.resolve("maven log");
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }
}
