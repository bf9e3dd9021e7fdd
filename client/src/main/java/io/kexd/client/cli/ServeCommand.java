package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd serve} in the help; the launcher runs the server's own main. */
@Command(
    name = "serve",
    header = "Run the server.",
    description = {"", "The launcher script runs it: ./kexd serve --help"})
final class ServeCommand extends LauncherCommand {}
