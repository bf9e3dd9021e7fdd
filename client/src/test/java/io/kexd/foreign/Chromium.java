package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * A browser without a window.
 *
 * @param profile a folder of its own
 */
record Chromium(Path profile) {
  /** The document as the browser understood it. */
  String dom(URI page) {
    return run("--dump-dom", page).success();
  }

  /**
   * Draws a page of 1000 pixels width into a file, for a person to look at; fails when it is blank.
   */
  void screenshot(URI page, Path file) throws IOException {
    Files.deleteIfExists(file);
    run("--screenshot=" + file, "--window-size=1000,1000", page).success();
    var image = ImageIO.read(file.toFile());
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    long colours = Arrays.stream(pixels).distinct().count();
    assertTrue(colours > 8, "the page is blank: " + colours + " colours");
  }

  private Tool.Result run(Object... arguments) {
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
