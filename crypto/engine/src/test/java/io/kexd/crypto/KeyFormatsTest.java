package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.scheme.EcSignature;
import io.kexd.crypto.scheme.Pkcs8;
import io.kexd.crypto.scheme.Spki;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * SubjectPublicKeyInfo, PKCS #8 and Ecdsa-Sig-Value in strict DER: there is one encoding of a
 * value, and whatever else is read gives the documented refusal. Keys here need no arithmetic.
 */
class KeyFormatsTest {
  private static final int MUTATIONS = 20_000;

  private static Curve.SchemeSpec spec(String kind, String oid) {
    return new Curve.SchemeSpec("test", kind, "standard", List.of(), oid, 0, "", "");
  }

  /** A public key that has the size of the curve's and depends on the private key. */
  private static byte[] publicKeyOf(byte[] privateKey, int size) {
    if (privateKey[0] == 0) {
      throw new IllegalArgumentException("the private key is out of range");
    }
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = (byte) (privateKey[i % privateKey.length] + i);
    }
    out[0] = 4;
    return out;
  }

  /** The sizes of a scheme's keys with their formats. */
  private record Scheme(String kind, String oid, int privateKey, int publicKey) {
    Spki spki() {
      return Spki.of(spec(kind, oid), publicKey).orElseThrow();
    }

    Pkcs8 pkcs8() {
      return Pkcs8.of(spec(kind, oid), privateKey, k -> publicKeyOf(k, publicKey)).orElseThrow();
    }

    boolean isNamedCurve() {
      return oid.startsWith("1.2.840") || oid.startsWith("1.3.132");
    }

    byte[] randomPrivateKey(Random random) {
      byte[] key = new byte[privateKey];
      random.nextBytes(key);
      key[0] |= 1;
      return key;
    }
  }

  private static final Scheme X25519 = new Scheme("xdh", "1.3.101.110", 32, 32);
  private static final Scheme X448 = new Scheme("xdh", "1.3.101.111", 56, 56);
  private static final Scheme ED25519 = new Scheme("eddsa", "1.3.101.112", 32, 32);
  private static final Scheme ED448 = new Scheme("eddsa", "1.3.101.113", 57, 57);
  private static final Scheme P256 = new Scheme("ecdh", "1.2.840.10045.3.1.7", 32, 65);
  private static final Scheme P384 = new Scheme("ecdsa", "1.3.132.0.34", 48, 97);
  private static final Scheme P521 = new Scheme("ecdsa", "1.3.132.0.35", 66, 133);
  private static final List<Scheme> ALL = List.of(X25519, X448, ED25519, ED448, P256, P384, P521);

  @Test
  void aSchemeWithoutAnOidHasNone() {
    assertEquals(Optional.empty(), Spki.of(spec("ecdh", ""), 65));
    assertEquals(Optional.empty(), Pkcs8.of(spec("ecdh-te", ""), 32, k -> k));
  }

  @Test
  void decodingUndoesEncoding() throws InvalidKeyException {
    Random random = new Random(31);
    for (Scheme scheme : ALL) {
      for (int i = 0; i < 100; i++) {
        byte[] privateKey = scheme.randomPrivateKey(random);
        byte[] publicKey = publicKeyOf(privateKey, scheme.publicKey);
        assertArrayEquals(publicKey, scheme.spki().decode(scheme.spki().encode(publicKey)));
        assertArrayEquals(privateKey, scheme.pkcs8().decode(scheme.pkcs8().encode(privateKey)));
      }
    }
  }

  /** The whole encoding of RFC 8410 section 10.1, and of a P-521 key, whose length is long. */
  @Test
  void writesTheKnownBytes() {
    byte[] key = Hex.bytes("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
    assertEquals("302a300506032b6570032100" + Hex.of(key), Hex.of(ED25519.spki().encode(key)));
    byte[] point = new byte[133];
    String head = "30819b301006072a8648ce3d020106052b81040023038186" + "00";
    assertEquals(head + Hex.of(point), Hex.of(P521.spki().encode(point)));
    byte[] secret = P256.randomPrivateKey(new Random(32));
    assertEquals(
        "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420"
            + Hex.of(secret)
            + "a144034200"
            + Hex.of(publicKeyOf(secret, 65)),
        Hex.of(P256.pkcs8().encode(secret)));
  }

  /** RFC 8410 section 10.3: version 1 with attributes and the public key. */
  @Test
  void readsAttributesAndPublicKeys() throws InvalidKeyException {
    String key = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";
    String publicKey = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";
    String attributes = "a01f301d060a2a864886f70d01090914310f0c0d437572646c6520436861697273";
    String der = "3072020101300506032b657004220420" + key + attributes + "812100" + publicKey;
    Pkcs8 pkcs8 =
        Pkcs8.of(spec("eddsa", "1.3.101.112"), 32, k -> Hex.bytes(publicKey)).orElseThrow();
    assertEquals(key, Hex.of(pkcs8.decode(Hex.bytes(der))));
    refused(pkcs8, der.replace("020101", "020100"), "version");
    refused(pkcs8, der.replace("19bf44", "19bf45"), "not that of the private key");
    refused(pkcs8, der.replace("812100", "812101"), "whole bytes");
    refused(pkcs8, der + "00", "left over");
  }

  private static void refused(Pkcs8 pkcs8, String der, String reason) {
    InvalidKeyException e =
        assertThrows(InvalidKeyException.class, () -> pkcs8.decode(Hex.bytes(der)));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
  }

  /** Optional parts of RFC 5915: they may be there, and then they must be right. */
  @Test
  void readsEveryFormOfEcPrivateKey() throws InvalidKeyException {
    byte[] secret = P256.randomPrivateKey(new Random(33));
    byte[] point = publicKeyOf(secret, 65);
    String key = "0201010420" + Hex.of(secret);
    String parameters = "a00a06082a8648ce3d030107";
    String publicKey = "a144034200" + Hex.of(point);
    String last = (point[64] & 1) == 0 ? "02" : "03";
    String compressed = "a124032200" + last + Hex.of(Arrays.copyOfRange(point, 1, 33));
    Pkcs8 pkcs8 = P256.pkcs8();
    for (String rest : List.of("", parameters, publicKey, parameters + publicKey, compressed)) {
      assertArrayEquals(secret, pkcs8.decode(Hex.bytes(p256(key + rest))));
    }
    refused(pkcs8, p256(key + publicKey + parameters), "left over");
    refused(pkcs8, p256(key + parameters.replace("0107", "0106")), "another curve");
    refused(pkcs8, p256(key + "a0023000"), "explicit parameters");
    refused(pkcs8, p256(key + publicKey.replace("04" + Hex.of(point).substring(2, 4), "0400")), "");
    refused(pkcs8, p256("0201000420" + Hex.of(secret)), "version of ECPrivateKey");
    refused(pkcs8, p256("020101041f" + Hex.of(secret).substring(2)), "31 bytes, must have 32");
    refused(pkcs8, p256("0201010420" + "00".repeat(32)), "out of range");
    refused(pkcs8, p256(key).replace("03010704", "03010604"), "another curve");
  }

  /** OneAsymmetricKey around the content of an ECPrivateKey. */
  private static String p256(String content) {
    String inner = wrap("30", content);
    return wrap("30", "020100" + "301306072a8648ce3d020106082a8648ce3d030107" + wrap("04", inner));
  }

  private static String wrap(String tag, String content) {
    int length = content.length() / 2;
    return tag + (length < 128 ? "%02x" : "81%02x").formatted(length) + content;
  }

  @Test
  void saysWhatIsWrongWithAPublicKey() {
    String algorithm = "06072a8648ce3d0201";
    String curve = "06082a8648ce3d030107";
    String key = "034200" + "04".repeat(65);
    checkSpki("", "no SubjectPublicKeyInfo");
    checkSpki(wrap("30", wrap("30", algorithm + "3000") + key), "explicit parameters");
    checkSpki(wrap("30", wrap("30", algorithm + "0500") + key), "no named curve");
    checkSpki(wrap("30", wrap("30", algorithm) + key), "no named curve");
    checkSpki(wrap("30", wrap("30", "06032b656e") + key), "another algorithm");
    checkSpki(wrap("30", wrap("30", algorithm + "06052b81040022") + key), "another curve");
    checkSpki(wrap("30", wrap("30", algorithm + curve + "0500") + key), "left over");
    checkSpki(wrap("30", wrap("30", algorithm + curve) + key) + "00", "left over");
    checkSpki(wrap("30", wrap("30", algorithm + curve) + key + "00"), "left over");
    checkSpki(wrap("30", wrap("30", algorithm + curve) + "034207" + "04".repeat(65)), "whole");
    checkSpki(wrap("30", wrap("30", algorithm + curve) + "0300"), "whole bytes");
    checkSpki(wrap("30", wrap("30", algorithm + curve)), "no subjectPublicKey");
    checkSpki("3080" + wrap("30", algorithm + curve) + key + "0000", "not in DER");
    checkSpki("308101" + "00", "shortest form");
    checkSpki("30820001" + "00", "shortest form");
    checkSpki("3082", "cut off");
    checkSpki("3005" + "00", "longer than what it is in");
  }

  private static void checkSpki(String der, String reason) {
    InvalidKeyException e =
        assertThrows(InvalidKeyException.class, () -> P256.spki().decode(Hex.bytes(der)), der);
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
  }

  private interface Codec {
    /** Decodes and encodes again; null where the input is refused as documented. */
    byte[] again(byte[] in) throws InvalidKeyException;
  }

  /** Changes, cuts, repeats and inserts bytes; what is still read must be its own encoding. */
  private static int fuzz(byte[] good, Codec codec, long seed) {
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bad = mutate(good, random);
      try {
        assertArrayEquals(bad, codec.again(bad), Hex.of(bad));
        read++;
      } catch (InvalidKeyException e) {
        assertFalse(String.valueOf(e.getMessage()).isEmpty());
      }
    }
    return read;
  }

  private static byte[] mutate(byte[] good, Random random) {
    byte[] bad = good.clone();
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      int at = random.nextInt(bad.length);
      switch (random.nextInt(6)) {
        case 0 -> bad = Arrays.copyOf(bad, 1 + random.nextInt(bad.length));
        case 1 -> bad = Arrays.copyOf(bad, bad.length + 1 + random.nextInt(3));
        case 2 -> bad[at]++;
        case 3 -> bad[at] = (byte) random.nextInt(256);
        case 4 -> bad[random.nextInt(Math.min(bad.length, 30))] ^= (byte) (1 << random.nextInt(8));
        default -> System.arraycopy(bad, at, bad, random.nextInt(at + 1), bad.length - at);
      }
    }
    return bad;
  }

  @Test
  void whatIsReadIsItsOwnEncoding() {
    for (Scheme scheme : ALL) {
      byte[] secret = scheme.randomPrivateKey(new Random(34));
      Spki spki = scheme.spki();
      byte[] publicKey = publicKeyOf(secret, scheme.publicKey);
      int read =
          fuzz(
              spki.encode(publicKey),
              in -> {
                byte[] key = spki.decode(in);
                return key.length == scheme.publicKey ? spki.encode(key) : in;
              },
              35);
      assertTrue(read > MUTATIONS / 20, scheme + ": " + read + " read");
    }
  }

  /** A key without its public key is read too, so here the key is what must come again. */
  @Test
  void privateKeysAreReadOrRefused() {
    for (Scheme scheme : ALL) {
      Pkcs8 pkcs8 = scheme.pkcs8();
      Set<String> keys = new HashSet<>();
      int read =
          fuzz(
              pkcs8.encode(scheme.randomPrivateKey(new Random(36))),
              in -> {
                byte[] key = pkcs8.decode(in);
                keys.add(Hex.of(key));
                assertArrayEquals(key, pkcs8.decode(pkcs8.encode(key)));
                return scheme.isNamedCurve() ? in : pkcs8.encode(key);
              },
              37);
      assertTrue(read > 10 && !keys.isEmpty(), scheme + ": " + read + " read");
    }
  }

  @Test
  void signaturesAreReadOrRefused() {
    Random random = new Random(38);
    for (int size : new int[] {64, 96, 128, 132}) {
      byte[] signature = new byte[size];
      for (int i = 0; i < 100; i++) {
        random.nextBytes(signature);
        Arrays.fill(signature, 0, random.nextInt(size / 2), (byte) 0); // short r, once r = 0
        byte[] der = EcSignature.toDer(signature);
        assertArrayEquals(signature, EcSignature.fromDer(der, size).orElseThrow());
      }
      int read =
          fuzz(
              EcSignature.toDer(signature),
              in ->
                  EcSignature.toDer(
                      EcSignature.fromDer(in, size)
                          .orElseThrow(() -> new InvalidKeyException("refused"))),
              39);
      assertTrue(read > MUTATIONS / 20, size + ": " + read + " read");
    }
  }

  @Test
  void knownSignatures() {
    byte[] zero = new byte[64];
    assertEquals("3006020100020100", Hex.of(EcSignature.toDer(zero)));
    zero[31] = (byte) 0x80;
    zero[63] = 0x7f;
    assertEquals("3007020200800201" + "7f", Hex.of(EcSignature.toDer(zero)));
    for (String bad :
        List.of(
            "",
            "3000",
            "3003020101",
            "300702010102020001", // a zero too many
            "3006020101020180", // negative
            "3005020101" + "0200",
            "300602010102010100",
            "30070201010201010500",
            "3106020101020101",
            "3080020101020101" + "0000",
            "30260221" + "01" + "00".repeat(32) + "020101")) {
      assertEquals(Optional.empty(), EcSignature.fromDer(Hex.bytes(bad), 64), bad);
    }
  }
}
