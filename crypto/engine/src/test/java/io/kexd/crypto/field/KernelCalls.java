package io.kexd.crypto.field;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Calls everything that vector fields override: arguments are how often, and their classes. */
public final class KernelCalls {
  /** Entries of tables that vector fields have a look-up of their own for, and others. */
  private static final int[] ENTRIES = {4, 8, 16, 32, 64, 128};

  private static final int MOST = 128;

  private KernelCalls() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    int rounds = Integer.parseInt(args[0]);
    for (int i = 1; i < args.length; i++) {
      Class<?> type = Class.forName(args[i]);
      Field f = (Field) type.getField("FIELD").get(null);
      for (Method method : type.getDeclaredMethods()) {
        if (!Modifier.isPrivate(method.getModifiers())) {
          call(f, method, rounds);
        }
      }
    }
  }

  private static void call(Field f, Method method, int rounds) throws ReflectiveOperationException {
    boolean table = method.getName().equals("lookup") && method.getParameterCount() == 6;
    for (int entries : table ? ENTRIES : new int[] {2}) {
      Object[] arguments = arguments(f, method, entries);
      for (int round = 0; round < rounds; round++) {
        method.invoke(f, arguments);
      }
    }
  }

  private static Object[] arguments(Field f, Method method, int entries) {
    boolean table = method.getName().equals("lookup") && method.getParameterCount() == 6;
    int[] numbers = table ? new int[] {0, f.limbs, entries} : new int[] {entries, 0, 0, 0};
    List<Object> arguments = new ArrayList<>();
    int next = 0;
    for (Class<?> type : method.getParameterTypes()) {
      if (type == int.class) {
        arguments.add(numbers[next]);
        next++;
      } else if (type == long[][].class) {
        arguments.add(new long[][] {f.element(), f.element()});
      } else {
        arguments.add(new long[Math.max(f.element().length, MOST * f.limbs)]);
      }
    }
    return arguments.toArray();
  }
}
