package io.kexd.crypto.scheme;

import io.kexd.crypto.field.BigEndian;
import java.util.Iterator;
import java.util.List;

/** ECDSA with nonces that the test chooses. */
public final class GivenNonces {
  private GivenNonces() {}

  /** One signature; the nonces big-endian, in the order's bytes, taken until one is good. */
  public static byte[] sign(EcDsa signer, byte[] privateKey, byte[] digest, List<byte[]> nonces) {
    byte[] out = new byte[signer.signatureBytes];
    Iterator<byte[]> next = nonces.iterator();
    EcNonces source =
        (k, offset, i) -> {
          byte[] nonce = next.next();
          BigEndian.reverse(k, offset, nonce, 0, nonce.length);
        };
    signer.sign(
        out, privateKey, new EcDigest[] {new EcDigest(EcHash.SHA256, digest, false, true)}, source);
    if (next.hasNext()) {
      throw new AssertionError("a nonce was left over");
    }
    return out;
  }
}
