package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** One event is one line. */
class LogTest {
  @Test
  void anExceptionToo() {
    String line = line("said\nso", new IllegalStateException("first\nsecond", new Error("cause")));
    assertEquals(1, line.lines().count(), line);
    assertTrue(line.contains("said so | java.lang.IllegalStateException: first | second"), line);
    assertTrue(line.contains(" | Caused by: java.lang.Error: cause | "), line);
  }

  @Test
  void noExceptionLeavesNoTrace() {
    String line = line("said so", null);
    assertTrue(line.endsWith(" said so" + System.lineSeparator()), line);
  }

  private static String line(String message, @Nullable Throwable thrown) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
    LoggingEvent event = new LoggingEvent("", root, Level.WARN, message, thrown, new Object[0]);
    return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
