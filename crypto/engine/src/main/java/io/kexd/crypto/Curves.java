package io.kexd.crypto;

import java.util.List;
import java.util.Optional;

/** Every scheme of this build, from the generated index. */
public final class Curves {
  private Curves() {}

  /** All schemes, agreements first, in the order of their ids. */
  public static List<Scheme> all() {
    return List.of();
  }

  /** The scheme of that id. */
  public static Optional<Scheme> find(String id) {
    return all().stream().filter(s -> s.id().equals(id)).findFirst();
  }
}
