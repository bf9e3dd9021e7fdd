package io.kexd.client.cli;

import picocli.CommandLine.Command;

/** {@code kexd bench} in the help; the launcher runs the benchmark's own main. */
@Command(
    name = "bench",
    header = "Measure the curve engine on this machine.",
    description = {"", "The launcher script runs it: ./kexd bench --help"})
final class BenchCommand extends LauncherCommand {}
