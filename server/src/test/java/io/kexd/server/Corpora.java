package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Test vectors written by others, in vectors/ of the folder that -Dkexd.shared names. Where the
 * folder is absent, a few cases committed with the tests stand in, and the output says so.
 */
public final class Corpora {
  private static final JsonMapper JSON = new JsonMapper();

  private Corpora() {}

  /**
   * A file's cases; those of a file of groups each with its group.
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

  /** As {@link #cases}, but none where the folder is absent: these files have no stand-ins. */
  public static List<JsonNode> casesIfPresent(String file) {
    if (vectors().isEmpty()) {
      System.out.println("corpora: absent (" + file + "); nothing is tested");
      return List.of();
    }
    return cases(file);
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
    String name = file.toString().replaceFirst("\\.gz$", "");
    try (InputStream in = Files.newInputStream(file)) {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      return name.endsWith(".json")
          ? JSON.readTree(plain)
          : records(new String(plain.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Records of {@code Key = value} lines, each with its {@code section}; a line with colons is one
   * by itself, with its {@code fields}.
   */
  private static JsonNode records(String text) {
    ArrayNode records = JSON.createArrayNode();
    String section = "";
    ObjectNode open = JSON.createObjectNode();
    for (String line : (Iterable<String>) Stream.concat(text.lines(), Stream.of(""))::iterator) {
      if (line.startsWith("[")) {
        section = line.substring(1, line.indexOf(']'));
      } else if (line.contains(" = ")) {
        String[] pair = line.split(" = ", 2);
        open.put(pair[0].strip(), pair[1].strip());
      } else if (line.contains(":") && !line.startsWith("#")) {
        records.addObject().put("fields", line);
      } else if (line.isBlank() && !open.isEmpty()) {
        records.add(open.put("section", section));
        open = JSON.createObjectNode();
      }
    }
    return records;
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
    if (file.isArray() && !file.get(0).has("cases")) {
      return list(file);
    }
    String tests = file.isArray() ? "cases" : "tests";
    return list(file.isArray() ? file : file.get("testGroups")).stream()
        .flatMap(
            group ->
                list(group.get(tests)).stream()
                    .map(
                        test ->
                            (JsonNode)
                                JSON.createObjectNode()
                                    .setAll((ObjectNode) test.deepCopy())
                                    .set("group", group)))
        .toList();
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
