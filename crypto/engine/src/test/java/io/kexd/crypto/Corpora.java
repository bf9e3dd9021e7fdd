package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of test corpora, -Dkexd.shared, by default the one beside the repository. When that
 * default is missing, corpus tests say so and do nothing: the short known answers are committed and
 * always run. A folder that was named and is missing is a failure.
 */
final class Corpora {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String VECTORS = "curves/vectors/";
  private static final Optional<Path> SHARED = locate();

  private Corpora() {}

  private static Optional<Path> locate() {
    String named = System.getProperty("kexd.shared");
    Path standard = Path.of(System.getProperty("kexd.root", "."), "..", "shared").normalize();
    Path folder = named == null ? standard : Path.of(named).normalize();
    if (Files.isDirectory(folder)) {
      return Optional.of(folder);
    }
    if (!folder.equals(standard)) {
      throw new IllegalStateException("-Dkexd.shared names a folder that is missing: " + folder);
    }
    return Optional.empty();
  }

  /** Whether corpora are there; says so when not. */
  static boolean present(String name) {
    if (SHARED.isEmpty()) {
      System.out.println("corpora: " + name + " absent (no folder beside the repository)");
    }
    return SHARED.isPresent();
  }

  /**
   * Whether the reference has vectors of a curve; says so when not. Those that it has must be
   * there.
   */
  static boolean hasVectors(Curve curve) {
    if (!present(VECTORS + curve.id() + ".json")) {
      return false;
    }
    List<String> known = new ArrayList<>();
    json("curves/curves.json").get("curves").forEach(c -> known.add(c.get("id").asString()));
    assertTrue(known.contains("curve25519"), "curves.json: " + known);
    if (!known.contains(curve.id())) {
      System.out.println("corpora: the reference does not know " + curve.id());
    }
    return known.contains(curve.id());
  }

  /** The reference's vectors of a curve. */
  static JsonNode vectors(Curve curve) {
    return json(VECTORS + curve.id() + ".json");
  }

  /** The content of a file below the folder, unpacked. */
  static byte[] read(String file) {
    try {
      byte[] raw = Files.readAllBytes(SHARED.orElseThrow().resolve(file));
      if (!file.endsWith(".gz")) {
        return raw;
      }
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(raw))) {
        return in.readAllBytes();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String file) {
    return new String(read(file), StandardCharsets.UTF_8);
  }

  static JsonNode json(String file) {
    return JSON.readTree(read(file));
  }

  static JsonNode resource(String name) {
    return JSON.readTree(Corpora.class.getResourceAsStream(name));
  }

  /** Checks that a file of vectors/ had as many cases as the manifest says, and prints it. */
  static void checkCount(String file, int cases) {
    for (JsonNode entry : json("vectors/MANIFEST.json")) {
      if (entry.get("file").asString().equals(file)) {
        assertTrue(cases > 0, file + " has no case");
        assertEquals(entry.get("cases").asInt(), cases, file);
        System.out.println("corpora: " + file + " " + cases + " cases");
        return;
      }
    }
    throw new AssertionError(file + " is not in the manifest");
  }
}
