package io.kexd.crypto;

import com.sun.management.ThreadMXBean;
import io.kexd.crypto.KernelChoice.Measured;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Prints what a fresh JVM makes of agreements, on the kernels of {@code kexd.lanes} lanes: their
 * time as a multiple of the one-lane kernels', and bytes allocated. Arguments are the seconds of
 * CPU time to become warm in, and ids.
 */
final class LaunchRun {
  private static final int MANY = 8;
  private static final int CALLS = 10;

  /** What one operation may allocate: copies, results and the lists that hold them. */
  static final long ENOUGH = 1536;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private LaunchRun() {}

  public static void main(String[] args) {
    int lanes = Integer.getInteger(Lanes.SETTING);
    long budget = Long.parseLong(args[0]) * 1_000_000_000L;
    for (String id : Arrays.asList(args).subList(1, args.length)) {
      Kernels<?> kernels = Engine.agreement(id).agree();
      kernels.warm(lanes, budget);
      long bytes = allocated(KeyAgreement.of(id), budget);
      kernels.warm(lanes, budget); // times it again
      double ratio = (double) nanos(kernels, lanes) / nanos(kernels, 1);
      System.out.printf("%s %.3f %d%n", id, ratio, bytes);
    }
  }

  /** Of an operation among eight. */
  private static long nanos(Kernels<?> kernels, int lanes) {
    KernelChoice choice =
        kernels.view().stream().filter(c -> c.lanes() == lanes).findFirst().orElseThrow();
    List<Measured> measured = choice.measured();
    return measured.get(measured.size() - 1).nanosPerOperation();
  }

  /** Bytes an operation: as few as some calls in a row allocate within that time. */
  private static long allocated(KeyAgreement agreement, long budget) {
    SecureRandom random = new SecureRandom();
    List<KeyPair> pairs = Collections.nCopies(MANY, agreement.generate(random));
    List<byte[]> peers = Collections.nCopies(MANY, agreement.generate(random).publicKey());
    long end = THREADS.getCurrentThreadCpuTime() + budget;
    long least = Long.MAX_VALUE;
    while (least > ENOUGH && THREADS.getCurrentThreadCpuTime() < end) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        agreement.agree(pairs, peers);
      }
      long after = THREADS.getCurrentThreadAllocatedBytes();
      least = Math.min(least, (after - before) / (CALLS * MANY));
    }
    return least;
  }
}
