package io.kexd.client.cli;

import com.google.protobuf.Message;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a reply is printed. */
final class Output {
  static final String HEADING = "%nOutput:%n";

  @Option(names = "--base64", description = "Bytes in base64, not in hex.")
  private boolean base64;

  @Option(
      names = "--json",
      description = "The reply as JSON, with the field names of the .proto files and bytes in hex.")
  private boolean json;

  boolean json() {
    return json;
  }

  /** Refuses options that contradict each other, before the server is called. */
  void check(CommandSpec command) {
    if (json && base64) {
      throw new ParameterException(
          command.commandLine(), "--json always prints hex: leave out --base64");
    }
  }

  /** The same for replies with public keys. */
  void check(CommandSpec command, KeyForm form) {
    check(command);
    if (json && form.isPem()) {
      throw new ParameterException(
          command.commandLine(), "--json prints no PEM: take --format spki");
    }
  }

  /** Prints a reply to standard output. */
  void print(CommandSpec command, Message reply) {
    print(command, reply, false);
  }

  /** Prints a reply to standard output, its public keys perhaps as PEM. */
  void print(CommandSpec command, Message reply, boolean pem) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      Json.print(reply, out);
    } else {
      new Text(out, base64, pem).print(reply);
    }
    out.flush();
  }
}
