package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page for people on the management port, in a browser. */
@Tag("foreign")
class ManagementPageTest {

  @Test
  void page(@TempDir Path folder) throws Exception {
    Chromium browser = new Chromium(folder);
    try (Daemon kexd = Daemon.plaintext()) {
      String dom = browser.dom(kexd.management("/"));
      assertTrue(dom.matches("(?s).*<title>[^<]*kexd[^<]*</title>.*"), dom);
      assertTrue(dom.contains("x25519"), dom);
      // Kept, so that a person can look at it.
      browser.screenshot(
          kexd.management("/"), Tool.ROOT.resolve("client/target/management-page.png"));
    }
  }
}
