package io.kexd.bench.strategy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Where a run took place.
 *
 * @param seconds CPU time of each measurement, after as long a warm-up
 */
record Machine(String cpu, int processors, String jdk, String date, double seconds) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  static Machine here(double seconds) {
    return new Machine(
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"),
        LocalDate.now(ZoneOffset.UTC).toString(),
        seconds);
  }

  /** On one line. */
  String text() {
    return "%s, %d processors; %s; %s".formatted(cpu, processors, jdk, date);
  }

  /** The processor's name where Linux tells it, else its architecture. */
  private static String processor() {
    try {
      return Files.readAllLines(CPU_INFO, StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
