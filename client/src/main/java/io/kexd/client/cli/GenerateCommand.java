package io.kexd.client.cli;

import com.google.protobuf.Duration;
import io.kexd.client.KexdClient;
import io.kexd.v1.GenerateKeyPairRequest;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd generate}. */
@Command(
    name = "generate",
    header = "Make an ephemeral key pair; its private half stays in the server.",
    description = {
      "",
      "Prints the handle that 'kexd agree' takes, the public key to send to the peer, and when the",
      "server wipes the pair. A pair serves one agreement, of the caller that made it, unless the",
      "server allows more (--max-uses)."
    },
    footer = {"", "Example:", "  kexd generate --curve p256 --ttl 5m --format pem"})
final class GenerateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Mixin private final CurveOption curve = new CurveOption();

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long the pair lives: 30s, 5m. Default: the server's, see 'kexd curves'.")
  private java.time.@Nullable Duration ttl;

  @Option(
      names = "--max-uses",
      paramLabel = "N",
      description = "Agreements that the pair may serve, if the server allows it. Default: one.")
  private int maxUses;

  @Mixin private final KeyForm form = new KeyForm();

  @ArgGroup(validate = false, heading = SignWith.HEADING)
  private final SignWith signature = new SignWith();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command, form);
    GenerateKeyPairRequest.Builder request =
        GenerateKeyPairRequest.newBuilder()
            .setCurve(curve.id())
            .setEncoding(form.encoding())
            .setMaxUses(maxUses)
            .setSignWith(signature.key())
            .setContext(signature.context());
    if (ttl != null) {
      request.setTtl(Duration.newBuilder().setSeconds(ttl.getSeconds()).setNanos(ttl.getNano()));
    }
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.generateKeyPair(request.build()), form.isPem());
      return 0;
    }
  }
}
