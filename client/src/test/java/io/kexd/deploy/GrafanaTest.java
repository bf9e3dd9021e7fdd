package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.foreign.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard against Grafana's own types, by TypeScript. */
@Tag("foreign")
class GrafanaTest {

  @Test
  void dashboardFitsTheTypes(@TempDir Path folder) throws Exception {
    Files.createSymbolicLink(folder.resolve("node_modules"), Tool.NPM.resolve("node_modules"));
    Path source =
        Files.writeString(
            folder.resolve("dashboard.ts"),
            Files.readString(Tool.SCRIPTS.resolve("dashboard.ts"))
                + "const dashboard: KexdDashboard = "
                + Files.readString(Dashboard.FILE)
                + ";\nexport default dashboard;\n");
    String findings =
        Tool.find("tsc")
            .in(folder)
            .run(
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--module",
                "esnext",
                "--moduleResolution",
                "bundler",
                source)
            .success();
    assertEquals("", findings);
  }
}
