package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A message as one line of JSON, with the field names of the .proto files and bytes in hex. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static void print(Message message, PrintWriter out) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
      write(json, Fields.of(message));
    }
    out.println(line);
  }

  private static void write(JsonGenerator json, Object value) {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      map.forEach(
          (name, member) -> {
            json.writeName((String) name);
            write(json, member);
          });
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      list.forEach(item -> write(json, item));
      json.writeEndArray();
    } else {
      writeScalar(json, value);
    }
  }

  private static void writeScalar(JsonGenerator json, Object value) {
    if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Integer number) {
      // The contract's only numbers are uint32, which protobuf hands over as int.
      json.writeNumber(Integer.toUnsignedLong(number));
    } else if (value instanceof ByteString bytes) {
      json.writeString(HexFormat.of().formatHex(bytes.toByteArray()));
    } else {
      json.writeString(value.toString());
    }
  }
}
