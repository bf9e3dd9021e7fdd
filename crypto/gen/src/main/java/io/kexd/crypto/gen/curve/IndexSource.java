package io.kexd.crypto.gen.curve;

import static java.util.stream.Collectors.joining;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.FieldCard;
import io.kexd.crypto.gen.card.FieldPlan;
import io.kexd.crypto.gen.card.Ladder;
import io.kexd.crypto.gen.card.Scheme;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The Java class that lists all curves and fields, in the order in which they are added. */
public final class IndexSource {
  private static final HexFormat HEX = HexFormat.of();

  private final List<String> curves = new ArrayList<>();
  private final List<String> fields = new ArrayList<>();

  public void add(FieldCard card) {
    fields.add(
        "          new Curve.PrimeField(%s, %s)"
            .formatted(quote(card.formula()), field(card.field())));
  }

  public void add(CurveCard card, CombTable comb, CombTable ladderComb) {
    curves.add(
        """
              new Curve(
                  %s,
                  Curve.Model.%s,
                  %s,
                  %s,
                  %s,
                  %s,
                  %s,
                  %s,
                  %d,
                  %s,
                  %s,
                  List.of(%s),
                  %s)\
        """
            .formatted(
                quote(card.id()),
                card.equation().model(),
                field(card.common().field()),
                field(card.scalars()),
                hex(card.equation().a()),
                hex(card.equation().b()),
                hex(card.base().x()),
                hex(card.base().y()),
                card.cofactor(),
                comb(comb),
                card.ladder().map(l -> ladder(card, l, ladderComb)).orElse("Optional.empty()"),
                lines(card.schemes().stream().map(IndexSource::scheme).toList()),
                quote(card.common().source())));
  }

  /** The whole compilation unit. */
  public String text() {
    return """
    package io.kexd.crypto.model;

    import java.util.List;
    import java.util.Optional;

    /** Every curve that has a card, and every field of coordinates. Generated. */
    public final class CurveIndex {
      private CurveIndex() {}

      /** In the order of their ids. */
      public static final List<Curve> ALL =
          List.of(
    %s);

      /** Each once, in the order of the first cards that have them. */
      public static final List<Curve.PrimeField> FIELDS =
          List.of(
    %s);
    }
    """
        .formatted(String.join(",\n", curves), String.join(",\n", fields));
  }

  private static String ladder(CurveCard card, Ladder ladder, CombTable comb) {
    List<String> smallOrder =
        SmallOrder.of(card.prime(), ladder.bigA()).stream()
            .map(u -> quote(HEX.formatHex(LittleEndian.of(card.prime(), u))))
            .toList();
    return "Optional.of(new Curve.Ladder(%dL, %s, Curve.Map.%s, %s, %s, %d, List.of(%s), %s))"
        .formatted(
            ladder.bigA(),
            hex(ladder.u()),
            ladder.map(),
            hex(ladder.base().x()),
            hex(ladder.base().y()),
            Twist.of(card).clearBits(card),
            lines(smallOrder),
            comb(comb));
  }

  private static String comb(CombTable comb) {
    return comb(comb, "/" + comb.resource);
  }

  static String comb(CombTable comb, String resource) {
    return "new Curve.Comb(%s, %d, %d, %s)"
        .formatted(quote(resource), comb.window, comb.windows, quote(comb.sha256()));
  }

  private static String scheme(Scheme scheme) {
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
            quote(scheme.rules()),
            quote(scheme.name()));
  }

  private static String algorithm(Scheme.Algorithm algorithm) {
    return "new Curve.Algorithm(%s, %s)"
        .formatted(quote(algorithm.id()), quote(algorithm.variant()));
  }

  private static String field(FieldPlan plan) {
    return "io.kexd.crypto.field.%s.FIELD".formatted(plan.className());
  }

  private static String lines(List<String> items) {
    return items.stream().map(item -> "\n                  " + item).collect(joining(","));
  }

  private static String hex(BigInteger number) {
    return quote(number.toString(16));
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
