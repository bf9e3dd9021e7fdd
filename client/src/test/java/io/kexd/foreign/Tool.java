package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that was not written here, found in the npm folder or on PATH. */
public final class Tool {

  /** The repository. */
  public static final Path ROOT =
      Path.of(System.getProperty("kexd.root", "..")).toAbsolutePath().normalize();

  /** Scripts of the foreign tests. */
  public static final Path SCRIPTS = ROOT.resolve("client/src/test/foreign");

  /** Where {@code .ci/tools} puts the npm packages. */
  public static final Path NPM =
      Path.of(System.getenv().getOrDefault("FOREIGN_NPM", ROOT.resolve("target/npm").toString()));

  private static final long TIMEOUT_SECONDS = 60;

  /** What a program printed, and how it ended. */
  public record Result(int status, String out, String err) {

    /** The standard output, when the exit status is 0; the test fails when it is not. */
    public String success() {
      assertEquals(0, status, () -> "exit status; output:\n" + out + err);
      return out;
    }

    /** Both outputs together. */
    public String all() {
      return out + err;
    }
  }

  /** The program's file. */
  public final Path program;

  private final Path folder;
  private final Map<String, String> environment;

  private Tool(Path program, Path folder, Map<String, String> environment) {
    this.program = program;
    this.folder = folder;
    this.environment = environment;
  }

  /**
   * Finds a program; the test fails when there is none.
   *
   * @param name the program, or an absolute path to it
   */
  public static Tool find(String name) {
    List<Path> folders =
        Stream.concat(
                Stream.of(NPM.resolve("bin"), NPM.resolve("node_modules/.bin")),
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1)).map(Path::of))
            .toList();
    Path program =
        folders.stream()
            .map(f -> f.resolve(name))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () ->
                    new AssertionError(
                        name + " is missing: run .ci/tools, or put it on PATH or into " + NPM));
    return new Tool(program, ROOT, Map.of());
  }

  /** Debian's Python: its packages are not seen by other Pythons that may come first on PATH. */
  public static Tool python() {
    return find("/usr/bin/python3");
  }

  /** Node.js, with the packages of the npm folder. */
  public static Tool node() {
    assertTrue(
        Files.isDirectory(NPM.resolve("node_modules")),
        () -> "npm packages are missing in " + NPM + ": run .ci/tools, or set FOREIGN_NPM");
    return find("node").with("NODE_PATH", NPM.resolve("node_modules").toString());
  }

  /** The same program, run in a folder. */
  public Tool in(Path other) {
    return new Tool(program, other, environment);
  }

  /** The same program, run with one more environment variable. */
  public Tool with(String name, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(name, value);
    return new Tool(program, folder, Map.copyOf(all));
  }

  /**
   * The program with its arguments, not started. A collection among them stands for its elements.
   */
  public ProcessBuilder command(Object... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    words(List.of(arguments)).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    return builder;
  }

  private static Stream<String> words(Object argument) {
    return argument instanceof Collection<?> many
        ? many.stream().flatMap(Tool::words)
        : Stream.of(argument.toString());
  }

  /** Runs the program to its end, with nothing on standard input. */
  public Result run(Object... arguments) {
    return runWith("", arguments);
  }

  /** Runs the program to its end. The test fails when that takes more than a minute. */
  public Result runWith(String input, Object... arguments) {
    try {
      Path in = Files.writeString(Files.createTempFile("kexd-in", ""), input);
      Path out = Files.createTempFile("kexd-out", "");
      Path err = Files.createTempFile("kexd-err", "");
      Process process =
          command(arguments)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try {
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        Result result =
            new Result(
                ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
        assertTrue(ended, () -> program + " did not end in time:\n" + result.all());
        return result;
      } finally {
        process.destroyForcibly();
        for (Path file : List.of(in, out, err)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends a process with SIGTERM. One that does not end within half a minute fails the test. */
  public static void end(Process process) {
    process.destroy();
    try {
      boolean ended = process.waitFor(30, TimeUnit.SECONDS);
      assertTrue(ended, () -> process.info() + " did not end on SIGTERM");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
