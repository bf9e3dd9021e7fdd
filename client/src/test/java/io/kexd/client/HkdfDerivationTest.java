package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.Hash;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HkdfDerivationTest {
  private static final byte[] NONE = {};

  /** RFC 5869 appendix A.1 to A.3. */
  @ParameterizedTest
  @CsvSource({
    "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 000102030405060708090a0b0c,"
        + "f0f1f2f3f4f5f6f7f8f9, 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        + "34007208d5b887185865",
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e"
        + "2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f,"
        + "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b"
        + "8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf,"
        + "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadb"
        + "dcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff,"
        + "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
        + "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, '', '', 8da4e775a563c18f715f802a063c5a31"
        + "b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
  })
  void rfc5869(String ikm, String salt, String info, String okm) {
    HkdfDerivation hkdf =
        Derivation.hkdf().salt(hex(salt)).info(hex(info)).length(okm.length() / 2).omitPublicKeys();
    assertArrayEquals(hex(okm), hkdf.derive("x25519", hex(ikm), NONE, NONE));
  }

  /** The layout of api.md, written out, with HKDF's two steps by HMAC alone. */
  @ParameterizedTest
  @CsvSource({"HASH_SHA256, HmacSHA256", "HASH_SHA384, HmacSHA384", "HASH_SHA512, HmacSHA512"})
  void infoBindsCurveAndKeys(Hash hash, String hmac) throws Exception {
    byte[] initiator = new byte[32];
    Arrays.fill(initiator, (byte) 0xaa);
    byte[] responder = new byte[32];
    Arrays.fill(responder, (byte) 0xbb);
    byte[] secret = "shared secret".getBytes(StandardCharsets.US_ASCII);
    byte[] salt = "salt".getBytes(StandardCharsets.US_ASCII);
    byte[] info = new byte[300];

    ByteArrayOutputStream expand = new ByteArrayOutputStream();
    expand.writeBytes(hex("6b6578642d7631" + "06" + "783235353139" + "012c"));
    expand.writeBytes(info);
    expand.writeBytes(hex("0020"));
    expand.writeBytes(initiator);
    expand.writeBytes(hex("0020"));
    expand.writeBytes(responder);
    expand.write(1);
    byte[] expected = mac(hmac, mac(hmac, salt, secret), expand.toByteArray());

    HkdfDerivation hkdf =
        Derivation.hkdf().hash(hash).salt(salt).info(info).length(expected.length);
    assertArrayEquals(expected, hkdf.derive("x25519", secret, initiator, responder));
  }

  @Test
  void defaultsAreSaidInFull() {
    ExchangeRequest.Builder request = ExchangeRequest.newBuilder();
    Derivation.hkdf().applyTo(request);
    assertEquals(Hash.HASH_SHA256, request.getHkdf().getHash());
    assertEquals(32, request.getHkdf().getLength());
    assertEquals(32, Derivation.hkdf().derive("x25519", NONE, NONE, NONE).length);
  }

  @Test
  void eachSettingMakesACopy() {
    HkdfDerivation plain = Derivation.hkdf();
    byte[] before = plain.derive("x25519", NONE, NONE, NONE);
    plain.info(new byte[] {1}).salt(new byte[] {2}).length(99).omitPublicKeys();
    assertArrayEquals(before, plain.derive("x25519", NONE, NONE, NONE));
  }

  @Test
  void badParametersAreRefused() {
    HkdfDerivation hkdf = Derivation.hkdf();
    assertThrows(IllegalArgumentException.class, () -> hkdf.length(0));
    assertThrows(IllegalArgumentException.class, () -> hkdf.hash(Hash.HASH_UNSPECIFIED));
    HkdfDerivation tooLong = hkdf.length(255 * 32 + 1);
    assertThrows(IllegalArgumentException.class, () -> tooLong.derive("x25519", NONE, NONE, NONE));
    assertThrows(
        IllegalArgumentException.class, () -> hkdf.derive("x25519", NONE, new byte[1 << 16], NONE));
    assertThrows(
        IllegalArgumentException.class, () -> hkdf.derive("x".repeat(256), NONE, NONE, NONE));
  }

  /** One compressed and one uncompressed point would give a secret that nobody else has. */
  @Test
  void keysOfOneCurveAreOfOneSize() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Derivation.hkdf().derive("p256", NONE, new byte[33], new byte[65]));
    byte[] free =
        Derivation.hkdf().omitPublicKeys().derive("p256", NONE, new byte[33], new byte[65]);
    assertEquals(32, free.length);
  }

  /** Two compressed points are of one size, and would give such a secret too. */
  @ParameterizedTest
  @CsvSource({"p256, 2, 33", "p256, 3, 33", "numsp384d1, 2, 49", "p521, 0, 0"})
  void pointsAreUncompressed(String curve, byte first, int size) {
    byte[] bad = new byte[size];
    byte[] good = new byte[size];
    if (size > 0) {
      bad[0] = first;
      good[0] = 4;
    }
    HkdfDerivation hkdf = Derivation.hkdf();
    assertThrows(IllegalArgumentException.class, () -> hkdf.derive(curve, NONE, bad, good));
    assertThrows(IllegalArgumentException.class, () -> hkdf.derive(curve, NONE, good, bad));
    assertEquals(32, hkdf.omitPublicKeys().derive(curve, NONE, bad, bad).length);
    if (size > 0) {
      assertEquals(32, hkdf.derive(curve, NONE, good, good).length);
    }
  }

  private static byte[] mac(String algorithm, byte[] key, byte[] data) throws Exception {
    Mac mac = Mac.getInstance(algorithm);
    mac.init(new SecretKeySpec(key, algorithm));
    return mac.doFinal(data);
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
