package io.kexd.client.cli;

import io.kexd.client.Version;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root of the command line. */
@Command(
    name = "kexd",
    header = "Key exchange and signatures by a service, and its tools.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    versionProvider = KexdCommand.BuildVersion.class,
    subcommands = {
      ServeCommand.class,
      CurvesCommand.class,
      ExchangeCommand.class,
      GenerateCommand.class,
      AgreeCommand.class,
      DestroyCommand.class,
      KeysCommand.class,
      SignCommand.class,
      VerifyCommand.class,
      CertsCommand.class,
      BenchCommand.class,
      LoadCommand.class
    },
    footer = {
      "",
      "kexd COMMAND --help shows a command's options and an example.",
      "Exit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage."
    })
final class KexdCommand {
  private static final List<Use> USES =
      List.of(
          new Use("Server", List.of("serve", "certs")),
          new Use("Key exchange", List.of("curves", "exchange", "generate", "agree", "destroy")),
          new Use("Signatures", List.of("keys", "sign", "verify")),
          new Use("Speed", List.of("bench", "load")));

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("UnusedVariable")
  private boolean version;

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new KexdCommand());
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, KexdCommand::commandsByUse);
    tidy(line);
    // Not argument files: @FILE is a value here.
    return line.setExpandAtFiles(false)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(Refusals::wrongUsage)
        .setExecutionExceptionHandler(Refusals::refusal);
  }

  /** Options in the order of the sources, and a usage line without all of them. */
  private static void tidy(CommandLine line) {
    line.getCommandSpec()
        .usageMessage()
        .abbreviateSynopsis(true)
        .sortOptions(false)
        .optionListHeading("%n");
    line.getSubcommands().values().forEach(KexdCommand::tidy);
  }

  private static String commandsByUse(Help help) {
    StringBuilder text = new StringBuilder();
    for (Use use : USES) {
      text.append(String.format("%n%s:%n", use.name()));
      for (String command : use.commands()) {
        Help sub = Objects.requireNonNull(help.subcommands().get(command), command);
        String header = sub.commandSpec().usageMessage().header()[0];
        text.append(String.format("  %-10s%s%n", command, header));
      }
    }
    return text.toString();
  }

  /** Commands that belong together in the help. */
  private record Use(String name, List<String> commands) {}

  /** Answers {@code kexd --version}. */
  static final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"kexd " + Version.current()};
    }
  }
}
