package io.kexd.crypto;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a JVM with other flags must do as well; arguments say what. Whatever is wrong is thrown, and
 * the choice of kernels is printed.
 */
final class FlaggedRun {
  /** CPU time for a kernel to become warm in: less than it needs to become fast. */
  private static final long BUDGET = 200_000_000;

  private FlaggedRun() {}

  public static void main(String[] args) throws Exception {
    for (String what : args) {
      switch (what) {
        case "answers" -> knownAnswers();
        case "many" -> manyAgreements();
        case "fields4" -> fields(4);
        case "fields8" -> fields(8);
        case "unlinked" -> unlinked();
        case "choice" -> choice();
        default -> throw new IllegalArgumentException(what);
      }
    }
  }

  @SuppressWarnings("JUnitMethodInvoked") // the same tests, in this JVM
  private static void knownAnswers() throws InvalidKeyException {
    new KnownAnswersTest().rfc7748Section52();
    new KnownAnswersTest().rfc7748Section61();
    new KnownAnswersTest().rfc8032Section7();
    new EcKnownAnswersTest().ecdh();
    new EcKnownAnswersTest().ecdsa();
  }

  /** Known answers in every lane, of the kernel that the setting forces. */
  private static void manyAgreements() throws InvalidKeyException {
    JsonNode x = Corpora.resource("/rfc7748.json").get("section6.1");
    many("x25519", x.get("a").asString(), x.get("B").asString(), x.get("K").asString());
    JsonNode p = Corpora.resource("/nist-ec.json").get("ecdh").get(0);
    many("p256", p.get("private").asString(), p.get("peer").asString(), p.get("secret").asString());
  }

  private static void many(String id, String scalar, String peer, String secret)
      throws InvalidKeyException {
    KeyAgreement agreement = KeyAgreement.of(id);
    KeyPair pair = agreement.fromPrivateKey(Hex.bytes(scalar));
    List<AgreementResult> results =
        agreement.agree(Collections.nCopies(9, pair), Collections.nCopies(9, Hex.bytes(peer)));
    for (AgreementResult result : results) {
      same(secret, Hex.of(result.secret()), id);
    }
  }

  private static void same(Object expected, Object actual, String what) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": " + actual + " is not " + expected);
    }
  }

  /** A calculation in the field of every curve gives in lanes what it gives in one lane. */
  private static void fields(int lanes) {
    for (Curve curve : CurveIndex.ALL) {
      Curve many = CurveLanes.of(curve, lanes);
      for (int lane = 0; lane < lanes; lane++) {
        same(values(curve.field(), lane, lane), values(many.field(), 0, lane), curve.id());
      }
    }
  }

  /** The value of a lane after some calls of every verb; lane l starts with first + l. */
  private static BigInteger values(Field f, int first, int lane) {
    byte[] in = new byte[f.bytes * f.lanes];
    for (int l = 0; l < f.lanes; l++) {
      in[l * f.bytes] = (byte) (3 + first + l);
      in[l * f.bytes + f.bytes / 2] = (byte) (first + l);
    }
    long[] a = f.element();
    long[] b = f.element();
    long[] c = f.element();
    f.decode(a, in, 0);
    f.sqr(b, a);
    for (int i = 0; i < 4; i++) {
      f.mul(c, a, b);
      f.sub(a, c, b);
      f.carry(a, a);
      f.add(b, b, c);
      f.carry(b, b);
      f.mulSmall(c, a, 121_665);
      f.sqr(a, c);
      f.mulAddSub(a, b, a, b, c, b, f.element());
      f.carry(a, a);
      f.carry(b, b);
    }
    byte[] out = new byte[f.bytes * f.lanes];
    f.encode(out, 0, b, f.element());
    byte[] own = new byte[f.bytes];
    for (int i = 0; i < own.length; i++) {
      own[own.length - 1 - i] = out[(f.lanes == 1 ? 0 : lane) * f.bytes + i];
    }
    return new BigInteger(1, own);
  }

  /** Without the module, every kernel of several lanes is a linkage error, and none is chosen. */
  private static void unlinked() {
    for (Curve curve : CurveIndex.ALL) {
      for (int lanes : List.of(4, 8)) {
        try {
          throw new AssertionError("linked: " + CurveLanes.of(curve, lanes).id());
        } catch (LinkageError e) {
          // As it must be.
        }
      }
    }
  }

  private static void choice() {
    List<String> ids = List.of("x25519", "p256");
    List<KernelChoice> all = new ArrayList<>();
    for (String id : ids) {
      for (Kernels<?> kernels : Engine.kernels(id)) {
        kernels.warm(8, BUDGET);
        kernels.warm(4, BUDGET);
        all.addAll(kernels.view());
      }
    }
    for (KernelChoice c : all) {
      boolean serves = !c.serves().isEmpty();
      System.out.printf(
          "choice %s %s %d %s %b %s%n",
          c.scheme(), c.operation(), c.lanes(), c.state(), serves, c.reason());
    }
  }
}
