package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.field.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/** A fused verb as its formula says: {@code s = a b + c d, t = a b - c d.} */
final class FusedVerb {
  /** Names of the operands, in the order of the parameters. */
  final List<String> operands;

  /** One, r, or two, s and t. */
  final int results;

  private final Field field;
  private final Verbs.Fused verb;
  private final Method method;

  FusedVerb(Field field, Verbs.Fused verb) {
    this.field = field;
    this.verb = verb;
    List<String> names = List.of(verb.parameters().replace("long[] ", "").split(", ", -1));
    this.results = names.contains("r") ? 1 : 2;
    this.operands = names.subList(results, names.contains("u") ? names.size() - 1 : names.size());
    this.method =
        Arrays.stream(Field.class.getMethods())
            .filter(m -> m.getName().equals(verb.verb))
            .findAny()
            .orElseThrow();
  }

  /** How many T that operand may be, of a field with that headroom. */
  int excess(int operand, int headroom) {
    boolean subtrahend = results == 1 && operands.get(operand).equals("c");
    return subtrahend ? Verbs.Fused.SUBTRAHEND : headroom;
  }

  /** Calls it with results s and t, or s alone, and scratch space u. */
  void call(long[] s, long[] t, List<long[]> values, long[] u) {
    List<Object> arguments = new ArrayList<>(List.of(s, t).subList(0, results));
    arguments.addAll(values);
    if (method.getParameterCount() > arguments.size()) {
      arguments.add(u);
    }
    try {
      method.invoke(field, arguments.toArray());
    } catch (InvocationTargetException e) {
      throw new AssertionError(verb.verb, e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** What result s (0) or t (1) must be in each lane, given the operands' values in each lane. */
  List<BigInteger> result(
      int which, List<List<BigInteger>> values, BinaryOperator<BigInteger> product) {
    String formula = verb.formula.replace(".", "").split(", ", -1)[which];
    String[] words = formula.split(" ", -1); // s = a b + c d, s = a + b, r = a b - c
    return IntStream.range(0, field.lanes)
        .mapToObj(
            lane -> {
              BigInteger one = value(words[2], values, lane);
              BigInteger other = value(words[words.length - 1], values, lane);
              if (words.length > 5) {
                one = product.apply(one, value(words[3], values, lane));
              }
              if (words.length > 6) {
                other = product.apply(value(words[5], values, lane), other);
              }
              return formula.contains("+") ? one.add(other) : one.subtract(other);
            })
        .toList();
  }

  private BigInteger value(String name, List<List<BigInteger>> values, int lane) {
    return values.get(operands.indexOf(name)).get(lane);
  }

  @Override
  public String toString() {
    return verb.verb;
  }
}
