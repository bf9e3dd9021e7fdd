package io.kexd.crypto;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Vector files of {@code Key = value} lines: records are set off by empty lines. */
final class Records {
  private final Map<String, String> fields = new HashMap<>();

  private Records(String block) {
    block
        .lines()
        .filter(line -> !line.startsWith("#") && line.contains("="))
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              fields.put(line.substring(0, equals).trim(), line.substring(equals + 1).trim());
            });
  }

  static List<Records> parse(String text) {
    return Arrays.stream(text.split("\n\\s*\n", -1))
        .map(Records::new)
        .filter(r -> !r.fields.isEmpty())
        .toList();
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  String get(String key) {
    return Objects.requireNonNull(fields.get(key), key);
  }

  byte[] bytes(String key) {
    return Hex.bytes(get(key));
  }
}
