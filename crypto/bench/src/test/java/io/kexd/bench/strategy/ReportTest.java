package io.kexd.bench.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.bench.measure.Meter.Cost;
import io.kexd.bench.strategy.Report.Row;
import io.kexd.bench.strategy.Report.Table;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is computed from the measurements. */
class ReportTest {
  @Test
  void breakEven() {
    // After 5 operations both cost 150; the sixth is the first that is cheaper.
    assertEquals(OptionalLong.of(6), Table.breakEven(100, 10, 30));
    assertEquals(OptionalLong.of(6), Table.breakEven(101, 10, 30));
    assertEquals(OptionalLong.of(5), Table.breakEven(99, 10, 30));
    assertEquals(OptionalLong.of(1), Table.breakEven(0, 10, 30));
    assertEquals(OptionalLong.empty(), Table.breakEven(100, 30, 30));
    assertEquals(OptionalLong.empty(), Table.breakEven(100, 31, 30));
  }

  /** 14,105 operations a second at 3.3 GHz are 233,960 cycles. */
  @Test
  void rowsBesideTheMails() {
    Row row = Row.of("x25519", "agree", 2, new Cost(100_000, 2.5, 0));
    assertEquals(50_000, row.nsPerOp());
    assertEquals(20_000, row.opsPerSecond());
    assertEquals(125_000, row.cyclesPerOp());
    assertEquals(233_960, row.mails().get(0).cycles());
    assertEquals(0.5343, row.mails().get(0).ratio());
    assertEquals(List.of(), Row.of("x25519", "exchange", 1, new Cost(1, 1, 0)).mails());
  }

  @Test
  void fourDigits() {
    assertEquals(0.1235, Report.digits(0.123456));
    assertEquals(1.235, Report.digits(1.23456));
    assertEquals(123.5, Report.digits(123.456));
    assertEquals(123_457, Report.digits(123_456.7));
    assertEquals(0, Report.digits(0));
  }

  @Test
  void shortNumbers() {
    assertEquals("12.3", Html.compact(12.34));
    assertEquals("123", Html.compact(123.4));
    assertEquals("1.23 k", Html.compact(1_234));
    assertEquals("12.3 k", Html.compact(12_345));
    assertEquals("123 k", Html.compact(123_456));
    assertEquals("1.00 M", Html.compact(999_999));
    assertEquals("12.3 M", Html.compact(12_345_678));
    assertEquals("2²⁵⁵ - 19 &lt; 2", Html.raised("2^255 - 19 < 2"));
  }

  /** A wrong result stops a run. */
  @Test
  void refusesAWrongResult() {
    Task good = new Task(Measure.WINDOW, () -> 0, () -> "0123", "0123");
    Task bad = new Task(Measure.WNAF_VARTIME, () -> 0, () -> "0124", "0123");
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Study.of("curve25519", List.of(good, bad)));
    assertEquals(
        "wnaf-vartime on curve25519 is wrong: it gives 0124, another way gives 0123",
        e.getMessage());
  }
}
