package io.kexd.crypto;

import java.lang.reflect.Method;
import java.util.List;
import java.util.OptionalInt;

/**
 * How many lanes kernels may have: what this JVM's vectors allow, and what the setting {@value
 * #SETTING} says.
 */
final class Lanes {
  /** {@code auto}, or the number of lanes that serves, whatever is measured. */
  static final String SETTING = "kexd.lanes";

  /** All that there are kernels for. */
  static final List<Integer> WIDTHS = List.of(1, 8, 4);

  private static final String MODULE = "jdk.incubator.vector";

  /** Longs of a preferred vector, 0 without the module. */
  private static final int PREFERRED = preferred();

  private Lanes() {}

  /** The forced number of lanes; {@code IllegalStateException} for a wrong setting. */
  static OptionalInt forced() {
    String setting = System.getProperty(SETTING, "auto");
    return switch (setting) {
      case "auto" -> OptionalInt.empty();
      case "1", "4", "8" -> OptionalInt.of(Integer.parseInt(setting));
      default ->
          throw new IllegalStateException(SETTING + "=" + setting + " is none of auto, 1, 4 and 8");
    };
  }

  /** The lanes that are tried: those that are forced, or as many as vectors have here. */
  static int tried() {
    return forced().orElse(WIDTHS.contains(PREFERRED) ? PREFERRED : 1);
  }

  /**
   * {@code UnsupportedOperationException} with the reason why so many lanes are not tried. More
   * than the machine's vectors have would be slow; fewer would also cost those of all lanes, since
   * kernels of two widths in one JVM share methods that the compiler then optimises less. Both are
   * right where they are asked for.
   */
  static void require(int lanes) {
    if (lanes > 1 && PREFERRED == 0) {
      throw new UnsupportedOperationException("the JVM runs without --add-modules " + MODULE);
    }
    if (lanes > 1 && lanes != tried()) {
      throw new UnsupportedOperationException("vectors have " + PREFERRED + " lanes here");
    }
  }

  /**
   * LongVector.SPECIES_PREFERRED.length(), by name: only generated fields may link to the module.
   */
  private static int preferred() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return 0;
    }
    try {
      Class<?> vector = Class.forName(MODULE + ".LongVector");
      Object species = vector.getField("SPECIES_PREFERRED").get(null);
      Method length = Class.forName(MODULE + ".VectorSpecies").getMethod("length");
      return (int) length.invoke(species);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the vectors' length cannot be asked for", e);
    }
  }
}
