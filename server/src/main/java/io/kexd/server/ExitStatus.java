package io.kexd.server;

import picocli.CommandLine;

/** What a command of this module says and returns when something is wrong. */
final class ExitStatus {
  /** Also of a command that did what it could, with something to be told. */
  static final int FAILED = 1;

  private static final int WRONG_USAGE = 2;

  private ExitStatus() {}

  /** A command that ends in 2 for wrong usage and in 1 for other failures, with one line. */
  static CommandLine of(Object command) {
    return new CommandLine(command)
        .setParameterExceptionHandler(
            (e, args) -> fail(WRONG_USAGE, e.getMessage() + "; see '" + name(e) + " --help'"))
        .setExecutionExceptionHandler(
            (e, line, parsed) ->
                fail(e instanceof SettingsException ? WRONG_USAGE : FAILED, said(e)));
  }

  private static String name(CommandLine.ParameterException e) {
    return e.getCommandLine().getCommandSpec().qualifiedName();
  }

  private static String said(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static int fail(int status, String said) {
    tell(said);
    return status;
  }

  /** Says something on standard error, on one line. */
  static void tell(String said) {
    System.err.println("kexd: " + said.replaceAll("\\s+", " "));
  }
}
