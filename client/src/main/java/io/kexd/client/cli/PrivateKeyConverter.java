package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a private key from a file or from standard input, never from the command line, which others
 * can see: PKCS #8 as PEM, or anything else as it is.
 */
final class PrivateKeyConverter implements ITypeConverter<ByteString> {
  @Override
  public ByteString convert(String value) {
    if (!Input.isElsewhere(value)) {
      throw new TypeConversionException("a private key comes from @FILE or -, not from here");
    }
    byte[] content = Input.read(value);
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return ByteString.copyFrom(text.contains("-----BEGIN ") ? pem(text) : content);
  }

  private static byte[] pem(String text) {
    try (PemReader reader = new PemReader(new StringReader(text))) {
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        if (block.getType().equals("PRIVATE KEY")) {
          return block.getContent();
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new TypeConversionException("damaged PEM");
    }
    throw new TypeConversionException(
        "no PRIVATE KEY in the PEM: 'openssl pkcs8 -topk8 -nocrypt' converts other forms");
  }
}
