package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.Probe;
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
