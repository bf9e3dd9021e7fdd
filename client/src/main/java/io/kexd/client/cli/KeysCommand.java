package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd keys}: the group of commands for signing keys. */
@Command(
    name = "keys",
    header = "Make and show signing keys: keys create, keys get.",
    commandListHeading = "%nCommands:%n",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {KeysCreateCommand.class, KeysGetCommand.class})
final class KeysCommand {}
