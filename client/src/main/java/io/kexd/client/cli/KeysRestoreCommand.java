package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd keys restore} in the help; the launcher runs it by the server's own main. */
@Command(
    name = "restore",
    header = "Put the signing keys of a backup into an empty store.",
    description = {"", "The launcher script runs it: ./kexd keys restore --help"})
final class KeysRestoreCommand extends LauncherCommand {}
