package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.SigningKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it writes has lost no key that it told of. */
class DurabilityTest {
  @TempDir private Path folder;

  /** Moments to kill at; a failure names its own. */
  private final Random random = new Random(20261201);

  @Test
  void killsLoseNothing() throws Exception {
    kill(8);
  }

  @Test
  @Tag("thorough")
  void aHundredKillsLoseNothing() throws Exception {
    kill(100);
  }

  private void kill(int times) throws Exception {
    List<String> told = new ArrayList<>();
    for (int round = 0; round < times; round++) {
      int more = random.nextInt(30);
      told.addAll(untilKilled(round, more));
      try (SigningKeys keys = KeyWriter.storage(folder).open()) {
        assertEquals(0, keys.damaged(), "round " + round);
        for (String key : told) {
          String[] parts = key.split(" ", 3);
          assertArrayEquals(
              HexFormat.of().parseHex(parts[2]),
              KeyWriter.publicKey(keys, parts[0], Integer.parseInt(parts[1])).orElseThrow(),
              "round " + round + ", " + key);
        }
      }
    }
    assertTrue(told.size() > times, "it wrote something");
  }

  /** What the process told of, the last time perhaps only half. */
  private List<String> untilKilled(int round, int more) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KeyWriter.class.getName(),
                folder.toString(),
                "round" + round)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> told = new ArrayList<>();
    try (BufferedReader out = process.inputReader(StandardCharsets.US_ASCII)) {
      String line = out.readLine();
      while (line != null) {
        if (told.size() == more) {
          // Not by the process, which would close the stream with what it told last.
          assertTrue(process.toHandle().destroyForcibly());
        }
        told.add(line);
        line = out.readLine();
      }
    } finally {
      process.destroyForcibly();
    }
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    told.removeIf(key -> key.length() < 64 || key.split(" ", 3)[2].length() < 64);
    return told;
  }
}
