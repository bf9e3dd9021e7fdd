package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Certificates;
import io.kexd.foreign.Daemon;
import io.kexd.foreign.Tool;
import io.kexd.server.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The container image that the build left in server/target, opened and run. */
@Tag("foreign")
class ImageTest {

  private static final Path SERVER = Tool.ROOT.resolve("server/target");

  private final JsonMapper json = new JsonMapper();
  @TempDir private Path image;
  @TempDir private Path root;
  private JsonNode config = json.nullNode();

  @BeforeEach
  void unpack() throws Exception {
    Tool tar = Tool.find("tar");
    tar.run("-xf", SERVER.resolve("kexd-image.tar"), "-C", image).success();
    JsonNode manifest = json.readTree(image.resolve("manifest.json")).get(0);
    for (JsonNode layer : manifest.get("Layers")) {
      tar.run("-xzf", image.resolve(layer.asString()), "-C", root).success();
    }
    config = json.readTree(image.resolve(manifest.get("Config").asString())).get("config");
  }

  @Test
  void configuration() {
    assertEquals("65532:65532", config.get("User").asString());
    assertEquals(
        Set.of(Settings.DEFAULTS.port() + "/tcp", Settings.DEFAULTS.management().port() + "/tcp"),
        Set.copyOf(config.get("ExposedPorts").propertyNames()));
    List<String> entrypoint = strings(config.get("Entrypoint"));
    assertEquals("java", entrypoint.getFirst());
    assertEquals("io.kexd.server.Main", entrypoint.getLast());
    assertTrue(entrypoint.contains("-XX:MaxRAMPercentage=50"), entrypoint::toString);
    assertTrue(entrypoint.contains("--add-modules=jdk.incubator.vector"), entrypoint::toString);
  }

  @Test
  void holdsTheServerAndNothingElse() throws Exception {
    Set<String> wanted = names(SERVER.resolve("lib"));
    wanted.addAll(names(SERVER));
    wanted.removeIf(name -> !name.endsWith(".jar"));
    Set<String> jars = names(root.resolve("opt/kexd/libs"));
    jars.addAll(names(root.resolve("opt/kexd/classpath")));
    assertEquals(wanted, jars);
    try (Stream<Path> files = Files.walk(root)) {
      assertEquals(
          Set.of("jib-classpath-file", "jib-main-class-file"),
          files
              .filter(Files::isRegularFile)
              .map(f -> f.getFileName().toString())
              .filter(name -> !jars.contains(name))
              .collect(Collectors.toSet()));
    }
  }

  @Test
  void runsAsInThePod(@TempDir Path folder, @TempDir Path secret) throws Exception {
    Certificates certificates = Certificates.byOpenssl(folder);
    Files.copy(certificates.file("server.pem"), secret.resolve("tls.crt"));
    Files.copy(certificates.file("server.key"), secret.resolve("tls.key"));
    Files.copy(certificates.file("ca.pem"), secret.resolve("ca.crt"));
    int managementPort = Daemon.freePort();
    Process container =
        Tool.find("bwrap")
            .command(
                sandbox(secret),
                // The test keeps to loopback and takes free ports.
                List.of("--setenv", "KEXD_ADDRESS", "127.0.0.1", "--setenv", "KEXD_PORT", "0"),
                List.of("--setenv", "KEXD_MANAGEMENT_ADDRESS", "127.0.0.1"),
                List.of("--setenv", "KEXD_MANAGEMENT_PORT", managementPort),
                strings(config.get("Entrypoint")),
                ManifestsTest.container().getArgs())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (Traffic traffic = Traffic.mutualTls(Daemon.awaitReady(container), certificates)) {
      traffic.round();
      assertEquals("ready\n", Daemon.get(managementPort, "/readyz"));
      ProcessHandle java = container.descendants().toList().getLast();
      assertTrue(java.info().command().orElse("").endsWith("/java"), java.info()::toString);
      java.destroy();
      assertTrue(container.waitFor(30, TimeUnit.SECONDS), "it did not end on SIGTERM");
      assertEquals(0, container.exitValue());
    } finally {
      container.destroyForcibly();
    }
  }

  /** What a container engine does: the image's files read-only, another user, no capability. */
  private List<Object> sandbox(Path secret) throws IOException {
    for (String mountPoint :
        List.of(
            "usr/lib", "usr/lib64", "opt/java", "proc", "dev", "tmp", "etc/kexd", "etc/kexd-tls")) {
      Files.createDirectories(root.resolve(mountPoint));
    }
    Files.createSymbolicLink(root.resolve("lib"), Path.of("usr/lib"));
    Files.createSymbolicLink(root.resolve("lib64"), Path.of("usr/lib64"));
    return List.of(
        List.of("--die-with-parent", "--as-pid-1", "--unshare-user", "--unshare-pid"),
        List.of("--uid", "65532", "--gid", "65532", "--cap-drop", "ALL"),
        List.of("--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
        // In place of a base image: this machine's C library and this test's Java.
        List.of("--ro-bind", "/usr/lib", "/usr/lib", "--ro-bind", "/usr/lib64", "/usr/lib64"),
        List.of("--ro-bind", System.getProperty("java.home"), "/opt/java"),
        List.of("--clearenv", "--setenv", "PATH", "/opt/java/bin"),
        List.of("--ro-bind", Tool.ROOT.resolve("k8s/base"), "/etc/kexd"),
        List.of("--ro-bind", secret, "/etc/kexd-tls"));
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(item -> strings.add(item.asString()));
    return strings;
  }
}
