package io.kexd.client.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that stands in the help here and that the launcher script runs by another main. */
abstract class LauncherCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Override
  public void run() {
    throw new ParameterException(
        command.commandLine(), "the launcher script runs it: ./" + command.qualifiedName());
  }
}
