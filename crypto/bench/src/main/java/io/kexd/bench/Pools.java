package io.kexd.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.kexd.bench.measure.Meter;
import io.kexd.bench.measure.Meter.Call;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.WarmUp;
import java.io.PrintWriter;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code kexd bench pool}: what a pool of ready key pairs is worth on each curve. */
@Command(
    name = "pool",
    header = "Show what ready key pairs are worth on each curve.",
    description = {
      "",
      "A caller of a server with a pool claims a pair (claim) in place of having one made alone"
          + " (alone); the pair was made before in a batch of 64 (batch). Saved is what the"
          + " caller's exchange gets shorter, and its share of an exchange without a pool; cpu is"
          + " the processor time that remains for the pair, as a share of making it alone. Under"
          + " full load pairs are made in batches with or without a pool, and it is worth nothing."
          + " Times are CPU time, medians of 15 rounds that take turns.",
      ""
    })
final class Pools implements Callable<Integer> {
  /** As many as the server makes and the engine takes in a call. */
  private static final int BATCH = 64;

  /** CPU time to warm a scheme's kernels, in measured operations. */
  private static final int WARM_UP = 20;

  /** A pool is worth its keep when it saves at least this share of an exchange. */
  private static final double WORTH = 0.05;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--curves",
      split = ",",
      paramLabel = "ID",
      description = "Only these key agreements, by their ids.")
  private List<String> curves = List.of();

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "0.5",
      description = "CPU time to measure each operation, after as long a warm-up (default: 0.5).")
  private double time;

  @Option(names = "--json", description = "Print an array of rows instead of a table.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  /** One curve; the names are those of the JSON. */
  record Worth(
      String curve,
      @JsonProperty("alone_ns") double alone,
      @JsonProperty("batch_ns") double batch,
      @JsonProperty("claim_ns") double claim,
      @JsonProperty("agree_ns") double agree) {
    static final String HEADER =
        String.format(
            Locale.ROOT,
            "%-18s %10s %10s %10s %10s %10s %7s %6s  %s",
            "curve",
            "alone us",
            "batch us",
            "claim us",
            "agree us",
            "saved us",
            "saved",
            "cpu",
            "worth it");

    double saved() {
      return (alone - claim) / (alone + agree);
    }

    double cpu() {
      return (batch + claim) / alone;
    }

    @JsonProperty("worth")
    boolean isWorth() {
      return saved() >= WORTH && cpu() < 1;
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%-18s %10.2f %10.2f %10.2f %10.2f %10.2f %6.0f%% %5.0f%%  %s",
          curve,
          alone / 1e3,
          batch / 1e3,
          claim / 1e3,
          agree / 1e3,
          (alone - claim) / 1e3,
          100 * saved(),
          100 * cpu(),
          isWorth() ? "yes" : "no");
    }
  }

  @Override
  public Integer call() throws InvalidKeyException {
    if (!(time > 0 && time <= 60)) {
      throw new ParameterException(spec.commandLine(), "--time must be above 0 and at most 60");
    }
    List<Worth> rows = new ArrayList<>();
    for (Scheme scheme : choose()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(scheme.id());
      err.flush();
      WarmUp.run(List.of(scheme.id()), Duration.ofNanos((long) (time * 1e9 * WARM_UP)));
      rows.add(measure(KeyAgreement.of(scheme.id())));
    }
    print(rows);
    return 0;
  }

  private List<Scheme> choose() {
    List<Scheme> all =
        Curves.all().stream().filter(s -> s.kind() == Scheme.Kind.AGREEMENT).toList();
    List<String> known = all.stream().map(Scheme::id).toList();
    for (String id : curves) {
      if (!known.contains(id)) {
        throw new ParameterException(
            spec.commandLine(),
            "--curves: unknown " + id + ", known are " + String.join(", ", known));
      }
    }
    return all.stream().filter(s -> curves.isEmpty() || curves.contains(s.id())).toList();
  }

  private Worth measure(KeyAgreement agreement) throws InvalidKeyException {
    SecureRandom random = new SecureRandom();
    KeyPair pair = agreement.generate(random);
    byte[] peer = agreement.generate(random).publicKey();
    Queue<KeyPair> queue = new ConcurrentLinkedQueue<>(agreement.generate(random, BATCH));
    AtomicInteger depth = new AtomicInteger(BATCH);
    List<Call> calls =
        List.of(
            () -> agreement.generate(random).hashCode(),
            () -> agreement.generate(random, BATCH).size(),
            () -> claim(queue, depth),
            () -> agreement.agree(pair, peer)[0]);
    List<Meter.Cost> costs = Meter.measure(calls, time);
    return new Worth(
        agreement.scheme().id(),
        costs.get(0).nanos(),
        costs.get(1).nanos() / BATCH,
        costs.get(2).nanos(),
        costs.get(3).nanos());
  }

  /** As the server's pool: a pair goes in, one comes out. */
  private static int claim(Queue<KeyPair> queue, AtomicInteger depth) {
    KeyPair claimed = queue.remove();
    depth.decrementAndGet();
    queue.add(claimed);
    return depth.incrementAndGet();
  }

  private void print(List<Worth> rows) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      out.println(mapper.writeValueAsString(rows));
    } else {
      out.println(Worth.HEADER);
      rows.forEach(row -> out.println(row.line()));
    }
    out.flush();
  }
}
