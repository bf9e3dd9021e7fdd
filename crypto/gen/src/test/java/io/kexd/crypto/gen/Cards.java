package io.kexd.crypto.gen;

import static java.util.stream.Collectors.toMap;

import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.CurveCard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The committed cards, and the same with faults in them. */
public final class Cards {
  private static final Path ROOT =
      Path.of(System.getProperty("kexd.root", "../..")).toAbsolutePath().normalize();

  private static final Map<String, List<String>> FILES = files();

  private Cards() {}

  /** The folder of the cards. */
  public static Path folder() {
    return ROOT.resolve("crypto/curves");
  }

  private static Map<String, List<String>> files() {
    try (Stream<Path> files = Files.list(folder())) {
      return files.collect(toMap(Cards::name, Cards::lines, (one, other) -> one, TreeMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of each file, by its name. */
  public static Map<String, List<String>> all() {
    return FILES;
  }

  /** Every card of a curve. */
  public static List<CurveCard> curves() {
    return FILES.entrySet().stream()
        .map(file -> CardFile.parse(file.getKey(), file.getValue()))
        .filter(CurveCard::isCurve)
        .map(CurveCard::read)
        .toList();
  }

  public static List<String> curve25519() {
    return FILES.getOrDefault("curve25519.curve", List.of());
  }

  /** The card with one text replaced by another; it must occur. */
  public static List<String> curve25519With(String old, String replacement) {
    return with(curve25519(), old, replacement);
  }

  /** Lines with one text replaced by another; it must occur. */
  public static List<String> with(List<String> lines, String old, String replacement) {
    String text = String.join("\n", lines);
    if (!text.contains(old)) {
      throw new IllegalArgumentException("the card has no '" + old + "'");
    }
    return Arrays.asList(text.replace(old, replacement).split("\n", -1));
  }

  public static CurveCard read(List<String> lines) {
    return CurveCard.read(CardFile.parse("curve25519.curve", lines));
  }
}
