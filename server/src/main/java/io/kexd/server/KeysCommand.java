package io.kexd.server;

import picocli.CommandLine.Command;

/** {@code kexd keys}: those of its commands that work on the store itself, with no server. */
@Command(
    name = "kexd keys",
    mixinStandardHelpOptions = true,
    versionProvider = ServeCommand.Versions.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Works on the store of signing keys that the settings name.",
    subcommands = {
      KeysBackupCommand.class,
      KeysRestoreCommand.class,
      KeysResealCommand.class,
    })
final class KeysCommand {
  private KeysCommand() {}

  /** Runs one of them; returns the exit status. */
  static int run(String... arguments) {
    return ExitStatus.of(new KeysCommand()).execute(arguments);
  }
}
