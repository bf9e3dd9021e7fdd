package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.Probe;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import org.junit.jupiter.api.Test;

/** The checks that the other tests rely on. */
class ProbesTest {
  @Test
  void everyLocalOfAKernelIsChecked() {
    String source = new FieldSource("F", "a test", FieldKernels.search(Plans.L25519)).text();
    long locals = source.lines().filter(line -> line.contains("final long ")).count();
    String probed = Probes.insert(source);
    assertTrue(locals > 200);
    assertEquals(locals, probed.lines().filter(line -> line.contains("Probe.check")).count());
  }

  @Test
  void everyLocalOfAKernelInLanesIsChecked() {
    FieldKernels kernels = FieldKernels.inLanes(Plans.LANES.get(1), 8);
    String source = new LanesSource("F", "a test", kernels, 8).text();
    long locals =
        source.lines().filter(line -> line.matches(".* final \\w+Vector .* // .*")).count();
    long constants =
        source.lines().filter(line -> line.matches(" +final \\w+Vector k\\d+ = .*;")).count();
    long all = source.lines().filter(line -> line.matches(" +final \\w+Vector .*")).count();
    String probed = Probes.insert(source);
    assertTrue(locals > 300);
    assertEquals(all, locals + constants);
    assertEquals(locals, probed.lines().filter(line -> line.contains("Probe.check")).count());
  }

  @Test
  void rangesInLanesAreRead() {
    assertEquals(
        "final LongVector x = a; // [-7, 999], biased by 0x4000000000000000\n"
            + "    Probe.check(\"x\", x, false, 0x4000000000000000L, -7.0, 999.0);",
        Probes.insert("final LongVector x = a; // [-7, 999], biased by 0x4000000000000000"));
    assertEquals(
        "final LongVector x = a; // minus +-8\n    Probe.check(\"x\", x, true, 0L, -8.0, 8.0);",
        Probes.insert("final LongVector x = a; // minus +-8"));
    assertEquals(
        "final DoubleVector x = a; // +-8 times -2^51\n"
            + "    Probe.check(\"x\", x, -2.251799813685248E15, -8.0, 8.0);",
        Probes.insert("final DoubleVector x = a; // +-8 times -2^51"));
    assertEquals(
        "final DoubleVector x = a; // +-8\n    Probe.check(\"x\", x, 1.0, -8.0, 8.0);",
        Probes.insert("final DoubleVector x = a; // +-8"));
  }

  @Test
  void outsideInOneLaneIsAnError() {
    LongVector words = LongVector.broadcast(LongVector.SPECIES_256, 100).withLane(3, 108);
    Probe.check("x", words, false, 100, 0, 8);
    Probe.check("x", words, true, 100, -8, 0);
    assertThrows(AssertionError.class, () -> Probe.check("x", words, false, 100, 0, 7));
    assertThrows(AssertionError.class, () -> Probe.check("x", words, true, 100, -7, 0));
    DoubleVector values = DoubleVector.broadcast(DoubleVector.SPECIES_256, 0).withLane(3, -16);
    Probe.check("x", values, -2, 0, 8);
    assertThrows(AssertionError.class, () -> Probe.check("x", values, -2, 0, 7));
    assertThrows(AssertionError.class, () -> Probe.check("x", values, -3, 0, 8));
  }

  @Test
  void rangesAreRead() {
    assertEquals(
        "final long x = a; // [-7, 999]\n    Probe.check(\"x\", x, -7.0, 999.0);",
        Probes.insert("final long x = a; // [-7, 999]"));
    double most = Math.pow(2, 14.01);
    assertEquals(
        "final long x = b\n + a; // +-2^14.00\n    Probe.check(\"x\", x, -%s, %s);"
            .formatted(most, most),
        Probes.insert("final long x = b\n + a; // +-2^14.00"));
  }

  @Test
  void outsideIsAnError() {
    Probe.check("x", 8, -8, 8);
    assertThrows(AssertionError.class, () -> Probe.check("x", 9, -8, 8));
    assertThrows(AssertionError.class, () -> Probe.check("x", -9, -8, 8));
  }
}
