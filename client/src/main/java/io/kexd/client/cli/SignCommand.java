package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.client.KexdClient;
import io.kexd.v1.SignRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd sign}. */
@Command(
    name = "sign",
    header = "Sign a message with a key of the server.",
    footer = {
      "",
      "Examples:",
      "  kexd sign --key release --message 'hello'",
      "  kexd sign --key release --message @release.tar.gz --base64",
      "  kexd sign --key web --encoding p1363 --message @token"
    })
final class SignCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "NAME",
      description = "The signing key. Required.")
  private String key = "";

  @Option(
      names = "--key-version",
      paramLabel = "N",
      description = "Its version. Default: the primary one.")
  private int version;

  @ArgGroup(multiplicity = "1")
  private final SignedInput input = new SignedInput();

  @Option(
      names = "--context",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "Context, for EdDSA but for ed25519. " + DataConverter.FORMS)
  private ByteString context = ByteString.EMPTY;

  @ArgGroup(validate = false, heading = EcdsaOptions.HEADING)
  private final EcdsaOptions.ForSigning ecdsa = new EcdsaOptions.ForSigning();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    SignRequest.Builder request =
        SignRequest.newBuilder()
            .setKey(key)
            .setVersion(version)
            .setContext(context)
            .setSignatureEncoding(ecdsa.encoding())
            .setLowS(ecdsa.lowS())
            .setDeterministic(ecdsa.deterministic());
    input.applyTo(command, request);
    try (KexdClient client = connection.open(command)) {
      output.print(command, client.sign(request.build()));
      return 0;
    }
  }
}
