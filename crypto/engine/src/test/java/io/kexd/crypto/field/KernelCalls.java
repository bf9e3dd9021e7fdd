package io.kexd.crypto.field;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Calls everything that vector fields override: arguments are how often, and their classes. */
public final class KernelCalls {
  /** More than a permutation looks among. */
  private static final int ENTRIES = 32;

  private KernelCalls() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    int rounds = Integer.parseInt(args[0]);
    for (int i = 1; i < args.length; i++) {
      Class<?> type = Class.forName(args[i]);
      Field f = (Field) type.getField("FIELD").get(null);
      for (Method method : type.getDeclaredMethods()) {
        if (!Modifier.isPrivate(method.getModifiers())) {
          Object[] arguments = arguments(f, method);
          for (int round = 0; round < rounds; round++) {
            method.invoke(f, arguments);
          }
        }
      }
    }
  }

  private static Object[] arguments(Field f, Method method) {
    int[] numbers =
        method.getName().equals("lookup") ? new int[] {0, f.limbs, ENTRIES} : new int[4];
    if (List.of(method.getParameterTypes()).contains(long[][].class)) {
      numbers = new int[] {2};
    }
    List<Object> arguments = new ArrayList<>();
    int next = 0;
    for (Class<?> type : method.getParameterTypes()) {
      if (type == int.class) {
        arguments.add(numbers[next]);
        next++;
      } else if (type == long[][].class) {
        arguments.add(new long[][] {f.element(), f.element()});
      } else {
        arguments.add(new long[Math.max(f.element().length, ENTRIES * f.limbs)]);
      }
    }
    return arguments.toArray();
  }
}
