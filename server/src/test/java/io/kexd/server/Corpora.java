package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Test vectors written by others, in vectors/ of the folder that -Dkexd.shared names. Where the
 * folder is absent, a few cases committed with the tests stand in, and the output says so.
 */
public final class Corpora {
  private static final JsonMapper JSON = new JsonMapper();

  private Corpora() {}

  /**
   * A file's cases; those of a Wycheproof file each with its group's fields.
   *
   * @param file its path in vectors/
   */
  public static List<JsonNode> cases(String file) {
    Optional<Path> vectors = vectors();
    if (vectors.isEmpty()) {
      System.out.println("corpora: absent (" + file + "); the committed cases stand in");
      return flatten(committed(file));
    }
    List<JsonNode> cases = flatten(read(vectors.get().resolve(file)));
    assertEquals(expected(vectors.get(), file), cases.size(), file);
    System.out.println("corpora: " + file + " " + cases.size() + " cases");
    return cases;
  }

  private static Optional<Path> vectors() {
    Path root = Path.of(System.getProperty("kexd.root", "..")).toAbsolutePath().normalize();
    Path beside = root.resolveSibling("shared");
    Path shared =
        Path.of(System.getProperty("kexd.shared", beside.toString())).toAbsolutePath().normalize();
    if (Files.isDirectory(shared.resolve("vectors"))) {
      return Optional.of(shared.resolve("vectors"));
    }
    if (!shared.equals(beside)) {
      throw new AssertionError("kexd.shared names a folder without vectors: " + shared);
    }
    return Optional.empty();
  }

  private static int expected(Path vectors, String file) {
    for (JsonNode entry : read(vectors.resolve("MANIFEST.json"))) {
      if (entry.get("file").asString().equals(file)) {
        return entry.get("cases").asInt();
      }
    }
    throw new AssertionError("MANIFEST.json lacks " + file);
  }

  private static JsonNode read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.readTree(file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode committed(String file) {
    String name = "/corpora/" + file.replaceFirst(".*/", "").replaceFirst("\\.json.*", ".json");
    try (InputStream in = Corpora.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new AssertionError("no committed cases: " + name);
      }
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> flatten(JsonNode file) {
    if (file.isArray()) {
      return list(file);
    }
    return list(file.get("testGroups")).stream()
        .flatMap(
            group ->
                list(group.get("tests")).stream()
                    .map(
                        test ->
                            (JsonNode)
                                JSON.createObjectNode()
                                    .setAll((ObjectNode) test.deepCopy())
                                    .set("group", group.deepCopy())))
        .toList();
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
