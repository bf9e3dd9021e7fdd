package io.kexd.client.cli;

import io.kexd.client.KexdClient;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Role;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd agree}. */
@Command(
    name = "agree",
    header = "Agree on a secret with a generated pair, which this uses up.",
    description = {
      "",
      "Takes the handle of 'kexd generate' and the peer's public key, and prints the secret. When",
      "the reply is lost, generate a new pair: a handle cannot be used twice. A peer key that is",
      "refused leaves the pair usable."
    },
    footer = {"", "Example:", "  kexd agree --handle HANDLE --peer @peer.pem --info text:session"})
final class AgreeCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  /** The ends of an exchange, as the command line writes them. */
  enum RoleName {
    initiator,
    responder
  }

  @Option(
      names = "--handle",
      required = true,
      paramLabel = "HANDLE",
      description = "From 'kexd generate'. Required.")
  private String handle = "";

  @Mixin private final PeerOption peer = new PeerOption();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "This end of the exchange: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  private RoleName role = RoleName.initiator;

  @ArgGroup(validate = false, heading = DerivationOptions.HEADING)
  private final DerivationOptions derivation = new DerivationOptions();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    AgreeRequest.Builder request =
        AgreeRequest.newBuilder()
            .setHandle(handle)
            .setPeerPublicKey(peer.key().bytes())
            .setEncoding(peer.encoding(command))
            .setRole(role == RoleName.initiator ? Role.ROLE_INITIATOR : Role.ROLE_RESPONDER);
    derivation.derivation(command).applyTo(request);
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.agree(request.build()));
      return 0;
    }
  }
}
