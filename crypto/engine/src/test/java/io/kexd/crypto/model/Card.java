package io.kexd.crypto.model;

/** A curve of the index by its card, wherever it stands in it. */
public final class Card {
  private Card() {}

  /** The curve of {@code crypto/curves/ID.curve}. */
  public static Curve of(String id) {
    return CurveIndex.ALL.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }
}
