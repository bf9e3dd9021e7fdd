package io.kexd.crypto.gen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CurveCard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorTest {
  private static final String FIELDS = "io/kexd/crypto/field/";

  private static final Path HASHES = Cards.folder().resolve("../gen/kernels.sha256").normalize();

  private static final Generator GENERATED = generate();

  private static Generator generate() {
    try {
      return Generator.of(Cards.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSameCardsGiveTheSameBytes() {
    Generator second = generate();
    assertSame(GENERATED.sources(), second.sources());
    assertSame(GENERATED.resources(), second.resources());
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(actual.keySet()));
    expected.forEach((path, bytes) -> assertArrayEquals(bytes, actual.get(path), path));
  }

  /** A review sees which kernels a change of the generator or of a card moved. */
  @Test
  void kernelsAreThoseOfTheCommittedHashes() throws Exception {
    StringBuilder hashes = new StringBuilder();
    for (Map.Entry<String, byte[]> source : GENERATED.sources().entrySet()) {
      if (source.getKey().startsWith(FIELDS)) {
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
    String index = index(GENERATED);
    for (Map.Entry<String, byte[]> resource : GENERATED.resources().entrySet()) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(resource.getValue());
      assertTrue(index.contains("\"/" + resource.getKey() + '"'), resource.getKey());
      assertTrue(index.contains('"' + HexFormat.of().formatHex(hash) + '"'), resource.getKey());
    }
    for (String source : GENERATED.sources().keySet()) {
      if (source.startsWith(FIELDS) && !source.matches(".*x[0-9]+[.]java")) {
        String name = source.replace('/', '.').replaceFirst("java$", "FIELD");
        assertTrue(index.contains(name), name);
      }
    }
    assertTrue(index.contains("\"/io/kexd/crypto/curve25519.comb\", 5, 51, "), index);
  }

  /** Curves in lanes are an index of their own; a field without a curve is made, but not listed. */
  @Test
  void everyCurveIsIndexedInLanes() {
    String index = text(GENERATED, "CurveLanes").replaceAll("\\s+", " ");
    for (CurveCard card : Cards.curves()) {
      for (int lanes : Fields.LANES) {
        String field = card.common().field().className(lanes);
        String order =
            card.scalars().lanes().isPresent()
                ? "io.kexd.crypto.field." + card.scalars().className(lanes) + ".FIELD"
                : "new LaneByLane(" + lanes + ", curve.order())";
        String line =
            "case \"%s x%d\" -> curve .withFields(io.kexd.crypto.field.%s.FIELD, %s) .withCombs("
                .formatted(card.id(), lanes, field, order);
        assertTrue(index.contains(line), line);
        assertTrue(GENERATED.sources().containsKey(FIELDS + field + ".java"), field);
      }
    }
    assertTrue(GENERATED.sources().containsKey(FIELDS + "F389m21x8.java"));
  }

  /** A card need not have lanes. */
  @Test
  void aCurveWithoutLanes(@TempDir Path folder) throws IOException {
    Generator made =
        two(folder, field("2^389-21", "F389 limbs=7x56"), Cards.curve25519With(" lanes=5x51", ""));
    assertEquals(List.of("F25519", "F389", "L25519"), fields(made));
    assertFalse(text(made, "CurveLanes").contains("case"));
  }

  private static String index(Generator generator) {
    return text(generator, "CurveIndex");
  }

  private static String text(Generator generator, String name) {
    byte[] source =
        generator.sources().getOrDefault("io/kexd/crypto/model/" + name + ".java", new byte[0]);
    return new String(source, StandardCharsets.UTF_8);
  }

  /** The classes of fields. */
  private static List<String> fields(Generator generator) {
    return generator.sources().keySet().stream()
        .filter(path -> path.startsWith(FIELDS))
        .map(path -> path.substring(FIELDS.length(), path.length() - ".java".length()))
        .toList();
  }

  private static Generator two(Path folder, List<String> first, List<String> second)
      throws IOException {
    Files.write(folder.resolve("a.curve"), first);
    Files.write(folder.resolve("b.curve"), second);
    return Generator.of(folder);
  }

  /** All that a field without a curve has. */
  private static List<String> field(String prime, String field) {
    return List.of("prime = " + prime, "field = " + field, "source = a test");
  }

  @Test
  void cardsMayShareAField(@TempDir Path folder) throws IOException {
    Generator shared =
        two(folder, field("2^255-19", "F25519 limbs=5x51 lanes=5x51"), Cards.curve25519());
    assertEquals(List.of("F25519", "F25519x4", "F25519x8", "L25519"), fields(shared));
    String fields = index(shared).substring(index(shared).indexOf("FIELDS ="));
    assertTrue(
        fields.contains("PrimeField(\"2^255-19\", io.kexd.crypto.field.F25519.FIELD));"), fields);
  }

  @ParameterizedTest
  @CsvSource({
    "2^255 - 19, F25519 limbs=5x52 lanes=5x51",
    "2^255 - 19, F25519 limbs=5x51 lanes=6x43",
    "2^255 - 19, F25519 limbs=5x51",
    "2^389 - 21, F25519 limbs=8x49"
  })
  void aFieldsNameMeansOnePrimeAndOnePlan(String prime, String field, @TempDir Path folder) {
    CardException refused =
        assertThrows(
            CardException.class, () -> two(folder, Cards.curve25519(), field(prime, field)));
    assertEquals(
        "b.curve:2: field: the class F25519 is made of a.curve, field, with another prime or other"
            + " limbs: choose another name",
        refused.getMessage());
  }

  @Test
  void aSchemesIdMeansOneScheme(@TempDir Path folder) {
    CardException refused =
        assertThrows(
            CardException.class, () -> two(folder, Cards.curve25519(), Cards.curve25519()));
    assertEquals(
        "b.curve:20: scheme.x25519: another scheme has the id x25519", refused.getMessage());
  }

  @Test
  void anExperimentsNameMeansOneScheme(@TempDir Path folder) {
    List<String> one = Cards.curve25519With("rules=ed25519", "rules=edx name=One");
    one = Cards.with(one, ",ed25519ctx:ctx", "");
    List<String> two = Cards.with(Cards.with(one, "x25519", "x2"), "ed25519", "ed2");
    List<String> first = one;
    CardException refused = assertThrows(CardException.class, () -> two(folder, first, two));
    assertEquals("b.curve:21: scheme.ed2: another scheme has the name One", refused.getMessage());
  }

  @Test
  void aFieldAloneMustHaveAPrime(@TempDir Path folder) {
    CardException refused =
        assertThrows(
            CardException.class,
            () -> two(folder, Cards.curve25519(), field("2^389 - 23", "F389 limbs=8x49")));
    assertEquals("b.curve:1: prime: is not prime", refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "limbs=5x51, limbs=5x61, b4f does not fit 64 bits",
    "lanes=5x51, lanes=5x52, radix 2^52 is not between 2^2 and 2^51",
    "lanes=5x51, lanes=5x50, '5x50 limbs hold 250 bits, the prime has 255'"
  })
  void aRefusedPlanNamesTheCardsLine(String plan, String wrong, String reason, @TempDir Path folder)
      throws IOException {
    Files.write(folder.resolve("curve25519.curve"), Cards.curve25519With(plan, wrong));
    CardException refused = assertThrows(CardException.class, () -> Generator.of(folder));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("curve25519.curve:5: field: " + reason), message);
  }

  @Test
  void aFolderWithoutCardsIsRefused(@TempDir Path folder) {
    CardException refused = assertThrows(CardException.class, () -> Generator.of(folder));
    assertEquals("no *.curve files in " + folder, refused.getMessage());
  }
}
