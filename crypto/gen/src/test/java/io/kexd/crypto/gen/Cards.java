package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.Card;
import io.kexd.crypto.gen.card.CardFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The committed cards, and the same with faults in them. */
public final class Cards {
  private static final Path ROOT =
      Path.of(System.getProperty("kexd.root", "../..")).toAbsolutePath().normalize();

  private Cards() {}

  /** The folder of the cards. */
  public static Path folder() {
    return ROOT.resolve("crypto/curves");
  }

  public static List<String> curve25519() {
    try {
      return Files.readAllLines(folder().resolve("curve25519.curve"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The card with one text replaced by another; it must occur. */
  public static List<String> curve25519With(String old, String replacement) {
    String text = String.join("\n", curve25519());
    if (!text.contains(old)) {
      throw new IllegalArgumentException("the card has no '" + old + "'");
    }
    return Arrays.asList(text.replace(old, replacement).split("\n", -1));
  }

  public static Card read(List<String> lines) {
    return Card.read(CardFile.parse("curve25519.curve", lines));
  }
}
