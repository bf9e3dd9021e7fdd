package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.ExchangeRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd exchange}. */
@Command(
    name = "exchange",
    header = "Answer a peer's public key: fresh public key and secret in one call.",
    description = {
      "",
      "The responder's whole side: the server makes an ephemeral pair, agrees with the peer's key,",
      "wipes its private key, and returns its public key (send it to the peer) and the secret."
    },
    footer = {
      "",
      "Examples:",
      "  kexd exchange --curve p256 --peer @peer.pem",
      "  kexd generate --json | jq -r .public_key | kexd exchange --peer - --info text:session"
    })
final class ExchangeCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Mixin private final CurveOption curve = new CurveOption();

  @Mixin private final PeerOption peer = new PeerOption();

  @Option(
      names = "--allow-reuse",
      description = "Take a pair that served you before, if the server allows it on this curve.")
  private boolean allowReuse;

  @ArgGroup(validate = false, heading = DerivationOptions.HEADING)
  private final DerivationOptions derivation = new DerivationOptions();

  @ArgGroup(validate = false, heading = SignWith.HEADING)
  private final SignWith signature = new SignWith();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command, peer.form());
    ExchangeRequest.Builder request =
        ExchangeRequest.newBuilder()
            .setCurve(curve.id())
            .setPeerPublicKey(peer.key().bytes())
            .setEncoding(peer.encoding(command))
            .setAllowReuse(allowReuse)
            .setSignWith(signature.key())
            .setContext(signature.context());
    derivation.derivation(command).applyTo(request);
    try (KexdClient client = connection.open(command)) {
      boolean pem = peer.form().isPem(peer.key());
      output.print(command, client.exchange(request.build()), pem);
      return 0;
    }
  }
}
