package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exit status, and what the process makes of it. */
class MainTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

  @Test
  void whatCannotBeWrittenIsNoSuccess() {
    PrintStream full =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("no space left on device");
              }
            },
            true,
            StandardCharsets.UTF_8);
    full.println("secret: 00");
    assertEquals(1, Main.status(0, full, err));
    assertTrue(said.toString(StandardCharsets.UTF_8).startsWith("cannot write to standard output"));
    assertEquals(2, Main.status(2, full, err));
  }

  @Test
  void whatWasWrittenIs() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    out.println("secret: 00");
    assertEquals(0, Main.status(0, out, err));
    assertEquals(0, said.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", ":9090", "localhost:x", "127.0.0.1:65536", "a:123456"})
  void targetThatIsNone(String target) {
    assertEquals("--target must be HOST:PORT", Cli.run("curves", "--target", target).wrongUsage());
  }
}
