package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which a server is taken apart. */
class ServerTest {
  @Test
  void onePartThatFailsDoesNotKeepTheOthersRunning() throws InterruptedException {
    List<String> stopped = new ArrayList<>();
    Server server = new Server(Settings.DEFAULTS);
    server.onClose(() -> stopped.add("keys"));
    server.onClose(
        () -> {
          throw new IllegalStateException("broken");
        });
    server.onClose(() -> stopped.add("transport"));
    server.close();
    server.close();
    server.awaitClose();
    assertEquals(List.of("transport", "keys"), stopped);
  }
}
