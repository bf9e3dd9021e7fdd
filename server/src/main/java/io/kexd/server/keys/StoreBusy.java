package io.kexd.server.keys;

/** As many changes of signing keys wait for the store as may. */
public final class StoreBusy extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreBusy() {
    super("too many changes wait", null, false, false);
  }
}
