package io.kexd.crypto;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a main class of the tests, with flags of its own. */
public final class ChildJvm {
  private ChildJvm() {}

  /** What it wrote, line by line; {@code AssertionError} with that when it fails. */
  public static List<String> run(List<String> flags, Class<?> main, List<String> arguments) {
    return run(flags, List.of(), main, arguments);
  }

  /** With more folders of classes than the tests have. */
  public static List<String> run(
      List<String> flags, List<Path> folders, Class<?> main, List<String> arguments) {
    StringBuilder classPath = new StringBuilder(System.getProperty("java.class.path"));
    folders.forEach(folder -> classPath.append(File.pathSeparator).append(folder));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath.toString(), main.getName()));
    command.addAll(arguments);
    return run(command);
  }

  private static List<String> run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      List<String> lines =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      if (process.waitFor() != 0) {
        throw new AssertionError(String.join("\n", lines));
      }
      return lines;
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
