package io.kexd.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.Curves;
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
      names.add(scheme.id() + " keygen");
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        names.add(scheme.id() + " agree");
      } else {
        names.add(scheme.id() + " sign");
        names.add(scheme.id() + " verify");
        if (!scheme.id().startsWith("ecdsa-")) {
          names.add(scheme.id() + " verify-batch64");
        }
      }
    }
    return names;
  }

  @Test
  void measuresEveryOperation() {
    assertEquals(0, run("--json", "--time", "0.001"), () -> err.toString());
    JsonNode rows = JsonMapper.builder().build().readTree(out.toString());
    List<String> names = new ArrayList<>();
    for (JsonNode row : rows) {
      String scheme = row.get("curve").asString();
      names.add(scheme + " " + row.get("operation").asString());
      assertEquals(1, row.get("lanes").asInt());
      assertEquals(Curves.find(scheme).orElseThrow().kernel(), row.get("kernel").asString());
      double nanos = row.get("ns_per_op").asDouble();
      assertTrue(nanos > 0);
      assertEquals(1, nanos * row.get("ops_per_second").asDouble() / 1e9, 0.01);
      assertTrue(row.get("cycles_per_op").asDouble() > 0);
      assertTrue(row.get("allocated_bytes_per_op").asDouble() > 0);
      assertEquals(8, row.size());
    }
    assertEquals(operations(), names);
    int count = names.size();
    assertTrue(err.toString().contains(count + "/" + count + " " + names.get(count - 1)));
  }

  @Test
  void printsATable() {
    assertEquals(0, run("--time", "0.02", "--curves", "ed25519", "--ops", "sign,verify"));
    List<String> lines = out.toString().lines().toList();
    assertEquals(3, lines.size());
    assertEquals(Row.HEADER, lines.get(0));
    assertTrue(lines.get(1).startsWith("ed25519            sign "));
    assertTrue(lines.get(2).startsWith("ed25519            verify "));
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
    assertEquals(2, run("leaks", "--samples", "0"));
    assertEquals("", out.toString());
  }

  /** JMH's processor has run: its list has every benchmark. */
  @Test
  void jmhKnowsTheBenchmarks() throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("/META-INF/BenchmarkList")) {
      String list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String name : List.of("agreeKexd", "agreeSunEc", "agreeBouncyCastle", "verifyKexd")) {
        assertTrue(list.contains(name), name);
      }
    }
  }
}
