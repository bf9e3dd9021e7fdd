package io.kexd.server;

import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.WarmUp;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.SelfTests;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernels that compute what is served. The server is ready on those of one lane; those of
 * several are warmed, compared and timed in the background and serve from then on where they are
 * faster.
 */
final class ServingKernels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** The engine's property that forces a kernel, and its kernels. */
  static final String PROPERTY = "kexd.lanes";

  static final List<Integer> LANES = List.of(1, 4, 8);

  private final List<Scheme> served;
  private final SelfTests selfTests;
  private final Meters meters;
  private volatile @Nullable Thread thread;

  ServingKernels(List<Scheme> served, SelfTests selfTests, Meters meters) {
    this.served = served;
    this.selfTests = selfTests;
    this.meters = meters;
  }

  /**
   * Makes the engine use kernels of so many lanes only, before it is used.
   *
   * @throws SettingsException when there are none here
   */
  void force(int lanes) {
    System.setProperty(PROPERTY, Integer.toString(lanes));
    if (lanes == 1) {
      return; // There always is one.
    }
    try {
      served.forEach(scheme -> KernelChoice.of(scheme.id()));
    } catch (IllegalStateException e) {
      throw new SettingsException("kernels", String.valueOf(e.getMessage()));
    }
  }

  /** The kernels that serve now, for one waiting caller or for several. */
  List<Meters.Kernel> now() {
    List<Meters.Kernel> now = new ArrayList<>();
    for (Scheme scheme : served) {
      for (Operation operation : operations(scheme)) {
        for (int lanes : LANES) {
          if (serves(scheme, operation, lanes)) {
            now.add(new Meters.Kernel(scheme.id(), operation, scheme.kernel(lanes), lanes));
          }
        }
      }
    }
    return now;
  }

  private static List<Operation> operations(Scheme scheme) {
    return scheme.kind() == Scheme.Kind.AGREEMENT
        ? List.of(Operation.GENERATE, Operation.AGREE, Operation.EXCHANGE)
        : List.of(Operation.CREATE_KEY, Operation.SIGN, Operation.VERIFY);
  }

  private boolean serves(Scheme scheme, Operation operation, int lanes) {
    if (selfTests.state(scheme.id()) != SelfTests.State.PASSED) {
      return false;
    }
    String measured = measured(operation);
    return serve(
        KernelChoice.of(scheme.id()).stream().filter(c -> c.operation().equals(measured)).toList(),
        lanes);
  }

  /** An operation that has one kernel has no choice. */
  private static boolean serve(List<KernelChoice> choices, int lanes) {
    return choices.isEmpty()
        ? lanes == 1
        : choices.stream().anyMatch(c -> c.lanes() == lanes && !c.serves().isEmpty());
  }

  /** The engine's name of what an operation mostly is. */
  private static String measured(Operation operation) {
    return switch (operation) {
      case GENERATE, CREATE_KEY -> "generate";
      case AGREE, EXCHANGE -> "agree";
      case SIGN -> "sign";
      case VERIFY -> "verify";
      default -> throw new IllegalArgumentException(operation + " is not computed by a kernel");
    };
  }

  /** As the page for people shows them. */
  String describe(Scheme scheme) {
    if (selfTests.state(scheme.id()) != SelfTests.State.PASSED) {
      return scheme.kernel();
    }
    List<KernelChoice> choices = KernelChoice.of(scheme.id());
    return LANES.stream()
        .filter(lanes -> serve(choices, lanes))
        .map(scheme::kernel)
        .collect(Collectors.joining(", "));
  }

  /**
   * Chooses among the kernels, in the background.
   *
   * @param order ids of what is served, what most callers want in front
   * @param first how many of them are warmed side by side; the others follow one by one
   * @param budget processor time
   * @param afterFirst what the processors are then free for
   */
  void warmUp(List<String> order, int first, Duration budget, Runnable afterFirst) {
    if (budget.isZero()) {
      afterFirst.run();
      return;
    }
    Thread started = new Thread(() -> warmUpAll(order, first, budget, afterFirst), "kexd-kernels");
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  /** Ends the warm-up where it is. */
  @Override
  public void close() {
    Thread started = thread;
    if (started != null) {
      started.interrupt();
    }
  }

  private void warmUpAll(List<String> order, int first, Duration budget, Runnable afterFirst) {
    long end = cpu() + budget.toNanos();
    List<String> wanted = order.subList(0, first);
    warmUp(wanted, end);
    if (isOver()) {
      return;
    }
    meters.kernelsChosen("first", secondsFromStart());
    LOG.info("kernels of {} chosen after {} s", String.join(", ", wanted), secondsFromStart());
    afterFirst.run();
    for (String id : order.subList(first, order.size())) {
      warmUp(List.of(id), end);
    }
    if (isOver()) {
      return;
    }
    meters.kernelsChosen("all", secondsFromStart());
    LOG.info(
        "all kernels chosen after {} s, {} s of them computing",
        secondsFromStart(),
        (cpu() - end + budget.toNanos()) / 1_000_000_000);
    order.stream()
        .filter(id -> selfTests.state(id) == SelfTests.State.PASSED)
        .forEach(ServingKernels::warnOfWrong);
  }

  private static boolean isOver() {
    return Thread.currentThread().isInterrupted();
  }

  private void warmUp(List<String> ids, long end) {
    long left = end - cpu();
    if (left <= 0 || isOver()) {
      return;
    }
    try {
      WarmUp.run(ids.stream().filter(selfTests::passes).toList(), Duration.ofNanos(left));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("the warm-up of kernels ended early: those of one lane serve what is left", e);
    }
  }

  private static void warnOfWrong(String id) {
    for (KernelChoice choice : KernelChoice.of(id)) {
      if (choice.state() == KernelChoice.State.WRONG) {
        LOG.warn(
            "{} {}: the kernel of {} lanes is not used: {}",
            id,
            choice.operation(),
            choice.lanes(),
            choice.reason());
      }
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Seconds since the JVM started. */
  static double secondsFromStart() {
    return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
  }
}
