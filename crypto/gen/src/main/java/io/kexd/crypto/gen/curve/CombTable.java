package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Ladder;
import io.kexd.crypto.gen.card.Point;
import io.kexd.crypto.gen.curve.Group.Projective;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Multiples of a point B for signed odd windows of w bits, one table per window, so that no
 * doubling is needed: for window i and j = 0 .. 2^(w-1) - 1 the point (x, y) = [(2 j + 1) 2^(w
 * i)]B. Each coordinate is reduced, little-endian, as long as an encoded element: the table knows
 * neither limbs nor lanes nor formulas.
 */
public final class CombTable {
  /** Its name under the root of the resources. */
  public final String resource;

  /** Bits w of a window. */
  final int window;

  /** How many windows: enough for a scalar below the order, plus the order, which makes it odd. */
  final int windows;

  private final byte[] bytes;

  private CombTable(CurveCard card, String name, Point base, int window) {
    this.resource = "io/kexd/crypto/" + name + ".comb";
    this.window = window;
    this.windows = (card.order().bitLength() + window) / window;
    this.bytes = bytes(Group.of(card), base);
  }

  /** The multiples of a card's base point. */
  public static CombTable of(CurveCard card, int window) {
    return new CombTable(card, card.id(), card.base(), window);
  }

  /** The multiples of the point over a ladder's base: the same table where the points are equal. */
  public static CombTable of(CurveCard card, Ladder ladder, CombTable table) {
    return ladder.base().equals(card.base())
        ? table
        : new CombTable(card, card.id() + ".ladder", ladder.base(), table.window);
  }

  private byte[] bytes(Group group, Point base) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Point point : group.affine(multiples(group, base))) {
      out.writeBytes(LittleEndian.of(group.prime, point.x()));
      out.writeBytes(LittleEndian.of(group.prime, point.y()));
    }
    return out.toByteArray();
  }

  private List<Projective> multiples(Group group, Point base) {
    List<Projective> multiples = new ArrayList<>();
    Projective first = group.projective(base);
    for (int i = 0; i < windows; i++) {
      Projective twice = group.add(first, first);
      Projective multiple = first;
      for (int j = 0; j < 1 << (window - 1); j++) {
        multiples.add(multiple);
        multiple = group.add(multiple, twice);
      }
      for (int bit = 0; bit < window; bit++) {
        first = group.add(first, first);
      }
    }
    return multiples;
  }

  /** The resource's content. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Its hash, hexadecimal. */
  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
