package io.kexd.crypto;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the public API accepts, refuses and lists. */
class ApiTest {
  private static final byte[] NONE = new byte[0];
  private static final Set<String> STANDARD =
      Set.of(
          "x25519",
          "x448",
          "p256",
          "p384",
          "p521",
          "ed25519",
          "ed448",
          "ecdsa-p256",
          "ecdsa-p384",
          "ecdsa-p521");
  private final SecureRandom random = new SecureRandom();

  @Test
  void listsTheSchemes() {
    List<String> ids = Curves.all().stream().map(Scheme::id).toList();
    assertEquals(ids.size(), Set.copyOf(ids).size(), "each id once");
    assertTrue(ids.containsAll(STANDARD), ids.toString());
    assertEquals(STANDARD, standard(), "what is served by default");
    Scheme x = Curves.find("x25519").orElseThrow();
    assertEquals(Scheme.Kind.AGREEMENT, x.kind());
    assertEquals(Scheme.Status.STANDARD, x.status());
    assertEquals(0x20, x.kemId());
    assertEquals(List.of(32, 32, 32), sizes(x));
    Scheme e = Curves.find("ed25519").orElseThrow();
    assertEquals(Scheme.Kind.SIGNATURE, e.kind());
    assertEquals(List.of("ed25519", "ed25519ctx", "ed25519ph"), e.algorithms());
    assertEquals(List.of(32, 32, 64), sizes(e));
    assertTrue(Curves.find("x25518").isEmpty());
  }

  private static Set<String> standard() {
    return Curves.all().stream()
        .filter(s -> s.status() == Scheme.Status.STANDARD)
        .map(Scheme::id)
        .collect(toSet());
  }

  /** Each curve of the service's contract, with its ladder or ECDH. */
  @Test
  void everyCurveOfTheContractAgrees() throws InvalidKeyException {
    String others =
        "numsp256d1 numsp384d1 numsp512d1 numsp256t1 numsp384t1 numsp512t1 numsp256t1-x"
            + " numsp384t1-x numsp512t1-x numsp256t1v2 numsp384t1v2 numsp512t1v2 ed252 ed480 e521"
            + " curve41417 x25519 x448 p256 p384 p521";
    for (String id : others.split(" ", -1)) {
      KeyAgreement agreement = KeyAgreement.of(id);
      try (KeyPair a = agreement.generate(random);
          KeyPair b = agreement.generate(random)) {
        byte[] secret = agreement.agree(a, b.publicKey());
        assertArrayEquals(secret, agreement.agree(b, a.publicKey()), id);
        assertEquals(agreement.scheme().outputSize(), secret.length, id);
      }
    }
  }

  private static List<Integer> sizes(Scheme s) {
    return List.of(s.privateKeySize(), s.publicKeySize(), s.outputSize());
  }

