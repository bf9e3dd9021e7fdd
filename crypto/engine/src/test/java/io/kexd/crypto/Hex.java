package io.kexd.crypto;

import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/** Hexadecimal in tests. */
final class Hex {
  private Hex() {}

  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The bytes of a member in hexadecimal; none where it is missing. */
  static byte[] of(JsonNode node, String member) {
    return bytes(node.path(member).asString(""));
  }

  static boolean isZero(String hex) {
    return hex.chars().allMatch(c -> c == '0');
  }
}
