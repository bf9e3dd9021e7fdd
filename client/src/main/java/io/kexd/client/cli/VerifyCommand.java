package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.client.KexdClient;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kexd verify}. */
@Command(
    name = "verify",
    header = "Verify a signature under a key of the server or any public key.",
    description = {
      "",
      "Prints 'valid: true' and exits with 0, or 'valid: false' and exits with 1."
    },
    footer = {
      "",
      "Examples:",
      "  kexd verify --key release --message 'hello' --signature HEX",
      "  kexd verify --public-key @key.pem --algorithm ecdsa-p256-sha256 --message @file"
          + " --signature @sig"
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @ArgGroup(multiplicity = "1")
  private final Signer signer = new Signer();

  @Option(
      names = "--algorithm",
      paramLabel = "ID",
      description = "Needed with --public-key, see 'kexd curves'.")
  private String algorithm = "";

  @Option(
      names = "--key-version",
      paramLabel = "N",
      description = "Version of --key. Default: the primary one.")
  private int version;

  @ArgGroup(multiplicity = "1")
  private final SignedInput input = new SignedInput();

  @Option(
      names = "--signature",
      required = true,
      paramLabel = "SIGNATURE",
      converter = KeyText.SignatureConverter.class,
      description = "Hex, base64, or @FILE or - of these or of the bytes. Required.")
  private ByteString signature = ByteString.EMPTY;

  @Option(
      names = "--context",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "Context, for EdDSA but for ed25519. " + DataConverter.FORMS)
  private ByteString context = ByteString.EMPTY;

  @Mixin private final KeyForm form = new KeyForm();

  @ArgGroup(validate = false, heading = EcdsaOptions.HEADING)
  private final EcdsaOptions ecdsa = new EcdsaOptions();

  @ArgGroup(validate = false, heading = Output.HEADING)
  private final Output output = new Output();

  @ArgGroup(validate = false, heading = Connection.HEADING)
  private final Connection connection = new Connection();

  @Override
  public Integer call() {
    output.check(command);
    VerifyRequest.Builder request =
        VerifyRequest.newBuilder()
            .setAlgorithm(algorithm)
            .setVersion(version)
            .setContext(context)
            .setSignature(signature)
            .setSignatureEncoding(ecdsa.encoding())
            .setLowS(ecdsa.lowS());
    signer.applyTo(command, request, form);
    input.applyTo(command, request);
    try (KexdClient client = connection.open(command)) {
      VerifyResponse reply = client.verify(request.build());
      output.print(command, reply);
      return reply.getValid() ? 0 : 1;
    }
  }

  /** Who is said to have signed. */
  static final class Signer {
    @Option(names = "--key", paramLabel = "NAME", description = "A signing key of the server.")
    private @Nullable String name;

    @Option(
        names = "--public-key",
        paramLabel = "KEY",
        converter = KeyText.Converter.class,
        description = "Any public key. " + PeerOption.FORMS)
    private @Nullable KeyText publicKey;

    void applyTo(CommandSpec command, VerifyRequest.Builder request, KeyForm form) {
      if (publicKey != null) {
        request.setPublicKey(publicKey.bytes()).setEncoding(form.encoding(command, publicKey));
      } else if (name != null) {
        form.requireUnset(command);
        request.setKey(name);
      }
    }
  }
}
