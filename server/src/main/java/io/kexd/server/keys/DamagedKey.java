package io.kexd.server.keys;

/** What the store holds of a signing key is not what was written. */
public final class DamagedKey extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DamagedKey() {
    super("damaged in the store", null, false, false);
  }
}
