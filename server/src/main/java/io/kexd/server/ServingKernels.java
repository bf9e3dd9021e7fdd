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
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernels that compute what is served. The server is ready on those of one lane; those of
 * several are warmed, compared and timed in the background and serve from then on where they are
 * faster.
 */
final class ServingKernels {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** The engine's property that forces a kernel, and its kernels. */
  static final String PROPERTY = "kexd.lanes";

  static final List<Integer> LANES = List.of(1, 4, 8);

  private final List<Scheme> served;
  private final SelfTests selfTests;
  private final Meters meters;

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
   * @param first ids of what most callers want
   * @param budget processor time
   */
  void warmUp(Set<String> first, Duration budget) {
    if (budget.isZero()) {
      return;
    }
    Thread thread = new Thread(() -> warmUpAll(first, budget), "kexd-kernels");
    thread.setDaemon(true);
    thread.start();
  }

  private void warmUpAll(Set<String> first, Duration budget) {
    long end = cpu() + budget.toNanos();
    List<String> ids = served.stream().map(Scheme::id).toList();
    List<String> wanted = ids.stream().filter(first::contains).toList();
    warmUp(wanted, end);
    meters.kernelsChosen("first", secondsFromStart());
    LOG.info("kernels of {} chosen after {} s", String.join(", ", wanted), secondsFromStart());
    warmUp(ids.stream().filter(id -> !first.contains(id)).toList(), end);
    meters.kernelsChosen("all", secondsFromStart());
    LOG.info(
        "all kernels chosen after {} s, {} s of them computing",
        secondsFromStart(),
        (cpu() - end + budget.toNanos()) / 1_000_000_000);
    ids.stream()
        .filter(id -> selfTests.state(id) == SelfTests.State.PASSED)
        .forEach(ServingKernels::warnOfWrong);
  }

  private void warmUp(List<String> ids, long end) {
    try {
      List<String> passed = ids.stream().filter(selfTests::passes).toList();
      WarmUp.run(passed, Duration.ofNanos(Math.max(0, end - cpu())));
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
