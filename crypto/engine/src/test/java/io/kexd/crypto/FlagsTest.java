package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jdk.incubator.vector.LongVector;
import org.junit.jupiter.api.Test;

/**
 * The engine in JVMs that see less of the machine: smaller vectors, none that are worth anything,
 * no vector module. Answers stay right, and no kernel is chosen that the JVM is not good for.
 */
class FlagsTest {
  private static final String MODULE = "--add-modules=jdk.incubator.vector";

  /** Lanes of this machine's vectors: the flags only take some away. */
  private static final int WIDEST = LongVector.SPECIES_PREFERRED.length();

  private static List<String> run(List<String> flags, String... what) {
    return ChildJvm.run(flags, FlaggedRun.class, List.of(what));
  }

  /** The printed choice: the kernels of {@code ready} lanes are measured, all others are absent. */
  private static void chosen(List<String> lines, List<Integer> ready, String reason) {
    List<String> choices = lines.stream().filter(line -> line.startsWith("choice ")).toList();
    assertEquals(2 * 2 * 3, choices.size(), lines::toString);
    for (String choice : choices) {
      String[] words = choice.split(" ", 7);
      boolean measured = ready.contains(Integer.parseInt(words[3]));
      assertEquals(measured ? "READY" : "ABSENT", words[4], choice);
      assertTrue(measured || words[5].equals("false"), choice);
      assertTrue(measured || words[6].contains(reason), choice);
    }
  }

  /** One lane, and as many as vectors have. */
  private static List<Integer> oneAnd(int lanes) {
    return List.of(4, 8).contains(lanes) ? List.of(1, lanes) : List.of(1);
  }

  @Test
  void allOfTheMachine() {
    chosen(run(List.of(MODULE), "choice"), oneAnd(WIDEST), "lanes here");
  }

  @Test
  void vectorsOf256Bits() {
    List<String> flags = List.of(MODULE, "-XX:UseAVX=2");
    List<String> lines = run(flags, "answers", "fields4", "fields8", "choice");
    chosen(lines, oneAnd(Math.min(WIDEST, 4)), "lanes here");
  }

  /** Without fused multiply-add, vectors of doubles are slower than anything. */
  @Test
  void noVectorsWorthMentioning() {
    List<String> flags = List.of(MODULE, "-XX:UseAVX=0");
    chosen(run(flags, "answers", "fields4", "fields8", "choice"), List.of(1), "lanes here");
  }

  @Test
  void noModule() {
    List<String> lines = run(List.of(), "answers", "unlinked", "choice");
    chosen(lines, List.of(1), "without --add-modules jdk.incubator.vector");
  }

  /** Known answers in every lane. */
  @Test
  void forced() {
    if (WIDEST >= 4) {
      run(List.of(MODULE, "-XX:UseAVX=2", "-Dkexd.lanes=4"), "many");
    }
    if (WIDEST >= 8) {
      run(List.of(MODULE, "-Dkexd.lanes=8"), "many");
    }
    run(List.of(MODULE, "-Dkexd.lanes=1"), "many");
  }

  /** A run that fails is seen. */
  @Test
  void failures() {
    AssertionError e =
        org.junit.jupiter.api.Assertions.assertThrows(
            AssertionError.class, () -> run(List.of(MODULE), "unlinked"));
    assertTrue(String.valueOf(e.getMessage()).contains("linked: "), e.getMessage());
  }
}
