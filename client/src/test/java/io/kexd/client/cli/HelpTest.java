package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the help promises. */
class HelpTest {
  private static final Set<String> ELSEWHERE =
      Set.of("serve", "bench", "keys backup", "keys restore", "keys reseal");

  /** Every command that does something, as words. */
  static Stream<String> commands() {
    return leaves(KexdCommand.commandLine())
        .map(line -> line.getCommandSpec().qualifiedName().substring("kexd ".length()));
  }

  private static Stream<CommandLine> leaves(CommandLine line) {
    return line.getSubcommands().isEmpty()
        ? Stream.of(line)
        : line.getSubcommands().values().stream().flatMap(HelpTest::leaves);
  }

  @Test
  void listsEveryCommandOnce() {
    String help = Cli.run("--help").success();
    for (String command : KexdCommand.commandLine().getSubcommands().keySet()) {
      long lines = help.lines().filter(line -> line.startsWith("  " + command + " ")).count();
      assertEquals(1, lines, command);
    }
  }

  @Test
  void version() {
    String version = Cli.run("--version").success().strip();
    assertTrue(version.matches("kexd \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"), version);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String command) {
    String help = Cli.run((command + " --help").split(" ", -1)).success();
    assertTrue(help.contains("Usage: kexd " + command + " [OPTIONS]"), help);
    if (!ELSEWHERE.contains(command)) {
      assertTrue(help.matches("(?s).*Examples?:\n  .*kexd " + command + ".*"), help);
    }
    assertTrue(help.lines().allMatch(line -> line.length() <= 100), help);
  }

  @Test
  void everyOptionIsDescribed() {
    List<CommandLine> leaves = leaves(KexdCommand.commandLine()).toList();
    for (CommandLine leaf : leaves) {
      for (OptionSpec option : leaf.getCommandSpec().options()) {
        String text = String.join(" ", option.description());
        assertTrue(text.endsWith(".") || text.contains("Default: "), option::toString);
        assertEquals(
            option.required() && option.group() == null,
            text.endsWith("Required."),
            option::toString);
      }
    }
  }

  /** The examples may name no option that does not exist. */
  @ParameterizedTest
  @MethodSource("commands")
  void examplesUseOptionsThatExist(String command) {
    CommandLine line = KexdCommand.commandLine();
    for (String word : command.split(" ", -1)) {
      line = Objects.requireNonNull(line.getSubcommands().get(word));
    }
    Set<String> known = line.getCommandSpec().optionsMap().keySet();
    String[] footer = line.getCommandSpec().usageMessage().footer();
    for (String example : footer) {
      Arrays.stream(example.split("\\|", -1))
          .filter(part -> part.contains("kexd " + command + " "))
          .flatMap(part -> Arrays.stream(part.split(" ", -1)))
          .filter(word -> word.startsWith("--"))
          .forEach(word -> assertTrue(known.contains(word), word));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "keys",
        "nonsense",
        "exchange --nonsense",
        "keys nonsense",
        "serve",
        "keys backup a"
      })
  void withoutACommandItIsWrongUsage(String words) {
    String[] args = words.isEmpty() ? new String[0] : words.split(" ", -1);
    Cli.run(args).wrongUsage();
  }
}
