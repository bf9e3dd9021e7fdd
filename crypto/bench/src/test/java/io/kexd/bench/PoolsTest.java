package io.kexd.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code kexd bench pool}: its rows and its refusals. No time is judged. */
class PoolsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  @Test
  void measuresThePairAloneInABatchAndClaimed() {
    assertEquals(
        0, run("pool", "--curves", "x25519", "--time", "0.001", "--json"), () -> err.toString());
    JsonNode rows = JsonMapper.builder().build().readTree(out.toString());
    assertEquals(1, rows.size());
    assertEquals("x25519", rows.get(0).get("curve").asString());
    for (String time : new String[] {"alone_ns", "batch_ns", "claim_ns", "agree_ns"}) {
      assertTrue(rows.get(0).get(time).asDouble() > 0, time);
    }
  }

  @Test
  void aTableHasALineForEachCurve() {
    assertEquals(0, run("pool", "--curves", "x25519,p256", "--time", "0.001"));
    assertEquals(3, out.toString().lines().count());
  }

  @Test
  void whatItIsWorth() {
    Pools.Worth much = new Pools.Worth("slow", 100_000, 15_000, 50, 400_000);
    assertTrue(much.isWorth());
    assertTrue(much.line().contains(" 20% "), much.line());
    assertFalse(new Pools.Worth("cheap", 1_000, 300, 50, 50_000).isWorth());
    assertFalse(new Pools.Worth("no gain", 100_000, 99_990, 50, 400_000).isWorth());
  }

  @Test
  void wrongUsageIsNamed() {
    assertEquals(2, run("pool", "--curves", "ed25519"));
    assertTrue(err.toString().contains("--curves: unknown ed25519, known are "), err.toString());
    assertEquals(2, run("pool", "--time", "0"));
    assertTrue(err.toString().contains("--time must be above 0"), err.toString());
  }
}
