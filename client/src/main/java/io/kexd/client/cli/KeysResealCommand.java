package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd keys reseal} in the help; the launcher runs it by the server's own main. */
@Command(
    name = "reseal",
    header = "Seal all signing keys of a store under the keyset's primary key.",
    description = {"", "The launcher script runs it: ./kexd keys reseal --help"})
final class KeysResealCommand extends LauncherCommand {}
