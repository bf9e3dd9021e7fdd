package io.kexd.client.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The process behind {@code kexd}, except for {@code kexd serve} and {@code kexd bench}. */
public final class Main {
  private static final Logger ROOT = Logger.getLogger("");

  private Main() {}

  public static void main(String[] args) {
    // The transport's own warnings repeat what the exit line says.
    ROOT.setLevel(Level.OFF);
    System.exit(KexdCommand.commandLine().execute(args));
  }
}
