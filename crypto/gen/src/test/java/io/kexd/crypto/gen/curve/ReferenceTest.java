package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Equation;
import io.kexd.crypto.gen.card.FieldCard;
import io.kexd.crypto.gen.card.Ladder;
import io.kexd.crypto.gen.card.Point;
import io.kexd.crypto.gen.card.Scheme;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every number of every card against the reference's, where that lies beside the repository. */
class ReferenceTest {
  private static final Map<String, JsonNode> REFERENCE = reference();

  private static Map<String, JsonNode> reference() {
    String named = System.getProperty("kexd.shared");
    Path standard = Cards.folder().resolve("../../../shared").normalize();
    Path folder = named == null ? standard : Path.of(named).normalize();
    Path file = folder.resolve("curves/curves.json");
    Map<String, JsonNode> curves = new TreeMap<>();
    if (folder.equals(standard) && !Files.exists(folder)) {
      System.out.println("corpora: curves.json absent (no folder beside the repository)");
      return curves;
    }
    for (JsonNode curve : JsonMapper.builder().build().readTree(file).get("curves")) {
      curves.put(curve.get("id").asString(), curve);
    }
    System.out.println("corpora: curves.json " + curves.size() + " curves");
    return curves;
  }

  @TestFactory
  Stream<DynamicTest> everyCurveOfTheReferenceHasACardWithItsNumbers() {
    return REFERENCE.entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> compare(entry.getKey(), entry.getValue())));
  }

  private static void compare(String id, JsonNode reference) {
    CardFile file =
        CardFile.parse(id + ".curve", Cards.all().getOrDefault(id + ".curve", List.of()));
    assertEquals(reference.has("order"), CurveCard.isCurve(file));
    if (CurveCard.isCurve(file)) {
      compare(CurveCard.read(file), reference);
    } else {
      compare(FieldCard.read(file), reference);
    }
  }

  private static void compare(FieldCard card, JsonNode reference) {
    assertEquals(hex(reference.get("field").get("p")), card.prime());
    assertEquals(
        reference.get("field").get("expression").asString(), card.formula().replace(" ", ""));
  }

  private static void compare(CurveCard card, JsonNode reference) {
    compare(card.common(), reference);
    Equation equation = card.equation();
    boolean edwards = equation.model() == Equation.Model.EDWARDS;
    JsonNode model = reference.get(edwards ? "edwards" : "weierstrass");
    assertEquals(hex(model.get("a")).mod(card.prime()), equation.a());
    assertEquals(hex(model.get(edwards ? "d" : "b")).mod(card.prime()), equation.b());
    assertEquals(point(model), card.base());
    assertEquals(hex(reference.get("order").get("l")), card.order());
    assertEquals(reference.get("order").get("h").asInt(), card.cofactor());
    assertEquals(reference.has("ladder"), card.ladder().isPresent());
    card.ladder().ifPresent(ladder -> compare(card, ladder, reference));
    for (Scheme scheme : card.schemes()) {
      compare(scheme, reference);
    }
  }

  private static void compare(CurveCard card, Ladder ladder, JsonNode reference) {
    JsonNode expected = reference.get("ladder");
    assertEquals(hex(expected.get("A")), BigInteger.valueOf(ladder.bigA()));
    assertEquals(hex(expected.get("u")), ladder.u());
    assertEquals(expected.get("map").asString(), ladder.map().name().toLowerCase(Locale.ROOT));
    assertEquals(point(expected.get("edwards")), ladder.base());
    Twist twist = Twist.of(card);
    assertEquals(expected.get("clear_low_bits").asInt(), twist.clearBits(card));
    assertEquals(hex(reference.get("order").get("twist_l")), twist.order());
    assertEquals(
        BigInteger.valueOf(reference.get("order").get("twist_h").asInt()), twist.cofactor());
  }

  private static void compare(Scheme scheme, JsonNode reference) {
    switch (scheme.kind()) {
      case "xdh" -> assertEquals(text(reference, "ladder", "status"), scheme.status());
      case "ecdh" -> assertEquals(reference.get("status").asString(), scheme.status());
      case "ecdh-te" -> assertEquals("experimental", scheme.status());
      default -> {
        assertEquals(text(reference, "signature", "status"), scheme.status());
        assertEquals(text(reference, "signature", "scheme"), scheme.kind());
        if (scheme.rules().equals("edx")) {
          assertEquals(text(reference, "signature", "name"), scheme.name());
        }
      }
    }
  }

  private static String text(JsonNode node, String first, String second) {
    return node.get(first).get(second).asString();
  }

  private static Point point(JsonNode node) {
    return new Point(hex(node.get("x")), hex(node.get("y")));
  }

  private static BigInteger hex(JsonNode node) {
    return new BigInteger(node.asString(), 16);
  }
}
