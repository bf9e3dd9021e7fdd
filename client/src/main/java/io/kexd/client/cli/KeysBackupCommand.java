package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd keys backup} in the help; the launcher runs it by the server's own main. */
@Command(
    name = "backup",
    header = "Write all signing keys of a store to a file, sealed.",
    description = {"", "The launcher script runs it: ./kexd keys backup --help"})
final class KeysBackupCommand extends LauncherCommand {}
