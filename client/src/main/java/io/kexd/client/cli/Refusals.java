package io.kexd.client.cli;

import io.kexd.client.KexdException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What a command that failed says, and its exit status. */
final class Refusals {
  private Refusals() {}

  /** Names the mistake and the help, not the whole help. */
  static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + e.getMessage());
    command.getErr().println("See '" + name + " --help'.");
    return ExitCode.USAGE;
  }

  /** One line for what the server or the file system refused. */
  static int refusal(Exception e, CommandLine command, ParseResult result) throws Exception {
    if (e instanceof KexdException || e instanceof IOException) {
      command.getErr().println(message(e));
      return ExitCode.SOFTWARE;
    }
    throw e;
  }

  /** Where the JDK names a file and no more, says what is the matter with it. */
  private static String message(Exception e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + " is closed to this user";
    }
    return String.valueOf(e.getMessage());
  }
}
