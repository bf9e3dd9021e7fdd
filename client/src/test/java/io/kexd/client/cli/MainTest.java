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

  /** A stream that cannot be written, for that reason. */
  private static StandardOutput failing(String reason) {
    return new StandardOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(reason);
          }
        });
  }

  private int status(int status, StandardOutput to) {
    PrintStream out = new PrintStream(to, true, StandardCharsets.UTF_8);
    out.println("secret: 00");
    return Main.status(status, out, to, err);
  }

  @Test
  void whatCannotBeWrittenIsNoSuccess() {
    assertEquals(1, status(0, failing("No space left on device")));
    assertTrue(said.toString(StandardCharsets.UTF_8).startsWith("cannot write to standard output"));
    assertEquals(2, status(2, failing("No space left on device")));
  }

  /** As after {@code kexd curves | head -1}. */
  @Test
  void aReaderThatWentAwayIsToldNothing() {
    assertEquals(1, status(0, failing("Broken pipe")));
    assertEquals(0, said.size());
  }

  @Test
  void whatWasWrittenIs() {
    assertEquals(0, status(0, new StandardOutput(new ByteArrayOutputStream())));
    assertEquals(0, said.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", ":9090", "localhost:x", "127.0.0.1:65536", "a:123456"})
  void targetThatIsNone(String target) {
    assertEquals("--target must be HOST:PORT", Cli.run("curves", "--target", target).wrongUsage());
  }
}
