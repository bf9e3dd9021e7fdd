package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page for people on the management port, in a browser. */
@Tag("foreign")
class ManagementPageTest {

  @Test
  void page(@TempDir Path folder) throws Exception {
    // Kept, so that a person can look at it.
    Path screenshot = Tool.ROOT.resolve("client/target/management-page.png");
    try (Daemon kexd = Daemon.plaintext()) {
      String dom = chromium(folder, "--dump-dom", kexd.management("/")).success();
      assertTrue(dom.matches("(?s).*<title>[^<]*kexd[^<]*</title>.*"), dom);
      assertTrue(dom.contains("x25519"), dom);

      Files.deleteIfExists(screenshot);
      chromium(
              folder, "--screenshot=" + screenshot, "--window-size=1000,1000", kexd.management("/"))
          .success();
    }
    var image = ImageIO.read(screenshot.toFile());
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    long colours = Arrays.stream(pixels).distinct().count();
    assertTrue(colours > 8, "the page is blank: " + colours + " colours");
  }

  private static Tool.Result chromium(Path profile, Object... arguments) {
    return Tool.find("chromium")
        .run(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + profile,
            List.of(arguments));
  }
}
