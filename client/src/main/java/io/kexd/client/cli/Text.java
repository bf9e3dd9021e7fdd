package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.PrintWriter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A message for people: one line {@code name: value} for each field that is set. */
final class Text {
  private static final Base64.Encoder PEM_LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final PrintWriter out;
  private final boolean base64;
  private final boolean pem;

  /**
   * @param base64 for bytes, not hex
   * @param pem for public keys
   */
  Text(PrintWriter out, boolean base64, boolean pem) {
    this.out = out;
    this.base64 = base64;
    this.pem = pem;
  }

  void print(Message message) {
    print("", Fields.of(message));
  }

  private void print(String indent, Map<?, ?> fields) {
    fields.forEach((name, value) -> print(indent, (String) name, value));
  }

  private void print(String indent, String name, Object value) {
    if (value instanceof Map<?, ?> message) {
      out.println(indent + name + ":");
      print(indent + "  ", message);
    } else if (value instanceof List<?> list) {
      list.forEach(item -> print(indent, name, item));
    } else if (value instanceof ByteString bytes) {
      printBytes(indent, name, bytes);
    } else if (!value.equals("")) {
      out.println(indent + name + ": " + value);
    }
  }

  private void printBytes(String indent, String name, ByteString bytes) {
    if (bytes.isEmpty()) {
      return;
    }
    byte[] array = bytes.toByteArray();
    if (pem && name.equals("public_key")) {
      // Not indented: PEM readers skip lines before BEGIN, but not spaces.
      out.println(indent + name + ":");
      out.println("-----BEGIN PUBLIC KEY-----");
      out.println(PEM_LINES.encodeToString(array));
      out.println("-----END PUBLIC KEY-----");
    } else {
      out.println(
          indent
              + name
              + ": "
              + (base64
                  ? Base64.getEncoder().encodeToString(array)
                  : HexFormat.of().formatHex(array)));
    }
  }
}
