package io.kexd.crypto.scheme;

/** Where the nonces of a call of ECDSA signatures come from. */
interface EcNonces {
  /**
   * Writes the next candidate for operation i, little-endian, in the order's bytes: the first, or
   * another after one that was out of range or gave r = 0 or s = 0.
   */
  void next(byte[] out, int offset, int i);
}
