package io.kexd.crypto.gen.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.gen.Cards;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurveCardTest {
  @Test
  void theCardOfCurve25519() {
    CurveCard card = Cards.read(Cards.curve25519());
    assertEquals("curve25519", card.id());
    assertEquals(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)), card.prime());
    assertEquals("2^255 - 19", card.common().formula());
    assertEquals(
        new FieldPlan(
            "F25519",
            new FieldPlan.Limbs(5, 51),
            java.util.Optional.of(new FieldPlan.Limbs(5, 51))),
        card.common().field());
    assertEquals(8, card.cofactor());
    BigInteger nine = BigInteger.valueOf(9);
    assertEquals(
        Optional.of(new Ladder(486662, nine, Ladder.Map.BIRATIONAL, card.base())), card.ladder());
    assertEquals(
        List.of(
            new Scheme("x25519", "xdh", "standard", List.of(), "1.3.101.110", 0x20, "", ""),
            new Scheme(
                "ed25519",
                "eddsa",
                "standard",
                List.of(
                    new Scheme.Algorithm("ed25519", "pure"),
                    new Scheme.Algorithm("ed25519ctx", "ctx"),
                    new Scheme.Algorithm("ed25519ph", "ph")),
                "1.3.101.112",
                0,
                "ed25519",
                "")),
        card.schemes());
  }

  private static final List<String> ROWS =
      List.of(
          "prime = 2^13 - 1",
          "field = F13 limbs=2x8",
          "model = MODEL",
          "cofactor = 1",
          "order = 8111",
          "scalars = L13 limbs=2x8",
          "base = x=3 y=-1/2",
          "comb = 2",
          "scheme.one = SCHEME",
          "source = a test");

  private static CurveCard card(String model, String scheme) {
    return Cards.read(Cards.with(Cards.with(ROWS, "MODEL", model), "SCHEME", scheme));
  }

  @Test
  void aWeierstrassCurve() {
    CurveCard card =
        card("weierstrass a=-3 b=7", "ecdsa status=draft oid=1.2.3 algorithms=one-sha512:sha512");
    assertEquals(
        new Equation(Equation.Model.WEIERSTRASS, BigInteger.valueOf(8188), BigInteger.valueOf(7)),
        card.equation());
    assertEquals(new Point(BigInteger.valueOf(3), BigInteger.valueOf(4095)), card.base());
    assertEquals(Optional.empty(), card.ladder());
    assertEquals(List.of(new Scheme.Algorithm("one-sha512", "sha512")), algorithms(card));
  }

  @Test
  void anExperimentalSignature() {
    CurveCard card =
        card("edwards a=1 d=-5", "eddsa status=draft rules=edx name=EdOne algorithms=one:pure");
    assertEquals("EdOne", card.schemes().get(0).name());
    assertEquals("edx", card.schemes().get(0).rules());
    assertEquals(List.of(new Scheme.Algorithm("one", "pure")), algorithms(card));
  }

  private static List<Scheme.Algorithm> algorithms(CurveCard card) {
    return card.schemes().get(0).algorithms();
  }

  @ParameterizedTest
  @CsvSource({
    "edwards a=1 d=-5, ecdh status=draft, ecdh",
    "edwards a=1 d=-5, ecdsa status=draft algorithms=one:sha256, ecdsa",
    "edwards a=1 d=-5, xdh status=draft, xdh",
    "weierstrass a=-3 b=7, ecdh-te status=draft, ecdh-te",
    "weierstrass a=-3 b=7, eddsa status=draft rules=ed448 algorithms=one:pure, eddsa"
  })
  void schemesThatTheCurveCannotHave(String model, String scheme, String kind) {
    CardException refused = assertThrows(CardException.class, () -> card(model, scheme));
    assertEquals(
        "curve25519.curve:9: scheme.one: " + kind + " does not fit the curve's model",
        refused.getMessage());
  }

  @Test
  void aLadderHasABasePointOfItsOwnWhereItSaysSo() {
    CurveCard card = Cards.read(Cards.curve25519With("map=birational", "map=iso4 x=7 y=1/2"));
    Ladder ladder = card.ladder().orElseThrow();
    assertEquals(Ladder.Map.ISO4, ladder.map());
    assertEquals(BigInteger.valueOf(7), ladder.base().x());
    assertEquals(BigInteger.TWO.modInverse(card.prime()), ladder.base().y());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cofactor = 8    | kofactor = 8     | curve25519.curve: key 'cofactor' is missing
          cofactor = 8    | cofactor = 8\\nhue = 1 | curve25519.curve:10: hue: unknown key
          cofactor = 8    | cofactor = 8\\ncofactor = 4 | curve25519.curve:10: cofactor: the key stands twice
          cofactor = 8    | cofactor 8       | curve25519.curve:9: 'cofactor 8' is not of the form key = value
          cofactor = 8    | cofactor =       | curve25519.curve:9: cofactor: key and value must not be empty
          cofactor = 8    | cofactor = 0     | curve25519.curve:9: cofactor: 0 is out of range
          2^255 - 19      | 2^255 minus 19   | curve25519.curve:4: prime: '2^255minus19' cannot be read from its character 6 on
          edwards a=-1    | jacobi a=-3      | curve25519.curve:8: model: model jacobi is neither edwards nor weierstrass
          edwards a=-1    | weierstrass a=-3 | curve25519.curve:8: model: attribute 'b' is missing
          edwards a=-1    | edwards b=-1     | curve25519.curve:8: model: attribute 'a' is missing
          edwards a=-1    | edwards a=-1 a=1 | curve25519.curve:8: model: attribute 'a' stands twice
          edwards a=-1    | edwards a        | curve25519.curve:8: model: 'a' is not of the form attribute=value
          edwards a=-1    | edwards e=2 a=-1 | curve25519.curve:8: model: attribute 'e' is not supported by this generator
          edwards a=-1    | edwards a=x      | curve25519.curve:8: model: a: 'x' cannot be read from its character 1 on
          limbs=5x51      | limbs=5*51       | curve25519.curve:5: field: limbs=5*51 is not of the form 5x51, limbs times bits
          lanes=5x51      | lanes=5          | curve25519.curve:5: field: lanes=5 is not of the form 5x51, limbs times bits
          lanes=5x51      | lanes=8x5x51     | curve25519.curve:5: field: lanes=8x5x51 is not of the form 5x51, limbs times bits
          lanes=5x51      | lanes=0x51       | curve25519.curve:5: field: lanes=0x51 is not of the form 5x51, limbs times bits
          lanes=5x51      | lanes=           | curve25519.curve:5: field: 'lanes=' is not of the form attribute=value
          lanes=5x51      | lanes=5x51 lanes=5x51 | curve25519.curve:5: field: attribute 'lanes' stands twice
          lanes=5x51      | lane=5x51        | curve25519.curve:5: field: attribute 'lane' is not supported by this generator
          F25519          | f-25519          | curve25519.curve:5: field: 'f-25519' is not the name of a class
          map=birational  | map=iso3         | curve25519.curve:15: ladder: map=iso3 is neither birational nor iso4
          map=birational  | map=iso4 x=3     | curve25519.curve:15: ladder: attribute 'y' is missing
          status=standard oid=1.3.101.110 | status=good | curve25519.curve:20: scheme.x25519: status 'good' is none of standard, draft, experimental
          oid=1.3.101.110 | oid=id-X25519    | curve25519.curve:20: scheme.x25519: oid 'id-X25519' is not a dotted object identifier whose first arcs are below 3 and 40
          oid=1.3.101.110 | oid=3.3.101.110  | curve25519.curve:20: scheme.x25519: oid '3.3.101.110' is not a dotted object identifier whose first arcs are below 3 and 40
          oid=1.3.101.110 | oid=1.40.101.110 | curve25519.curve:20: scheme.x25519: oid '1.40.101.110' is not a dotted object identifier whose first arcs are below 3 and 40
          = xdh           | = ike            | curve25519.curve:20: scheme.x25519: kind ike is none of xdh, ecdh, ecdh-te, eddsa, ecdsa
          kem=0x0020      | kem=twenty       | curve25519.curve:20: scheme.x25519: kem: 'twenty' cannot be read from its character 1 on
          kem=0x0020      | kem=0x10000      | curve25519.curve:20: scheme.x25519: kem: 65536 is out of range
          = eddsa         | = eddsa kem=1    | curve25519.curve:21: scheme.ed25519: attribute 'kem' is not supported by this generator
          A=486662        | A=2^40           | curve25519.curve:15: ladder: A: 1099511627776 is out of range
          = xdh           | = xdh rules=edx  | curve25519.curve:20: scheme.x25519: attribute 'rules' is not supported by this generator
          rules=ed25519 algorithms=ed25519:pure,ed25519ctx:ctx | rules=edx algorithms=ed25519:pure | curve25519.curve:21: scheme.ed25519: attribute 'name' is missing
          rules=ed25519   | rules=ed25519 name=Ed25519 | curve25519.curve:21: scheme.ed25519: attribute 'name' is not supported by this generator
          rules=ed25519   | rules=eddsa      | curve25519.curve:21: scheme.ed25519: rules=eddsa is none of ed25519, ed448, edx
          rules=ed25519   | status2=x        | curve25519.curve:21: scheme.ed25519: attribute 'rules' is missing
          ed25519ph:ph    | ed25519ph        | curve25519.curve:21: scheme.ed25519: algorithm 'ed25519ph' is not of the form id:pure/ctx/ph
          ed25519ph:ph    | Ed25519ph:ph     | curve25519.curve:21: scheme.ed25519: algorithm 'Ed25519ph:ph' is not of the form id:pure/ctx/ph
          ed25519ph:ph    | ed25519:ph       | curve25519.curve:21: scheme.ed25519: algorithm 'ed25519' stands twice
          rules=ed25519   | rules=ed448      | curve25519.curve:21: scheme.ed25519: algorithm 'ed25519ctx:ctx' is not of the form id:pure/ph
          A=486662        | A=-4194302       | curve25519.curve:15: ladder: A: -4194302 is out of range
          A=486662        | A=2^22           | curve25519.curve:15: ladder: A: 4194304 is out of range
          ladder   =      | leader   =       | curve25519.curve:15: leader: unknown key
          scheme.         | system.          | curve25519.curve: no key 'scheme.<id>'
          """)
  void wrongCards(String old, String replacement, String message) {
    List<String> lines = Cards.curve25519With(old, replacement.replace("\\n", "\n"));
    CardException refused = assertThrows(CardException.class, () -> Cards.read(lines));
    assertEquals(message, refused.getMessage());
  }

  @Test
  void aCardsNameEndsInCurve() {
    CardFile file = CardFile.parse("curve25519.card", Cards.curve25519());
    CardException refused = assertThrows(CardException.class, () -> CurveCard.read(file));
    assertEquals("curve25519.card: a card's name ends in .curve", refused.getMessage());
  }
}
