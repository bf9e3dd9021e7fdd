package io.kexd.server.service;

/** A hash function that requests can name. */
public enum HashName {
  SHA256("SHA-256", 32),
  SHA384("SHA-384", 48),
  SHA512("SHA-512", 64);

  private final String jca;
  private final int size;

  HashName(String jca, int size) {
    this.jca = jca;
    this.size = size;
  }

  /** Its name in the JCA. */
  String jca() {
    return jca;
  }

  /** Bytes of a digest. */
  int size() {
    return size;
  }

  /** The name of HKDF with it in the JCA. */
  String hkdf() {
    return "HKDF-SHA" + size * 8;
  }
}
