package io.kexd.client.load;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Whose turn it is in a mix: the index of a share. */
interface Turns {
  int next();

  /** Interleaved: of any run as long as the sum of the weights, each has exactly its part. */
  static Turns even(int[] weights) {
    long sum = Arrays.stream(weights).asLongStream().sum();
    long[] due = new long[weights.length];
    return () -> {
      int next = 0;
      for (int i = 0; i < due.length; i++) {
        due[i] += weights[i];
        if (due[i] > due[next]) {
          next = i;
        }
      }
      due[next] -= sum;
      return next;
    };
  }

  /** Each time at random, so that a share of a Poisson process is one. */
  static Turns random(int[] weights, RandomGenerator random) {
    int sum = Arrays.stream(weights).sum();
    return () -> {
      int rest = random.nextInt(sum);
      int next = 0;
      while (rest >= weights[next]) {
        rest -= weights[next++];
      }
      return next;
    };
  }
}
