package io.kexd.client.cli;

import com.google.protobuf.Message;
import io.kexd.v1.KeyEncoding;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a reply is printed. */
final class Output {
  static final String HEADING = "%nOutput:%n";

  /** How bytes are printed, as the command line writes it. */
  enum Format {
    hex,
    base64,
    pem
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "Bytes as ${COMPLETION-CANDIDATES}. Default: hex; pem in answer to a key in PEM.",
        "pem is for public keys; all else is hex then."
      })
  private @Nullable Format format;

  @Option(
      names = "--json",
      description = "The reply as JSON, with the field names of the .proto files and bytes in hex.")
  private boolean json;

  boolean json() {
    return json;
  }

  /** Whether public keys shall be PEM. */
  boolean pem() {
    return format == Format.pem;
  }

  /**
   * Refuses options that contradict each other, before the server is called.
   *
   * @return this
   */
  Output checked(CommandSpec command) {
    if (json && format != null && format != Format.hex) {
      throw new ParameterException(
          command.commandLine(), "--json always prints hex: leave out --format");
    }
    return this;
  }

  /** The reply's key is written as the given one is: PEM is answered by PEM. */
  void answering(CommandSpec command, KeyText key, KeyEncoding encoding) {
    if (pem() && encoding != KeyEncoding.KEY_ENCODING_SPKI) {
      throw new ParameterException(
          command.commandLine(),
          "the reply's key is encoded like the given one: for --format pem give that as PEM, or as"
              + " DER with --spki");
    }
    if (key.pem() && format == null && !json) {
      format = Format.pem;
    }
  }

  /** Prints a reply to standard output. */
  void print(CommandSpec command, Message reply) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      Json.print(reply, out);
    } else {
      new Text(out, format == null ? Format.hex : format).print(reply);
    }
    out.flush();
  }
}
