package io.kexd.crypto;

/** How a public key is written. */
public enum KeyFormat {
  /**
   * The curve's own encoding: RFC 7748 u for ladders, RFC 8032 points on Edwards curves, SEC 1
   * points on Weierstrass curves (read compressed or uncompressed, written uncompressed).
   */
  RAW,
  /** SEC 1 compressed points, on Weierstrass curves only. */
  COMPRESSED,
  /** SubjectPublicKeyInfo in strict DER: RFC 8410 and RFC 5480, where the curve has an OID. */
  SPKI
}
