package io.kexd.server.service;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The key schedule of DHKEM, RFC 9180 section 4.1, on HKDF-SHA256. */
final class Dhkem {
  /** Nsecret of DHKEM(X25519, HKDF-SHA256), RFC 9180 section 7.1. */
  private static final int SECRET_SIZE = 32;

  private Dhkem() {}

  /**
   * ExtractAndExpand(dh, enc || pkR). LabeledExtract and LabeledExpand with the same salt and hash
   * are one HKDF call on labelled input.
   *
   * @param kemId from section 7.1
   * @param dh the Diffie-Hellman result
   * @param enc the encapsulated key: the sender's ephemeral public key
   * @param receiver the receiver's public key
   */
  static byte[] derive(int kemId, byte[] dh, byte[] enc, byte[] receiver) {
    byte[] suite = {'K', 'E', 'M', (byte) (kemId >>> 8), (byte) kemId};
    byte[] ikm = concat(ascii("HPKE-v1"), suite, ascii("eae_prk"), dh);
    byte[] length = {(byte) (SECRET_SIZE >>> 8), (byte) SECRET_SIZE};
    byte[] info = concat(length, ascii("HPKE-v1"), suite, ascii("shared_secret"), enc, receiver);
    try {
      return Hkdf.derive(HashName.SHA256, ikm, new byte[0], info, SECRET_SIZE);
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
