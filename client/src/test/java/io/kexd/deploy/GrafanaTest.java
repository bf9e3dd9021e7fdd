package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.foreign.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dashboard against Grafana's own types, by TypeScript. */
@Tag("foreign")
class GrafanaTest {

  @Test
  void dashboardFitsTheTypes() throws Exception {
    Tool tsc = Tool.find("tsc");
    // Beside the npm packages, where TypeScript looks for the types.
    Path source = Files.createTempFile(Tool.NPM, "dashboard", ".ts");
    try {
      Files.writeString(
          source,
          Files.readString(Tool.SCRIPTS.resolve("dashboard.ts"))
              + "const dashboard: KexdDashboard = "
              + Files.readString(Dashboard.FILE)
              + ";\nexport default dashboard;\n");
      Tool.Result findings =
          tsc.run(
              "--noEmit",
              "--strict",
              "--skipLibCheck",
              List.of("--module", "esnext", "--moduleResolution", "bundler"),
              source);
      assertEquals("", findings.all());
    } finally {
      Files.delete(source);
    }
  }
}
