package io.kexd.client.load;

import io.kexd.client.KexdClient;
import io.kexd.client.KexdClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Offers a server calls at a fixed rate, whether it keeps up or not, and times each from when it
 * was due. A server that stalls is therefore charged with every call of the stall.
 */
public final class Load {
  private static final long SECOND = 1_000_000_000;
  private static final long LEAD = 5_000_000;

  /** How long connecting may take, and each call before the load: its own may be short. */
  private static final Duration PREPARATION = Duration.ofSeconds(10);

  private final KexdClientBuilder server;
  private final Plan plan;
  private final KexdClient client;
  private volatile boolean stopped;

  /**
   * A load that has not begun.
   *
   * @param server where it goes; its deadline is not used
   * @throws IllegalArgumentException as {@link KexdClientBuilder#build} does
   */
  public Load(KexdClientBuilder server, Plan plan) {
    this.server = server;
    this.plan = plan;
    client = server.deadline(PREPARATION).build();
  }

  /**
   * Runs it, once, to its end or until {@link #stop}.
   *
   * @param progress hears once a second how it goes
   * @throws io.kexd.client.KexdException when the server cannot be reached, or refuses what the
   *     requests are made of
   */
  public Report run(Consumer<Progress> progress) throws InterruptedException {
    List<Attempt> attempts = attempts();
    List<Tally> tallies = plan.mix().shares().stream().map(this::tally).toList();
    try (Connections connections = new Connections(server, plan.connections(), plan.threads())) {
      connections.connect(PREPARATION);
      Interval interval = new Interval();
      long start = System.nanoTime() + LEAD;
      Pacer pacer =
          new Pacer(
              plan,
              arrivals(),
              turns(),
              attempts,
              tallies,
              interval,
              connections,
              () -> stopped,
              start);
      Pacer.Result result = watch(pacer, interval, start, progress);
      return Results.report(server.target(), plan, result, tallies);
    }
  }

  /** Ends it soon, from any thread: {@link #run} then returns what there is. */
  public void stop() {
    stopped = true;
  }

  private List<Attempt> attempts() {
    try (client) {
      Attempts attempts = new Attempts(client, plan.batch());
      return plan.mix().shares().stream().map(attempts::of).toList();
    }
  }

  private Tally tally(Mix.Share share) {
    int items = share.operation() == Operation.BATCH_EXCHANGE ? plan.batch() : 1;
    return new Tally(share, items, new Timeline(plan.duration()));
  }

  private Arrivals arrivals() {
    return plan.poisson()
        ? Arrivals.poisson(plan.rate(), new SplittableRandom())
        : Arrivals.even(plan.rate());
  }

  private Turns turns() {
    int[] weights = plan.mix().weights();
    return plan.poisson() ? Turns.random(weights, new SplittableRandom()) : Turns.even(weights);
  }

  private Pacer.Result watch(
      Pacer pacer, Interval interval, long start, Consumer<Progress> progress)
      throws InterruptedException {
    FutureTask<Pacer.Result> pacing = new FutureTask<>(pacer);
    Thread thread = new Thread(pacing, "kexd-load-pacer");
    thread.setDaemon(true);
    thread.start();
    long length = plan.warmUp().plus(plan.duration()).toSeconds();
    for (long second = 1; ; second++) {
      try {
        long tick = start + second * SECOND - System.nanoTime();
        return pacing.get(Math.max(tick, 0), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        boolean warmUp = second <= plan.warmUp().toSeconds();
        progress.accept(interval.take(second, length, warmUp, pacer.waiting()));
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
