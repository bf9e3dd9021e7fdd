package io.kexd.server.service;

import java.util.Optional;
import java.util.stream.Stream;

/** A hash function that requests can name. HKDF has the SHA-2 ones only. */
public enum HashName {
  SHA256("SHA-256", 32),
  SHA384("SHA-384", 48),
  SHA512("SHA-512", 64),
  /** SHAKE256 with 64 bytes of output. */
  SHAKE256("SHAKE256-512", 64);

  private final String jca;
  private final int size;

  HashName(String jca, int size) {
    this.jca = jca;
    this.size = size;
  }

  /** The hash of that JCA name; empty for the empty name. */
  public static Optional<HashName> ofJca(String jca) {
    return Stream.of(values()).filter(h -> h.jca.equals(jca)).findFirst();
  }

  /** Bytes of a digest. */
  int size() {
    return size;
  }

  /** The name of HKDF with it in the JCA. */
  String hkdf() {
    if (this == SHAKE256) {
      throw new IllegalStateException("there is no HKDF with SHAKE256");
    }
    return "HKDF-SHA" + size * 8;
  }
}
