package io.kexd.server;

/** The server cannot start; the message is one line that says why. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1;

  StartException(String message) {
    super(message);
  }

  StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
