package io.kexd.crypto.gen.curve;

import static java.util.stream.Collectors.joining;

import io.kexd.crypto.gen.card.Card;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The Java class that lists all curves. */
public final class IndexSource {
  private static final HexFormat HEX = HexFormat.of();

  private IndexSource() {}

  /** One entry of the list. */
  public static String entry(Card card, CombTable comb, byte[] table) {
    String smallOrder =
        SmallOrder.of(card).stream()
            .map(u -> "\n                " + quote(HEX.formatHex(LittleEndian.of(card.prime(), u))))
            .collect(joining(","));
    String schemes =
        card.schemes().stream().map(s -> "\n                " + scheme(s)).collect(joining(","));
    String combText =
        "new Curve.Comb(%s, %d, %d, %s)"
            .formatted(
                quote("/" + resource(card)), comb.window(), comb.windows(), quote(sha256(table)));
    return """
            new Curve(
                %s,
                Curve.Model.EDWARDS,
                io.kexd.crypto.field.%s.FIELD,
                io.kexd.crypto.field.%s.FIELD,
                %s,
                %s,
                %s,
                %s,
                %d,
                %s,
                Optional.of(
                    new Curve.Ladder(
                        %dL, %s, Curve.Map.BIRATIONAL, %s, %s, 3, List.of(%s), %s)),
                List.of(%s),
                %s)\
    """
        .formatted(
            quote(card.id()),
            card.field().className(),
            card.scalars().className(),
            hex(card.a()),
            hex(card.d()),
            hex(card.baseX()),
            hex(card.baseY()),
            card.cofactor(),
            combText,
            card.ladderA(),
            hex(card.ladderU()),
            hex(card.baseX()),
            hex(card.baseY()),
            smallOrder,
            combText,
            schemes,
            quote(card.source()));
  }

  /** The comb table's name under the root of the resources. */
  public static String resource(Card card) {
    return "io/kexd/crypto/" + card.id() + ".comb";
  }

  /** The whole compilation unit. */
  public static String text(List<String> entries) {
    return """
    package io.kexd.crypto.model;

    import java.util.List;
    import java.util.Optional;

    /** Every curve that has a card, in the order of their ids. Generated. */
    public final class CurveIndex {
      private CurveIndex() {}

      public static final List<Curve> ALL =
          List.of(
    %s);
    }
    """
        .formatted(String.join(",\n", entries));
  }

  private static String scheme(Card.Scheme scheme) {
    String algorithms =
        scheme.algorithms().stream().map(IndexSource::algorithm).collect(joining(", "));
    return "new Curve.SchemeSpec(%s, %s, %s, List.of(%s), %s, 0x%04x, %s, %s)"
        .formatted(
            quote(scheme.id()),
            quote(scheme.kind()),
            quote(scheme.status()),
            algorithms,
            quote(scheme.oid()),
            scheme.kemId(),
            quote(scheme.id()),
            quote(""));
  }

  private static String algorithm(String id) {
    String variant = id.endsWith("ctx") ? "ctx" : id.endsWith("ph") ? "ph" : "pure";
    return "new Curve.Algorithm(%s, %s)".formatted(quote(id), quote(variant));
  }

  private static String hex(BigInteger number) {
    return quote(number.toString(16));
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String sha256(byte[] data) {
    try {
      return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
