package io.kexd.server;

import java.util.Arrays;

/** The daemon's entry point, and that of the commands that work on its store. */
public final class Main {
  private Main() {}

  /** Serves until it is stopped; after {@code keys} runs one of its commands. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("keys")) {
      System.exit(KeysCommand.run(Arrays.copyOfRange(args, 1, args.length)));
    }
    int status = ServeCommand.run(args);
    if (status != 0) {
      System.exit(status);
    }
  }
}
