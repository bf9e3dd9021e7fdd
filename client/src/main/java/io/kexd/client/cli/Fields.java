package io.kexd.client.cli;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as a tree of maps, lists, strings, booleans, numbers and {@code ByteString}s, under the
 * field names of the .proto files.
 */
final class Fields {
  private Fields() {}

  /**
   * Every field of a message in the order of the .proto file; messages that are unset are left out.
   */
  static Map<String, Object> of(Message message) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      if (!field.hasPresence() || message.hasField(field)) {
        fields.put(field.getName(), value(message.getField(field)));
      }
    }
    return fields;
  }

  private static Object value(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Fields::value).toList();
    }
    if (value instanceof EnumValueDescriptor constant) {
      return constant.getName();
    }
    if (value instanceof Timestamp time) {
      return Instant.ofEpochSecond(time.getSeconds(), time.getNanos()).toString();
    }
    if (value instanceof Duration duration) {
      return seconds(duration) + "s";
    }
    return value instanceof Message message ? of(message) : value;
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNanos(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }
}
