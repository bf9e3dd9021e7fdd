package io.kexd.crypto;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** One scheme on any number of lanes, made when it is first asked for: each has tables. */
final class Variants<T> {
  private final IntFunction<T> maker;
  private final ToIntFunction<T> capacity;
  private final Map<Integer, T> made = new HashMap<>();

  /**
   * @param maker of the scheme on so many lanes; it throws a {@code LinkageError} or an {@code
   *     UnsupportedOperationException} where there are no such kernels
   * @param capacity how many operations the scheme takes in a call
   */
  Variants(IntFunction<T> maker, ToIntFunction<T> capacity) {
    this.maker = maker;
    this.capacity = capacity;
  }

  synchronized T on(int lanes) {
    T variant = made.get(lanes);
    if (variant == null) {
      variant = maker.apply(lanes);
      made.put(lanes, variant);
    }
    return variant;
  }

  int capacity(T variant) {
    return capacity.applyAsInt(variant);
  }
}
