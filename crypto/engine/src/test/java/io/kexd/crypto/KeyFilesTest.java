package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.InvalidKeyException;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key files of RFC 8410 in DER and PEM: read, written again, and one the key of the other. */
class KeyFilesTest {
  private static byte[] read(String name) {
    byte[] der = Corpora.read("vectors/keys/" + name + ".der");
    String pem = Corpora.text("vectors/keys/" + name + ".pem");
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "");
    assertArrayEquals(der, Base64.getMimeDecoder().decode(base64), name);
    Corpora.checkCount("keys/" + name + ".der", 1);
    Corpora.checkCount("keys/" + name + ".pem", 1);
    return der;
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void agreements(String id) throws InvalidKeyException {
    if (!Corpora.present("keys/" + id)) {
      return;
    }
    KeyAgreement agreement = KeyAgreement.of(id);
    byte[] pkcs8 = read(id + "-pkcs8");
    byte[] spki = read(id + "-pub");
    try (KeyPair pair = agreement.fromPkcs8(pkcs8)) {
      assertArrayEquals(pkcs8, agreement.toPkcs8(pair));
      assertArrayEquals(spki, agreement.encode(pair.publicKey(), KeyFormat.SPKI));
      assertArrayEquals(pair.publicKey(), agreement.decode(spki, KeyFormat.SPKI));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  void signatures(String id) throws InvalidKeyException {
    if (!Corpora.present("keys/" + id)) {
      return;
    }
    Signer signer = Signer.of(id);
    Verifier verifier = Verifier.of(id);
    byte[] pkcs8 = read(id + "-pkcs8");
    byte[] spki = read(id + "-pub");
    try (KeyPair pair = signer.fromPkcs8(pkcs8)) {
      assertArrayEquals(pkcs8, signer.toPkcs8(pair));
      assertArrayEquals(spki, verifier.encode(pair.publicKey(), KeyFormat.SPKI));
      assertArrayEquals(pair.publicKey(), verifier.decode(spki, KeyFormat.SPKI));
    }
  }
}
