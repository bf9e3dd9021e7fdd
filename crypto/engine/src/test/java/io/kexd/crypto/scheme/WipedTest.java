package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A workspace that goes back to its pool is as a new one is, but for public values. */
class WipedTest {
  private static final Random RANDOM = new Random(1);

  static List<EdScheme> schemes() {
    return EdScheme.all();
  }

  static List<Curve> ladders() {
    return CurveIndex.ALL.stream().filter(c -> c.ladder().isPresent()).toList();
  }

  private static byte[] random(int size) {
    return EdScheme.random(RANDOM, size);
  }

  private static Xdh xdh(Curve curve) {
    return new Xdh(curve, new CombTable(curve, curve.ladder().orElseThrow().comb()));
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void agreements(Curve curve) throws ReflectiveOperationException {
    int size = curve.field().bytes;
    Xdh keyPairs = xdh(curve);
    keyPairs.publicKeys(new byte[size], random(size));
    check(curve, keyPairs, Set.of());
    Xdh agreements = xdh(curve);
    agreements.agree(new byte[size], new long[1], random(size), random(size));
    check(curve, agreements, Set.of());
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void signatures(EdScheme scheme) throws ReflectiveOperationException {
    int n = scheme.bytes();
    EdDsa keyPairs = scheme.edDsa();
    keyPairs.publicKeys(new byte[n], random(n));
    check(scheme.curve(), keyPairs, Set.of());
    EdDsa signatures = scheme.edDsa();
    EdMessage[] messages = {scheme.message(RANDOM)};
    signatures.sign(new byte[2 * n], random(n), random(n), messages);
    check(scheme.curve(), signatures, Set.of());
  }

  /** Compares the only idle workspace of a scheme with a new one. */
  static void check(Curve curve, Object scheme, Set<String> published)
      throws ReflectiveOperationException {
    Field poolField = scheme.getClass().getDeclaredField("pool");
    poolField.setAccessible(true);
    Pool<?> pool = (Pool<?>) poolField.get(scheme);
    Map<String, Object> used = arrays(curve, pool.take());
    Map<String, Object> fresh = arrays(curve, pool.take());
    assertTrue(used.size() > 50, "arrays found: " + used.size());
    assertEquals(fresh.keySet(), used.keySet());
    assertTrue(used.keySet().containsAll(published));
    used.keySet().removeAll(published);
    used.forEach((path, array) -> assertSame(path, fresh.get(path), array));
  }

  private static void assertSame(String path, @Nullable Object fresh, Object used) {
    if (used instanceof byte[] bytes) {
      assertArrayEquals((byte @Nullable []) fresh, bytes, path);
    } else {
      assertArrayEquals((long @Nullable []) fresh, (long[]) used, path);
    }
  }

  private static Map<String, Object> arrays(Curve curve, Object workspace)
      throws ReflectiveOperationException {
    Map<String, Object> found = new TreeMap<>();
    collect(curve, workspace, "", found);
    return found;
  }

  /** All arrays of bytes and longs below an object of this engine, by the names of the fields. */
  private static void collect(Curve curve, Object object, String path, Map<String, Object> found)
      throws ReflectiveOperationException {
    if (object instanceof byte[] || object instanceof long[]) {
      found.put(path, object);
    } else if (object instanceof Object[] array) {
      for (int i = 0; i < Array.getLength(array); i++) {
        collect(curve, array[i], path + "." + i, found);
      }
    } else if (isOurs(curve, object)) {
      for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
        collectFields(curve, object, c, path, found);
      }
    }
  }

  private static void collectFields(
      Curve curve, Object object, Class<?> declaring, String path, Map<String, Object> found)
      throws ReflectiveOperationException {
    for (Field field : declaring.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        field.setAccessible(true);
        Object value = field.get(object);
        if (value != null) {
          collect(curve, value, path + "." + field.getName(), found);
        }
      }
    }
  }

  /** What belongs to a workspace: not the shared field, curve and table, nor classes of the JDK. */
  private static boolean isOurs(Curve curve, Object object) {
    Collection<Class<?>> shared =
        Set.of(
            curve.field().getClass(),
            curve.order().getClass(),
            Curve.class,
            Curve.Ladder.class,
            CombTable.class);
    return object.getClass().getName().startsWith("io.kexd.")
        && !shared.contains(object.getClass());
  }
}
