package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.CardException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Turns curve cards into field kernels, tables and the index: {@code Main CARDS SOURCES RESOURCES}.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      fail("usage: Main CARDS SOURCES RESOURCES");
    }
    try {
      Generator generator = Generator.of(Path.of(args[0]));
      write(Path.of(args[1]), generator.sources());
      write(Path.of(args[2]), generator.resources());
    } catch (CardException e) {
      fail(e.getMessage());
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(1);
  }

  /** Leaves files that are right already untouched, so that the compiler need not run again. */
  private static void write(Path root, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = root.resolve(file.getKey());
      if (!Files.exists(path) || !Arrays.equals(Files.readAllBytes(path), file.getValue())) {
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.write(path, file.getValue());
      }
    }
  }
}
