package io.kexd.client.load;

import java.util.random.RandomGenerator;

/** When calls are due. */
interface Arrivals {
  /** Nanoseconds from the start to the next call; never less than the last time. */
  long next();

  /** Evenly spaced, the first at once. */
  static Arrivals even(int rate) {
    return new Arrivals() {
      private long calls;

      @Override
      public long next() {
        long whole = calls / rate;
        long rest = calls % rate;
        calls++;
        return whole * 1_000_000_000 + rest * 1_000_000_000 / rate;
      }
    };
  }

  /** A Poisson process: gaps are independent and exponentially distributed. */
  static Arrivals poisson(int rate, RandomGenerator random) {
    return new Arrivals() {
      private double time;

      @Override
      public long next() {
        time += random.nextExponential() * 1e9 / rate;
        return (long) time;
      }
    };
  }
}
