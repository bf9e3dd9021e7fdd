package io.kexd.server.keys;

/** The store of signing keys does not answer, or what it holds is older than it may be. */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreUnavailable(String message) {
    super(message);
  }

  /** Says what the root of the cause says, which holds no value of a row. */
  public StoreUnavailable(Throwable cause) {
    super(root(cause).toString(), cause);
  }

  private static Throwable root(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
