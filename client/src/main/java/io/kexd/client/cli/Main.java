package io.kexd.client.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.ExitCode;

/** The process behind {@code kexd}, except for what is a {@link LauncherCommand}. */
public final class Main {
  private static final Logger ROOT = Logger.getLogger("");

  private Main() {}

  public static void main(String[] args) {
    // The transport's own warnings repeat what the exit line says.
    ROOT.setLevel(Level.OFF);
    StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(out, true, System.out.charset()));
    int status = KexdCommand.commandLine().execute(args);
    System.exit(status(status, System.out, out, System.err));
  }

  /**
   * A reply that could not be written is no success: nobody can ask for that secret again. Whoever
   * closed the other end of a pipe knows why.
   */
  static int status(int status, PrintStream out, StandardOutput to, PrintStream err) {
    if (status != ExitCode.OK || !out.checkError()) {
      return status;
    }
    if (!to.isBrokenPipe()) {
      err.println("cannot write to standard output");
    }
    return ExitCode.SOFTWARE;
  }
}
