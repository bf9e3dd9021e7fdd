package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.LongVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fresh JVMs compile the same kernels equally well: one that a compiler gave up on is many times
 * slower in that JVM, and allocates. Only gross differences fail; times are compared as multiples
 * of the one-lane kernels' in the same JVM, since others may use this machine.
 */
class LaunchesTest {
  private static final int LAUNCHES = 5;

  /** A kernel that is not compiled makes an agreement a hundred times slower. */
  private static final double CLIFF = 5;

  private static final int WIDEST = Math.min(8, LongVector.SPECIES_PREFERRED.length());

  private record Launch(double ratio, long bytes) {}

  /** What a JVM with such flags prints for each id. */
  private static List<Launch> launch(List<String> more, int seconds, List<String> ids) {
    List<String> flags =
        new ArrayList<>(List.of("--add-modules=jdk.incubator.vector", "-Dkexd.lanes=" + WIDEST));
    flags.addAll(more);
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(seconds)));
    arguments.addAll(ids);
    List<String> lines = ChildJvm.run(flags, LaunchRun.class, arguments);
    return ids.stream().map(id -> launch(lines, id)).toList();
  }

  private static Launch launch(List<String> lines, String id) {
    String line = lines.stream().filter(l -> l.startsWith(id + " ")).findFirst().orElseThrow();
    String[] words = line.split(" ", -1);
    return new Launch(Double.parseDouble(words[1]), Long.parseLong(words[2]));
  }

  private static void agree(List<String> ids) {
    List<List<Launch>> launches = new ArrayList<>();
    for (int i = 0; i < LAUNCHES; i++) {
      launches.add(launch(List.of(), 10, ids));
    }
    System.out.println(ids + ": " + launches);
    for (int i = 0; i < ids.size(); i++) {
      int scheme = i;
      double best = launches.stream().mapToDouble(l -> l.get(scheme).ratio).min().orElseThrow();
      for (List<Launch> launch : launches) {
        assertTrue(launch.get(i).ratio <= CLIFF * best, () -> ids + ": " + launches);
        assertTrue(launch.get(i).bytes <= LaunchRun.ENOUGH, () -> ids + ": " + launches);
      }
    }
  }

  /** The comparison can fail: the kernels are not compiled here. */
  @Test
  void aCliffIsSeen() {
    if (WIDEST >= 4) {
      String kernel = "io.kexd.crypto.field.F25519x" + WIDEST + "::*";
      List<String> flags =
          List.of("-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude," + kernel);
      Launch slow = launch(flags, 1, List.of("x25519")).get(0);
      assertTrue(slow.ratio > CLIFF && slow.bytes > LaunchRun.ENOUGH, slow::toString);
    }
  }

  @Test
  void ladderAndWindows() {
    if (WIDEST >= 4) {
      agree(List.of("x25519", "p256"));
    }
  }

  @Test
  @Tag("thorough")
  void everyAgreement() {
    if (WIDEST >= 4) {
      agree(
          Curves.all().stream()
              .filter(s -> s.kind() == Scheme.Kind.AGREEMENT)
              .map(Scheme::id)
              .toList());
    }
  }
}
