package io.kexd.crypto.gen.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.gen.Cards;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardTest {
  @Test
  void theCardOfCurve25519() {
    Card card = Cards.read(Cards.curve25519());
    assertEquals("curve25519", card.id());
    assertEquals(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)), card.prime());
    assertEquals(new Card.FieldPlan("F25519", 5, 51), card.field());
    assertEquals(8, card.cofactor());
    assertEquals(486662, card.ladderA());
    assertEquals(
        List.of(
            new Card.Scheme("x25519", "xdh", "standard", List.of(), "1.3.101.110", 0x20),
            new Card.Scheme(
                "ed25519",
                "eddsa",
                "standard",
                List.of("ed25519", "ed25519ctx", "ed25519ph"),
                "1.3.101.112",
                0)),
        card.schemes());
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
          edwards a=-1    | weierstrass a=-3 | curve25519.curve:8: model: model weierstrass is not supported by this generator
          edwards a=-1    | edwards b=-1     | curve25519.curve:8: model: attribute 'a' is missing
          edwards a=-1    | edwards a=-1 a=1 | curve25519.curve:8: model: attribute 'a' stands twice
          edwards a=-1    | edwards a        | curve25519.curve:8: model: 'a' is not of the form attribute=value
          edwards a=-1    | edwards e=2 a=-1 | curve25519.curve:8: model: attribute 'e' is not supported by this generator
          edwards a=-1    | edwards a=x      | curve25519.curve:8: model: a: 'x' cannot be read from its character 1 on
          limbs=5x51      | limbs=5*51       | curve25519.curve:5: field: limbs=5*51 is not of the form 5x51, limbs times bits
          limbs=5x51      | limbs=5x51 lanes=5x51 | curve25519.curve:5: field: attribute 'lanes' is not supported by this generator
          F25519          | f-25519          | curve25519.curve:5: field: 'f-25519' is not the name of a class
          map=birational  | map=iso4         | curve25519.curve:15: ladder: only map=birational is supported by this generator
          status=standard oid=1.3.101.110 | status=good | curve25519.curve:20: scheme.x25519: status 'good' is none of standard, draft, experimental
          oid=1.3.101.110 | oid=id-X25519    | curve25519.curve:20: scheme.x25519: oid 'id-X25519' is not a dotted object identifier
          = xdh           | = ecdh           | curve25519.curve:20: scheme.x25519: kind ecdh is not supported by this generator
          kem=0x0020      | kem=twenty       | curve25519.curve:20: scheme.x25519: kem: 'twenty' cannot be read from its character 1 on
          kem=0x0020      | kem=0x10000      | curve25519.curve:20: scheme.x25519: kem: 65536 is out of range
          = eddsa         | = eddsa kem=1    | curve25519.curve:21: scheme.ed25519: attribute 'kem' is not supported by this generator
          A=486662        | A=2^40           | curve25519.curve:15: ladder: A: 1099511627776 is out of range
          A=486662        | A=2^20+2         | curve25519.curve:15: ladder: A: 1048578 is out of range
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
    CardException refused = assertThrows(CardException.class, () -> Card.read(file));
    assertEquals("curve25519.card: a card's name ends in .curve", refused.getMessage());
  }
}
