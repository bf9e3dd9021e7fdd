package io.kexd.bench;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.Signer;
import java.io.PrintWriter;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code kexd bench leaks}: looks for operations whose time depends on the secret (eprint
 * 2016/1123). One fixed secret against random ones, in random order; outliers are cut off at a
 * percentile; Welch's test compares the means. First it must find a leak that is known to be there.
 */
@Command(
    name = "leaks",
    header = "Look for operations whose time depends on the secret.",
    description = {
      "",
      "Compares a fixed secret with random ones. |t| above 10 says that they take different times;"
          + " the first row is a leak made on purpose, which must be found. Finding none is"
          + " evidence, not proof: run it long, on a quiet machine.",
      ""
    },
    footer = {"", "Exit status: 0 none found, 1 a leak, or the known one was missed."})
final class Leaks implements Callable<Integer> {
  /** Beyond this, chance is no explanation, and a shared machine hardly one. */
  static final double LIMIT = 10;

  private static final int SECRETS = 256;
  private static final int WARM_UP = 20_000;
  private static final double KEPT = 0.9;
  private static final byte[] MESSAGE = new byte[32];
  private static final byte[] NO_CONTEXT = new byte[0];

  private interface Work<T> {
    int run(T secret) throws InvalidKeyException;
  }

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Calls measured of each operation (default: 100000).")
  private int samples;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  private final SecureRandom random = new SecureRandom();

  /** Written, never read: what results flow into. */
  @SuppressWarnings("unused")
  private volatile int sink;

  @Override
  public Integer call() throws InvalidKeyException {
    if (samples < 1_000 || samples > 10_000_000) {
      throw new ParameterException(spec.commandLine(), "--samples must be from 1000 to 10000000");
    }
    KeyAgreement x25519 = KeyAgreement.of("x25519");
    Signer ed25519 = Signer.of("ed25519");
    byte[] peer = x25519.generate(random).publicKey();
    byte[] low = new byte[32];
    low[0] = 1;
    boolean found = report("known leak", t(low::clone, this::bytes, Leaks::leak));
    int leaks = 0;
    leaks +=
        count("x25519 keygen", low::clone, this::bytes, k -> x25519.fromPrivateKey(k).hashCode());
    leaks +=
        count(
            "x25519 agree",
            () -> x25519.fromPrivateKey(low),
            () -> x25519.generate(random),
            pair -> x25519.agree(pair, peer)[0]);
    leaks +=
        count(
            "ed25519 sign",
            () -> ed25519.fromPrivateKey(low),
            () -> ed25519.generate(random),
            pair -> ed25519.sign(pair, MESSAGE, NO_CONTEXT)[0]);
    return found && leaks == 0 ? 0 : 1;
  }

  private <T> int count(String operation, Supplier<T> fixed, Supplier<T> maker, Work<T> work)
      throws InvalidKeyException {
    return report(operation, t(fixed, maker, work)) ? 1 : 0;
  }

  private boolean report(String operation, double t) {
    PrintWriter out = spec.commandLine().getOut();
    boolean leaks = Math.abs(t) > LIMIT;
    out.printf(
        "%-14s t = %8.2f  %s%n", operation, t, leaks ? "depends on the secret" : "none seen");
    out.flush();
    return leaks;
  }

  private byte[] bytes() {
    byte[] out = new byte[32];
    random.nextBytes(out);
    return out;
  }

  /** Branches on the bits of the secret, as no operation may. */
  private static int leak(byte[] secret) {
    long x = 3;
    for (int i = 0; i < 256; i++) {
      if ((secret[i >> 3] >> (i & 7) & 1) != 0) {
        for (int j = 0; j < 20; j++) {
          x = (x * x) ^ j;
        }
      }
    }
    return (int) x;
  }

  private <T> double t(Supplier<T> fixed, Supplier<T> maker, Work<T> work)
      throws InvalidKeyException {
    // As many objects of either kind: a single one would be faster for lying in the cache.
    Object[] secrets = new Object[SECRETS];
    Arrays.setAll(secrets, i -> (i % 2 == 0 ? fixed : maker).get());
    byte[] order = new byte[samples];
    random.nextBytes(order);
    long[] nanos = new long[samples];
    byte[] warmUp = new byte[WARM_UP];
    random.nextBytes(warmUp);
    measure(secrets, warmUp, new long[WARM_UP], work);
    measure(secrets, order, nanos, work);
    return compare(order, nanos);
  }

  @SuppressWarnings("unchecked")
  private <T> void measure(Object[] secrets, byte[] order, long[] nanos, Work<T> work)
      throws InvalidKeyException {
    int results = 0;
    for (int i = 0; i < order.length; i++) {
      T secret = (T) secrets[order[i] & 0xff];
      long start = System.nanoTime();
      results += work.run(secret);
      nanos[i] = System.nanoTime() - start;
    }
    sink = results;
  }

  /** Even entries of the order are the fixed secret. */
  private static double compare(byte[] order, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    long cut = sorted[(int) (sorted.length * KEPT)];
    Welch welch = new Welch();
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] <= cut) {
        welch.add(order[i] & 1, (double) nanos[i]);
      }
    }
    return welch.t();
  }
}
