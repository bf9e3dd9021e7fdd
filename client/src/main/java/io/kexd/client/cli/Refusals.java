package io.kexd.client.cli;

import io.kexd.client.KexdException;
import io.kexd.v1.ErrorReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
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
      String said = e instanceof FileSystemException file ? said(file) : e.getMessage();
      command.getErr().println(said + hint(e, result));
      return ExitCode.SOFTWARE;
    }
    throw e;
  }

  /** A key in DER that went as a raw one: the server cannot know that it was meant so. */
  private static String hint(Exception e, ParseResult result) {
    if (!(e instanceof KexdException refused)
        || refused.reason() != ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY) {
      return "";
    }
    ParseResult leaf = result;
    while (leaf.hasSubcommand()) {
      leaf = leaf.subcommand();
    }
    boolean mayBeDer = isDer(leaf, "--peer") || isDer(leaf, "--public-key");
    return mayBeDer && !leaf.hasMatchedOption("--format") ? "; for DER take --format spki" : "";
  }

  private static boolean isDer(ParseResult result, String option) {
    return result.hasMatchedOption(option)
        && result.matchedOptionValue(option, (Object) "") instanceof KeyText key
        && key.mayBeDer();
  }

  /** The message of most of these is the file's name and nothing else. */
  private static String said(FileSystemException e) {
    if (e.getReason() != null) {
      return String.valueOf(e.getMessage());
    }
    String problem = "cannot be read or written";
    if (e instanceof NoSuchFileException) {
      problem = "no such file or directory";
    } else if (e instanceof AccessDeniedException) {
      problem = "permission denied";
    } else if (e instanceof FileAlreadyExistsException) {
      problem = "is there and is not a directory";
    }
    return e.getFile() + ": " + problem;
  }
}
