package io.kexd.server.store;

/** The database cannot be opened; the message is one line that says why. */
public final class CannotOpenStore extends Exception {
  private static final long serialVersionUID = 1;

  CannotOpenStore(String problem) {
    super(problem);
  }

  CannotOpenStore(Exception cause) {
    super(root(cause), cause);
  }

  private static String root(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName()
        + ": "
        + String.valueOf(root.getMessage()).strip().replaceAll("\\s+", " ");
  }
}
