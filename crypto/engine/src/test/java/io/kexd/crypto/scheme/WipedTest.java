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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A workspace that goes back to its pool is as a new one is, but for public values. */
class WipedTest {
  private static final Curve CURVE = CurveIndex.ALL.get(0);
  private static final CombTable TABLE = new CombTable(CURVE, CURVE.comb());
  private static final byte[] NONE = new byte[0];

  private final byte[] secret = random(1);
  private final byte[] out = new byte[64];

  private static byte[] random(long seed) {
    byte[] bytes = new byte[32];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void keyPairs() throws ReflectiveOperationException {
    Xdh xdh = new Xdh(CURVE);
    xdh.publicKeys(out, secret);
    check(xdh, Set.of());
    EdDsa edDsa = new EdDsa(CURVE, TABLE);
    edDsa.publicKeys(out, secret);
    check(edDsa, Set.of());
  }

  @Test
  void agreements() throws ReflectiveOperationException {
    Xdh xdh = new Xdh(CURVE);
    xdh.agree(out, new long[1], secret, random(2));
    check(xdh, Set.of(".points"));
  }

  @Test
  void signatures() throws ReflectiveOperationException {
    EdDsa edDsa = new EdDsa(CURVE, TABLE);
    EdMessage message = EdVariant.PURE.ofMessage(random(3), NONE);
    edDsa.sign(out, secret, random(4), new EdMessage[] {message});
    check(edDsa, Set.of(".challenge", ".encodedR"));
  }

  /** Compares the only idle workspace of a scheme with a new one. */
  private static void check(Object scheme, Set<String> published)
      throws ReflectiveOperationException {
    Field poolField = scheme.getClass().getDeclaredField("pool");
    poolField.setAccessible(true);
    Pool<?> pool = (Pool<?>) poolField.get(scheme);
    Map<String, Object> used = arrays(pool.take());
    Map<String, Object> fresh = arrays(pool.take());
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

  private static Map<String, Object> arrays(Object workspace) throws ReflectiveOperationException {
    Map<String, Object> found = new TreeMap<>();
    collect(workspace, "", found);
    return found;
  }

  /** All arrays of bytes and longs below an object of this engine, by the names of the fields. */
  private static void collect(Object object, String path, Map<String, Object> found)
      throws ReflectiveOperationException {
    if (object instanceof byte[] || object instanceof long[]) {
      found.put(path, object);
    } else if (object instanceof Object[] array) {
      for (int i = 0; i < Array.getLength(array); i++) {
        collect(array[i], path + "." + i, found);
      }
    } else if (isOurs(object)) {
      for (Field field : object.getClass().getDeclaredFields()) {
        field.setAccessible(true);
        Object value = field.get(object);
        if (value != null && !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          collect(value, path + "." + field.getName(), found);
        }
      }
    }
  }

  /** What belongs to a workspace: not the shared field, curve and table, nor classes of the JDK. */
  private static boolean isOurs(Object object) {
    Collection<Class<?>> shared =
        Set.of(
            CURVE.field().getClass(),
            CURVE.order().getClass(),
            Curve.class,
            Curve.Ladder.class,
            CombTable.class);
    return object.getClass().getName().startsWith("io.kexd.")
        && !shared.contains(object.getClass());
  }
}
