package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
    assertEquals("/var/lib/kexd", config.get("WorkingDir").asString());
    assertEquals(
        Set.of("9090/tcp", "9464/tcp"), Set.copyOf(config.get("ExposedPorts").propertyNames()));
    List<String> entrypoint = strings(config.get("Entrypoint"));
    assertEquals("java", entrypoint.getFirst());
    assertEquals("io.kexd.server.Main", entrypoint.getLast());
    assertTrue(entrypoint.contains("-XX:MaxRAMPercentage=50"), entrypoint::toString);
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
