package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a command in this process. */
final class Cli {
  private static final JsonMapper JSON = new JsonMapper();

  private Cli() {}

  /** What a command printed, and its exit status. */
  record Outcome(int status, String out, String err) {
    /** The output of a command that succeeded without a word on standard error. */
    String success() {
      assertEquals("", err);
      assertEquals(0, status, this::toString);
      return out;
    }

    /** The output as JSON. */
    JsonNode json() {
      assertEquals(1, success().lines().count(), out);
      return JSON.readTree(out);
    }

    /** The value of a line {@code name: value}. */
    String value(String name) {
      List<String> values =
          success()
              .lines()
              .map(String::strip)
              .filter(line -> line.startsWith(name + ": "))
              .map(line -> line.substring(name.length() + 2))
              .toList();
      assertEquals(1, values.size(), out);
      return values.get(0);
    }

    /** The one line of a command that was refused. */
    String refusal() {
      assertEquals(1, status, this::toString);
      assertEquals("", out);
      assertEquals(1, err.lines().count(), err);
      return err.strip();
    }

    /** The message of a command that was used wrongly. */
    String wrongUsage() {
      assertEquals(2, status, this::toString);
      assertEquals("", out);
      List<String> lines = err.lines().toList();
      assertEquals(2, lines.size(), err);
      String command = lines.get(0).substring(0, lines.get(0).indexOf(": "));
      assertEquals("See '" + command + " --help'.", lines.get(1));
      return lines.get(0).substring(command.length() + 2);
    }
  }

  static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        KexdCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
    int status = line.execute(args);
    line.getOut().flush();
    return new Outcome(status, out.toString(), err.toString());
  }

  /** With bytes on standard input. */
  static Outcome run(byte[] input, String... args) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return run(args);
    } finally {
      System.setIn(before);
    }
  }
}
