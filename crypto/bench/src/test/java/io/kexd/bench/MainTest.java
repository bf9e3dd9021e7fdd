package io.kexd.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.Scheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command: its rows, its refusals, its progress. No time is judged. */
class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  /** What the index says that there is to measure. */
  private static List<String> operations() {
    List<String> names = new ArrayList<>();
    for (Scheme scheme : Curves.all()) {
      names.add(scheme.id() + " keygen 1");
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        names.add(scheme.id() + " keygen 64");
        names.add(scheme.id() + " agree 1");
        names.add(scheme.id() + " agree 64");
      } else {
        names.add(scheme.id() + " sign 1");
        names.add(scheme.id() + " sign 64");
        names.add(scheme.id() + " verify 1");
        names.add(scheme.id() + " verify 64");
        if (!scheme.id().startsWith("ecdsa-")) {
          names.add(scheme.id() + " verify-batch64 64");
        }
      }
    }
    return names;
  }

  @Test
  void measuresEveryOperation() {
    assertEquals(0, run("--json", "--time", "0.001", "--kernels", "scalar"), () -> err.toString());
    JsonNode rows = JsonMapper.builder().build().readTree(out.toString());
    List<String> names = new ArrayList<>();
    for (JsonNode row : rows) {
      String scheme = row.get("curve").asString();
      names.add(scheme + " " + row.get("operation").asString() + " " + row.get("batch").asInt());
      int lanes = row.get("lanes").asInt();
      assertTrue(lanes == 1 || scheme.equals("x25519"), scheme); // Another test warms that.
      assertEquals(Curves.find(scheme).orElseThrow().kernel(lanes), row.get("kernel").asString());
      double nanos = row.get("ns_per_op").asDouble();
      assertTrue(nanos > 0);
      assertEquals(1, nanos * row.get("ops_per_second").asDouble() / 1e9, 0.01);
      assertTrue(row.get("cycles_per_op").asDouble() > 0);
      assertTrue(row.get("allocated_bytes_per_op").asDouble() > 0);
      assertEquals(9, row.size());
    }
    assertEquals(operations(), names);
    int count = names.size();
    String last = names.get(count - 1).replace(" 64", ", 64 in a call");
    assertTrue(err.toString().contains(count + "/" + count + " " + last), err::toString);
  }

  @Test
  void printsATable() {
    assertEquals(
        0,
        run(
            "--time",
            "0.02",
            "--kernels",
            "scalar",
            "--curves",
            "ed25519",
            "--ops",
            "sign,verify"));
    List<String> lines = out.toString().lines().takeWhile(line -> !line.isEmpty()).toList();
    assertEquals(5, lines.size());
    assertEquals(Row.HEADER, lines.get(0));
    assertTrue(lines.get(1).startsWith("ed25519            sign "));
    assertTrue(lines.get(3).startsWith("ed25519            verify "));
  }

  @Test
  void saysWhichKernelsServeAndWhy() {
    assertEquals(0, run("--time", "0.05", "--curves", "x25519"), () -> err.toString());
    List<String> lines = out.toString().lines().toList();
    assertTrue(err.toString().startsWith("x25519: warming and timing its kernels"));
    for (String operation : List.of("generate", "agree")) {
      for (String kernel : List.of("F25519", "F25519x4", "F25519x8")) {
        String row = "x25519 +" + operation + " +" + kernel + " .*";
        assertEquals(1, lines.stream().filter(line -> line.matches(row)).count(), row);
      }
      List<KernelChoice> serve =
          KernelChoice.of("x25519").stream()
              .filter(c -> c.operation().equals(operation) && c.serves().contains(8))
              .toList();
      assertEquals(1, serve.size());
      String name = operation.equals("generate") ? "keygen" : operation;
      String row = "x25519 +" + name + " +64 +" + serve.get(0).lanes() + " .*";
      assertEquals(1, lines.stream().filter(line -> line.matches(row)).count(), row);
    }
  }

  /** Ids fit their column, so that the table stays a table. */
  @Test
  void idsFitTheTable() {
    int width = Row.HEADER.indexOf("operation") - 1;
    for (Scheme scheme : Curves.all()) {
      assertTrue(scheme.id().length() <= width, scheme.id());
    }
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(2, run("--curves", "x25518"));
    assertTrue(err.toString().contains("unknown x25518, known are "));
    assertTrue(err.toString().contains("ed25519, "));
    assertEquals(2, run("--ops", "exchange"));
    assertTrue(err.toString().contains("known are agree, keygen, sign, verify, verify-batch64"));
    assertEquals(2, run("--curves", "x25519", "--ops", "sign"));
    assertEquals(2, run("--time", "0"));
    assertEquals(2, run("--kernels", "2"));
    assertEquals(2, run("leaks", "--samples", "0"));
    assertEquals("", out.toString());
  }

  /** JMH's processor has run: its list has every benchmark. */
  @Test
  void jmhKnowsTheBenchmarks() throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("/META-INF/BenchmarkList")) {
      String list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String name :
          List.of(
              "AgreementBenchmark",
              "SignatureBenchmark",
              "BatchAgreementBenchmark",
              "BatchSignatureBenchmark")) {
        assertTrue(list.contains(name), name);
      }
    }
  }
}
