package io.kexd.crypto.gen.card;

/**
 * Bits of a window of the fixed-base tables: {@code 5 lanes=7}. Lanes look an entry up among many
 * at once, so larger tables pay there; without {@code lanes} they are as large.
 *
 * @param one of kernels of one lane
 * @param lanes of kernels of several
 */
public record CombWindows(int one, int lanes) {
  static CombWindows read(Entry entry) {
    Words words = entry.words();
    String one = words.name();
    String lanes = words.optional("lanes").orElse(one);
    CombWindows windows = new CombWindows(bits(entry, one), bits(entry, lanes));
    words.end();
    return windows;
  }

  private static int bits(Entry entry, String text) {
    if (!text.matches("[2-8]")) {
      throw entry.error("a window has 2 to 8 bits, not " + text);
    }
    return Integer.parseInt(text);
  }
}
