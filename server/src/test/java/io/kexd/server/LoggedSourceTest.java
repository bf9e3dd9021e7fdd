package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An outage is news once, however often the source is asked meanwhile. */
class LoggedSourceTest {
  @Test
  void anOutageIsLoggedOnceAndSoIsItsEnd() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(LoggedSource.class);
    log.start();
    logger.addAppender(log);
    AtomicBoolean fails = new AtomicBoolean();
    LoggedSource<Integer> source =
        new LoggedSource<>(
            "pairs",
            count -> {
              if (fails.get()) {
                throw new IllegalStateException("no randomness");
              }
              return count;
            });
    for (int outage = 0; outage < 2; outage++) {
      assertEquals(3, source.apply(3));
      fails.set(true);
      for (int i = 0; i < 10; i++) {
        assertThrows(IllegalStateException.class, () -> source.apply(3));
      }
      fails.set(false);
      assertEquals(3, source.apply(3));
    }
    assertEquals(
        List.of(Level.ERROR, Level.INFO, Level.ERROR, Level.INFO),
        log.list.stream().map(ILoggingEvent::getLevel).toList());
    logger.detachAppender(log);
  }
}
