package io.kexd.server.service;

import io.kexd.crypto.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** The DHKEMs of RFC 9180 section 7.1; the hash's size is also that of the shared secret. */
public enum Kem {
  P256(0x0010, HashName.SHA256),
  P384(0x0011, HashName.SHA384),
  P521(0x0012, HashName.SHA512),
  X25519(0x0020, HashName.SHA256),
  X448(0x0021, HashName.SHA512);

  private final int id;
  private final HashName hash;

  Kem(int id, HashName hash) {
    this.id = id;
    this.hash = hash;
  }

  /** The one on a curve, where there is one. */
  public static Optional<Kem> of(Scheme scheme) {
    return Stream.of(values()).filter(kem -> kem.id == scheme.kemId()).findFirst();
  }

  /** Bytes of the shared secret. */
  public int secretSize() {
    return hash.size();
  }

  /**
   * ExtractAndExpand(dh, enc || pkR), section 4.1. LabeledExtract and LabeledExpand with the same
   * salt and hash are one HKDF call on labelled input.
   *
   * @param dh the Diffie-Hellman result
   * @param enc the encapsulated key: the sender's ephemeral public key
   * @param receiver the receiver's public key
   */
  byte[] derive(byte[] dh, byte[] enc, byte[] receiver) {
    byte[] suite = {'K', 'E', 'M', (byte) (id >>> 8), (byte) id};
    byte[] ikm = concat(ascii("HPKE-v1"), suite, ascii("eae_prk"), dh);
    byte[] length = {0, (byte) secretSize()};
    byte[] info = concat(length, ascii("HPKE-v1"), suite, ascii("shared_secret"), enc, receiver);
    try {
      return Hkdf.derive(hash, ikm, new byte[0], info, secretSize());
    } finally {
      Arrays.fill(ikm, (byte) 0);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] concat(byte[]... parts) {
    int size = 0;
    for (byte[] part : parts) {
      size += part.length;
    }
    byte[] whole = new byte[size];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }
}
