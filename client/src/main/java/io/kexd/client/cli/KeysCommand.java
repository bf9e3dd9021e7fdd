package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd keys}: the group of commands for signing keys. */
@Command(
    name = "keys",
    header = "Signing keys: keys create, import, list, get, rotate, update, disable and more.",
    commandListHeading = "%nCommands:%n",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      KeysCreateCommand.class,
      KeysImportCommand.class,
      KeysListCommand.class,
      KeysGetCommand.class,
      KeysRotateCommand.class,
      KeysUpdateCommand.class,
      KeysDisableCommand.class,
      KeysEnableCommand.class,
      KeysDestroyCommand.class,
      KeysCancelDestructionCommand.class,
      KeysBackupCommand.class,
      KeysRestoreCommand.class,
      KeysResealCommand.class
    })
final class KeysCommand {}
