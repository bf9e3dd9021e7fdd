package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a workspace holds after an operation does not depend on the secret that it worked on. */
class WipeTest {
  private static final Curve CURVE = CurveIndex.ALL.get(0);
  private static final CombTable TABLE = new CombTable(CURVE);

  private static byte[] secret(int fill) {
    byte[] out = new byte[32];
    Arrays.fill(out, (byte) fill);
    return out;
  }

  @Test
  void xdhKeyGeneration() {
    Xdh xdh = new Xdh(CURVE, TABLE);
    xdh.publicKeys(new byte[32], secret(1));
    Map<String, String> first = contents(xdh);
    xdh.publicKeys(new byte[32], secret(2));
    assertEquals(Set.of(), differences(first, contents(xdh)));
  }

  @Test
  void xdhAgreement() {
    Xdh xdh = new Xdh(CURVE, TABLE);
    xdh.agree(new byte[32], new long[1], secret(1), secret(9));
    Map<String, String> first = contents(xdh);
    xdh.agree(new byte[32], new long[1], secret(2), secret(9));
    assertEquals(Set.of(), differences(first, contents(xdh)));
  }

  /** What a signature makes public may stay: R and the challenge. */
  @Test
  void signing() {
    EdDsa edDsa = new EdDsa(CURVE, TABLE);
    EdMessage[] message = {EdVariant.PURE.ofMessage(secret(3), new byte[0])};
    edDsa.sign(new byte[64], secret(1), secret(9), message);
    Map<String, String> first = contents(edDsa);
    edDsa.sign(new byte[64], secret(2), secret(9), message);
    assertEquals(Set.of("encodedR", "challenge"), differences(first, contents(edDsa)));
  }

  private static Set<String> differences(Map<String, String> first, Map<String, String> second) {
    assertEquals(first.keySet(), second.keySet());
    Set<String> names = new HashSet<>(first.keySet());
    names.removeIf(name -> Objects.equals(first.get(name), second.get(name)));
    return names;
  }

  /** Every array that the one idle workspace of a scheme reaches, by the path to it. */
  private static Map<String, String> contents(Object scheme) {
    Pool<?> pool = (Pool<?>) read(scheme, "pool");
    Object workspace = pool.take();
    Map<String, String> arrays = new TreeMap<>();
    collect(workspace, "", arrays, Collections.newSetFromMap(new IdentityHashMap<>()));
    giveBack(pool, workspace);
    assertTrue(arrays.size() > 40, "arrays: " + arrays.size());
    return arrays;
  }

  @SuppressWarnings("unchecked")
  private static void giveBack(Pool<?> pool, Object workspace) {
    ((Pool<Object>) pool).giveBack(workspace);
  }

  private static void collect(
      Object object, String path, Map<String, String> arrays, Set<Object> seen) {
    if (!seen.add(object)) {
      return;
    }
    if (object instanceof long[] longs) {
      arrays.put(path, Arrays.toString(longs));
    } else if (object instanceof byte[] bytes) {
      arrays.put(path, Arrays.toString(bytes));
    } else if (object.getClass().isArray() && !object.getClass().componentType().isPrimitive()) {
      for (int i = 0; i < Array.getLength(object); i++) {
        collect(Array.get(object, i), path + "[" + i + "]", arrays, seen);
      }
    } else if (isOurs(object)) {
      for (Field field : object.getClass().getDeclaredFields()) {
        Object value = Modifier.isStatic(field.getModifiers()) ? null : read(object, field);
        if (value != null) {
          collect(
              value, path.isEmpty() ? field.getName() : path + "." + field.getName(), arrays, seen);
        }
      }
    }
  }

  /** Workspaces and their parts; the scheme itself and the tables are shared and never written. */
  private static boolean isOurs(Object object) {
    return object.getClass().getName().startsWith("io.kexd.crypto.")
        && !(object instanceof CombTable)
        && !(object instanceof Xdh)
        && !(object instanceof EdDsa)
        && !(object instanceof io.kexd.crypto.field.Field);
  }

  private static Object read(Object object, String name) {
    try {
      Object value = read(object, object.getClass().getDeclaredField(name));
      if (value == null) {
        throw new AssertionError(name + " is null");
      }
      return value;
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object read(Object object, Field field) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