  @Test
  void unknownIdsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> KeyAgreement.of("ed25519"));
    assertThrows(IllegalArgumentException.class, () -> Signer.of("x25519"));
    assertThrows(IllegalArgumentException.class, () -> Verifier.of("ed25519x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, 33})
  void wrongSizesAreRefused(int size) {
    byte[] key = new byte[size];
    KeyAgreement x25519 = KeyAgreement.of("x25519");
    assertThrows(IllegalArgumentException.class, () -> x25519.fromPrivateKey(key));
    assertThrows(InvalidKeyException.class, () -> x25519.decode(key, KeyFormat.RAW));
    assertThrows(IllegalArgumentException.class, () -> Signer.of("ed25519").fromPrivateKey(key));
    Verifier verifier = Verifier.of("ed25519");
    assertThrows(InvalidKeyException.class, () -> verifier.decode(key, KeyFormat.RAW));
    assertFalse(verifier.verifyVartime(key, NONE, NONE, new byte[64]));
    assertFalse(verifier.verifyVartime(new byte[32], NONE, NONE, key));
  }

  /** Each byte of the 12 before the key, changed in each bit; and cut or extended encodings. */
  @ParameterizedTest
  @ValueSource(strings = {"x25519", "ed25519"})
  void spkiIsStrict(String id) throws InvalidKeyException {
    boolean agreement = id.equals("x25519");
    byte[] raw =
        agreement
            ? KeyAgreement.of(id).generate(random).publicKey()
            : Signer.of(id).generate(random).publicKey();
    byte[] der =
        agreement
            ? KeyAgreement.of(id).encode(raw, KeyFormat.SPKI)
            : Verifier.of(id).encode(raw, KeyFormat.SPKI);
    assertEquals(
        "302a300506032b65" + (agreement ? "6e" : "70") + "032100" + Hex.of(raw), Hex.of(der));
    assertArrayEquals(raw, decode(id, der));
    for (int bit = 0; bit < 8 * 12; bit++) {
      byte[] changed = der.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(InvalidKeyException.class, () -> decode(id, changed), "bit " + bit);
    }
    for (int size = 0; size < der.length + 3; size++) {
      byte[] cut = Arrays.copyOf(der, size);
      if (size != der.length) {
        assertThrows(InvalidKeyException.class, () -> decode(id, cut), "size " + size);
      }
    }
  }

  private static byte[] decode(String id, byte[] der) throws InvalidKeyException {
    return id.equals("x25519")
        ? KeyAgreement.of(id).decode(der, KeyFormat.SPKI)
        : Verifier.of(id).decode(der, KeyFormat.SPKI);
  }

  @Test
  void contextsHaveTheirSizes() {
    int[][] accepted = {{0, 0}, {1, 255}, {0, 255}};
    String[] algorithms = {"ed25519", "ed25519ctx", "ed25519ph"};
    for (int i = 0; i < 3; i++) {
      Signer signer = Signer.of(algorithms[i]);
      Verifier verifier = Verifier.of(algorithms[i]);
      try (KeyPair pair = signer.generate(random)) {
        for (int size : new int[] {0, 1, 255, 256, 1024}) {
          byte[] context = new byte[size];
          boolean fits = size >= accepted[i][0] && size <= accepted[i][1];
          assertEquals(fits, signer.acceptsContext(size), algorithms[i] + " " + size);
          assertEquals(fits, SignatureRules.of(algorithms[i]).acceptsContext(size));
          if (fits) {
            byte[] signature = signer.sign(pair, NONE, context);
            assertTrue(verifier.verifyVartime(pair.publicKey(), NONE, context, signature));
          } else {
            assertThrows(IllegalArgumentException.class, () -> signer.sign(pair, NONE, context));
            assertThrows(
                IllegalArgumentException.class,
                () -> verifier.verifyVartime(pair.publicKey(), NONE, context, new byte[64]));
          }
        }
      }
    }
  }

  @Test
  void digestsAreForThePrehashVariantOnly() throws NoSuchAlgorithmException {
    Signer ph = Signer.of("ed25519ph");
    byte[] message = {1, 2, 3};
    byte[] digest = MessageDigest.getInstance(ph.digestAlgorithm()).digest(message);
    try (KeyPair pair = ph.generate(random)) {
      byte[] signature = ph.signDigest(pair, digest, NONE);
      assertArrayEquals(ph.sign(pair, message, NONE), signature);
      Verifier verifier = Verifier.of("ed25519ph");
      assertTrue(verifier.verifyDigestVartime(pair.publicKey(), digest, NONE, signature));
      assertFalse(verifier.verifyDigestVartime(pair.publicKey(), new byte[64], NONE, signature));
      assertThrows(IllegalArgumentException.class, () -> ph.signDigest(pair, new byte[63], NONE));
      for (String algorithm : List.of("ed25519", "ed25519ctx")) {
        assertEquals("", Signer.of(algorithm).digestAlgorithm());
        assertThrows(
            IllegalArgumentException.class,
            () -> Signer.of(algorithm).signDigest(pair, digest, NONE));
      }
    }
  }

  @Test
  void rulesOfEveryAlgorithm() {
    for (Scheme scheme : Curves.all()) {
      for (String algorithm : scheme.algorithms()) {
        SignatureRules rules = SignatureRules.of(algorithm);
        assertEquals(scheme, rules.scheme());
        assertEquals(algorithm.startsWith("ecdsa-"), rules.isEcdsa(), algorithm);
        assertEquals(!algorithm.endsWith("ctx"), rules.acceptsContext(0), algorithm);
        boolean digests = rules.isEcdsa() || algorithm.endsWith("ph");
        assertEquals(digests, !rules.digestAlgorithm().isEmpty(), algorithm);
        assertEquals(digests, rules.digestSize() > 0, algorithm);
      }
    }
    SignatureRules p384 = SignatureRules.of("ecdsa-p384-sha384");
    assertEquals("SHA-384", p384.digestAlgorithm());
    assertEquals(48, p384.digestSize());
    assertFalse(p384.acceptsContext(1));
    assertThrows(IllegalArgumentException.class, () -> SignatureRules.of("x25519"));
  }

  /** A compressed key, or one of another curve, is no canonical key. */
  @Test
  void onlyCanonicalKeysAreWritten() {
    for (Scheme scheme : Curves.all()) {
      byte[] cut = new byte[scheme.publicKeySize() - 1];
      for (KeyFormat format : scheme.formats()) {
        assertThrows(
            IllegalArgumentException.class,
            () -> {
              if (scheme.algorithms().isEmpty()) {
                KeyAgreement.of(scheme.id()).encode(cut, format);
              } else {
                Verifier.of(scheme.algorithms().get(0)).encode(cut, format);
              }
            },
            scheme.id() + " " + format);
      }
    }
  }

  @Test
  void errorsEchoNoKey() {
    byte[] low = new byte[32];
    low[0] = (byte) 0xee; // p + 1 = 1
    Arrays.fill(low, 1, 31, (byte) 0xff);
    low[31] = 0x7f;
    InvalidKeyException e =
        assertThrows(
            InvalidKeyException.class, () -> KeyAgreement.of("x25519").decode(low, KeyFormat.RAW));
    assertEquals("the public key is a point of small order", e.getMessage());
  }

  @Test
  void batchesOfAnySize() {
    Signer signer = Signer.of("ed25519");
    Verifier verifier = Verifier.of("ed25519");
    for (int size : new int[] {0, 1, 2, 5}) {
      for (int bad = -1; bad < size; bad++) {
        Batch batch = verifier.batch();
        for (int i = 0; i < size; i++) {
          try (KeyPair pair = signer.generate(random)) {
            byte[] message = {(byte) i};
            byte[] signature = signer.sign(pair, message, NONE);
            signature[i == bad ? 40 : 0] ^= (byte) (i == bad ? 1 : 0);
            batch.add(pair.publicKey(), message, NONE, signature);
          }
        }
        boolean[] valid = batch.verifyVartime(random);
        assertEquals(size, valid.length);
        for (int i = 0; i < size; i++) {
          assertEquals(i != bad, valid[i], "item " + i + " of " + size);
        }
      }
    }
  }

  /** The rule accepts A and R of small order: with S = 0 the cofactor clears all that is left. */
  @Test
  void smallOrderAndNoScalarIsRightForAnyMessage() {
    byte[] orderFour = new byte[32]; // y = 0
    Verifier verifier = Verifier.of("ed25519");
    Batch batch = verifier.batch();
    for (byte message = 0; message < 4; message++) {
      byte[] bytes = {message};
      assertTrue(verifier.verifyVartime(orderFour, bytes, NONE, new byte[64]));
      batch.add(orderFour, bytes, NONE, new byte[64]);
    }
    for (boolean valid : batch.verifyVartime(random)) {
      assertTrue(valid);
    }
  }

  /** The batch must find signatures whose errors cancel out in a plain sum. */
  @Test
  void batchScalesItsItems() {
    Signer signer = Signer.of("ed25519");
    try (KeyPair pair = signer.generate(random)) {
      byte[] message = {9};
      byte[] signature = signer.sign(pair, message, NONE);
      Batch batch = Verifier.of("ed25519").batch();
      batch.add(pair.publicKey(), message, NONE, add(signature, 1));
      batch.add(pair.publicKey(), message, NONE, add(signature, -1));
      assertArrayEquals(new boolean[2], batch.verifyVartime(random));
    }
  }

  /** The signature with S changed by a small number. */
  private static byte[] add(byte[] signature, int number) {
    byte[] out = signature.clone();
    int carry = number;
    for (int i = 32; i < 64; i++) {
      carry += out[i] & 0xff;
      out[i] = (byte) carry;
      carry >>= 8;
    }
    return out;
  }
}
