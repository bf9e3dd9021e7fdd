package io.kexd.crypto.gen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.card.CardException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorTest {
  private static final Path HASHES = Cards.folder().resolve("../gen/kernels.sha256").normalize();

  @Test
  void theSameCardsGiveTheSameBytes() throws IOException {
    Generator first = Generator.of(Cards.folder());
    Generator second = Generator.of(Cards.folder());
    assertSame(first.sources(), second.sources());
    assertSame(first.resources(), second.resources());
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(actual.keySet()));
    expected.forEach((path, bytes) -> assertArrayEquals(bytes, actual.get(path), path));
  }

  /** A review sees which kernels a change of the generator or of a card moved. */
  @Test
  void kernelsAreThoseOfTheCommittedHashes() throws Exception {
    StringBuilder hashes = new StringBuilder();
    for (Map.Entry<String, byte[]> source : Generator.of(Cards.folder()).sources().entrySet()) {
      if (source.getKey().startsWith("io/kexd/crypto/field/")) {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(source.getValue());
        hashes.append(HexFormat.of().formatHex(hash)).append("  ");
        hashes.append(Path.of(source.getKey()).getFileName()).append('\n');
      }
    }
    assertEquals(
        Files.readString(HASHES),
        hashes.toString(),
        """
        Generated kernels changed. If that was meant, measure them, then run
        (cd crypto/engine/target/generated-sources/curves/io/kexd/crypto/field && sha256sum *.java) \
          > crypto/gen/kernels.sha256
        """);
  }

  @Test
  void theIndexNamesWhatWasMade() throws Exception {
    Generator generator = Generator.of(Cards.folder());
    byte[] source = generator.sources().get("io/kexd/crypto/model/CurveIndex.java");
    byte[] table = generator.resources().get("io/kexd/crypto/curve25519.comb");
    String index = new String(source, StandardCharsets.UTF_8);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(table);
    assertTrue(index.contains('"' + HexFormat.of().formatHex(hash) + '"'), index);
    assertTrue(index.contains("io.kexd.crypto.field.F25519.FIELD"), index);
    assertTrue(index.contains("\"/io/kexd/crypto/curve25519.comb\", 5, 51, "), index);
  }

  @Test
  void aRefusedPlanNamesTheCardsLine(@TempDir Path folder) throws IOException {
    Files.write(
        folder.resolve("curve25519.curve"), Cards.curve25519With("limbs=5x51", "limbs=5x61"));
    CardException refused = assertThrows(CardException.class, () -> Generator.of(folder));
    String place = "curve25519.curve:5: field: ";
    assertEquals(place, refused.getMessage().substring(0, place.length()));
  }

  @Test
  void aFolderWithoutCardsIsRefused(@TempDir Path folder) {
    CardException refused = assertThrows(CardException.class, () -> Generator.of(folder));
    assertEquals("no *.curve files in " + folder, refused.getMessage());
  }
}
