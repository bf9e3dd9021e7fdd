package io.kexd.bench.strategy;

import io.kexd.bench.measure.Meter.Call;
import java.security.InvalidKeyException;
import java.util.function.Supplier;

/**
 * One measure as a call, with the result that it must leave.
 *
 * @param perCall operations that one call does
 * @param result of the last call, as text
 * @param expected the same, found in another way
 */
record Task(Measure measure, int perCall, Call call, Supplier<String> result, String expected) {

  Task(Measure measure, Call call, Supplier<String> result, String expected) {
    this(measure, 1, call, result, expected);
  }

  /** Runs it once; {@code IllegalStateException} where the result is another. */
  void check(String subject) throws InvalidKeyException {
    call.run();
    String found = result.get();
    if (!found.equals(expected)) {
      throw new IllegalStateException(
          "%s on %s is wrong: it gives %s, another way gives %s"
              .formatted(measure.id(), subject, found, expected));
    }
  }
}
