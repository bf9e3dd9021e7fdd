package io.kexd.server;

/** The daemon's entry point. */
public final class Main {
  private Main() {}

  /** Serves until it is stopped. */
  public static void main(String[] args) {
    int status = ServeCommand.run(args);
    if (status != 0) {
      System.exit(status);
    }
  }
}
