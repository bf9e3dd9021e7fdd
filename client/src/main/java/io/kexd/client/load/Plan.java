package io.kexd.client.load;

import java.time.Duration;

/**
 * A load.
 *
 * @param mix which calls
 * @param rate calls a second, all together; a batch is one call
 * @param poisson whether calls come at random, as from many independent callers, and not evenly
 * @param warmUp how long calls are offered before they count
 * @param duration how long calls are offered that count
 * @param timeout how long a call may take, from the time at which it is due
 * @param batch items of a batch
 * @param connections how many; calls take turns on them
 * @param threads event loops of the client
 * @param outstanding how many calls may wait for their answers; one more is not sent
 * @param maxLag how late the client itself may be for one call in a hundred
 */
public record Plan(
    Mix mix,
    int rate,
    boolean poisson,
    Duration warmUp,
    Duration duration,
    Duration timeout,
    int batch,
    int connections,
    int threads,
    int outstanding,
    Duration maxLag) {
  private static final Duration DAY = Duration.ofDays(1);

  /** Refuses what is out of range with {@link IllegalArgumentException}. */
  public Plan {
    inRange("rate", rate, 1_000_000);
    inRange("batch", batch, 10_000);
    inRange("connections", connections, 1_000);
    inRange("threads", threads, 64);
    inRange("outstanding", outstanding, 10_000_000);
    positive("duration", duration);
    positive("timeout", timeout);
    positive("max-lag", maxLag);
    if (warmUp.isNegative() || warmUp.compareTo(DAY) > 0) {
      throw new IllegalArgumentException("--warm-up must be from 0s to 24h");
    }
  }

  private static void inRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "--%s must be from 1 to %d, not %d".formatted(name, most, value));
    }
  }

  private static void positive(String name, Duration value) {
    if (!value.isPositive() || value.compareTo(DAY) > 0) {
      throw new IllegalArgumentException("--" + name + " must be more than 0s and at most 24h");
    }
  }
}
