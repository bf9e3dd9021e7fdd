package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every field on the vectors of the slow independent reference. */
class FieldVectorsTest {
  static List<Curve.PrimeField> fields() {
    return CurveIndex.FIELDS;
  }

  @ParameterizedTest
  @MethodSource("fields")
  void field(Curve.PrimeField prime) {
    if (!Corpora.present("curves/vectors")) {
      return;
    }
    Field f = prime.field();
    int cases = 0;
    for (JsonNode parameters : Corpora.json("curves/curves.json").get("curves")) {
      String p = parameters.get("field").get("p").asString();
      if (new BigInteger(p, 16).equals(f.modulus)) {
        String file = "curves/vectors/" + parameters.get("id").asString() + ".json";
        for (JsonNode c : Corpora.json(file).get("field").get("cases")) {
          check(f, c);
          cases++;
        }
      }
    }
    if (cases == 0) {
      System.out.println("corpora: the reference does not know " + prime.prime());
    }
    assertEquals(0, cases % 32, prime + ": " + cases + " cases");
  }

  private static void check(Field f, JsonNode c) {
    FieldRoots roots = new FieldRoots(f);
    long[] a = f.element();
    long[] b = f.element();
    long[] r = f.element();
    f.decode(a, Hex.of(c, "a"), 0);
    f.decode(b, Hex.of(c, "b"), 0);
    f.add(r, a, b);
    assertEquals(c.get("a+b").asString(), encode(f, r));
    f.sub(r, a, b);
    assertEquals(c.get("a-b").asString(), encode(f, r));
    f.mul(r, a, b);
    assertEquals(c.get("a*b").asString(), encode(f, r));
    f.sqr(r, a);
    assertEquals(c.get("a^2").asString(), encode(f, r));
    roots.invert(r, a);
    assertEquals(c.get("1/a").asString(), encode(f, r));
    checkRoot(f, roots, c, a);
  }

  private static void checkRoot(Field f, FieldRoots roots, JsonNode c, long[] a) {
    long[] one = f.element();
    f.set(one, BigInteger.ONE);
    long[] exists = f.mask();
    long[] root = f.element();
    roots.sqrtRatio(exists, root, a, one);
    assertEquals(c.get("a_is_square").asBoolean() ? -1 : 0, exists[0]);
    if (exists[0] != 0) {
      long[] odd = {-(long) (Hex.bytes(encode(f, root))[0] & 1)};
      f.negate(root, odd, root);
      assertEquals(c.get("even_sqrt_a").asString(), encode(f, root));
    }
  }

  private static String encode(Field f, long[] a) {
    byte[] out = new byte[f.bytes];
    f.encode(out, 0, a, f.element());
    return Hex.of(out);
  }
}
