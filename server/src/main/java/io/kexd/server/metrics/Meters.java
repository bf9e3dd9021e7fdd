package io.kexd.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Every meter's name and labels. No label is ever fed by input: curves are those of the build,
 * operations and reasons are enums. docs/metrics.md says what each means.
 */
public final class Meters implements AutoCloseable {
  /** The label {@code curve} of a call without a curve, or with one that this build lacks. */
  public static final String NO_CURVE = "none";

  /** 5 us to 10 s in steps of 1, 2, 5. */
  private static final Duration[] BUCKETS =
      LongStream.iterate(1_000, n -> n <= 10_000_000_000L, n -> n * 10)
          .flatMap(n -> LongStream.of(n, 2 * n, 5 * n))
          .filter(n -> n >= 5_000 && n <= 10_000_000_000L)
          .mapToObj(Duration::ofNanos)
          .toArray(Duration[]::new);

  /** What the kernels take in a call is 64 at most. */
  private static final double[] OCCUPANCIES = {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64};

  /** A kernel that serves an operation. */
  public record Kernel(String curve, Operation operation, String name, int lanes) {}

  private record Series(String curve, Operation operation) {}

  private record Outcome(Series series, String reason) {}

  private record PoolClaim(String meter, String curve) {}

  private record Called(String method, String statusCode) {}

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MultiGauge kernels =
      MultiGauge.builder("kexd.kernel.info")
          .description("The kernels that serve an operation")
          .register(registry);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final Set<String> curves;
  private final Map<Series, Timer> requests = new ConcurrentHashMap<>();
  private final Map<Series, Timer> queues = new ConcurrentHashMap<>();
  private final Map<Series, Timer> computes = new ConcurrentHashMap<>();
  private final Map<Series, Counter> shares = new ConcurrentHashMap<>();
  private final Map<Series, DistributionSummary> lanes = new ConcurrentHashMap<>();
  private final Map<Called, Timer> calls = new ConcurrentHashMap<>();
  private final Map<Outcome, Counter> outcomes = new ConcurrentHashMap<>();
  private final Map<PoolClaim, Counter> poolClaims = new ConcurrentHashMap<>();
  private final Map<String, Counter> sheds = new ConcurrentHashMap<>();
  private final Map<String, Counter> reuses = new ConcurrentHashMap<>();
  private final Map<String, Counter> expiries = new ConcurrentHashMap<>();

  private volatile Supplier<List<Kernel>> serving = List::of;

  /**
   * @param curves the values that the curve label may take
   */
  public Meters(Collection<String> curves) {
    this.curves = Set.copyOf(curves);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmInfoMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /** A call was answered: from decoded request to reply handed over. */
  public void answered(String curve, Operation operation, Enum<?> reason, long nanos) {
    Series series = series(curve, operation);
    timer(requests, "kexd.request", "From decoded request to reply handed over", series)
        .record(nanos, TimeUnit.NANOSECONDS);
    outcomes
        .computeIfAbsent(
            new Outcome(series, reason.name()),
            o ->
                Counter.builder("kexd.requests")
                    .description("Calls answered, by outcome")
                    .tags(tags(o.series()).and("reason", o.reason()))
                    .register(registry))
        .increment();
  }

  /** Work left the queue. */
  public void dequeued(String curve, Operation operation, long nanos) {
    timer(queues, "kexd.queue", "Waiting for a worker", series(curve, operation))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** So many operations were computed in one batch, which took that long. */
  public void computed(String curve, Operation operation, long nanos, int occupancy) {
    Series series = series(curve, operation);
    Timer compute =
        timer(computes, "kexd.compute", "Time of the batch that the operation was in", series);
    for (int i = 0; i < occupancy; i++) {
      compute.record(nanos, TimeUnit.NANOSECONDS);
    }
    shares
        .computeIfAbsent(
            series,
            s ->
                Counter.builder("kexd.compute.share")
                    .description("Time of batches: what their operations cost")
                    .baseUnit("seconds")
                    .tags(tags(s))
                    .register(registry))
        .increment(nanos / 1e9);
    lanes
        .computeIfAbsent(
            series,
            s ->
                DistributionSummary.builder("kexd.lanes.used")
                    .description("Operations in one batch")
                    .tags(tags(s))
                    .serviceLevelObjectives(OCCUPANCIES)
                    .register(registry))
        .record(occupancy);
  }

  /** Work was refused or dropped before any arithmetic. */
  public void shed(Enum<?> reason) {
    shedFor(reason).increment();
  }

  /** Shows the counters of {@link #shed} before they count: a rate needs the 0 it rose from. */
  public void mayShed(Enum<?>... reasons) {
    Stream.of(reasons).forEach(this::shedFor);
  }

  private Counter shedFor(Enum<?> reason) {
    return sheds.computeIfAbsent(
        reason.name(),
        r ->
            Counter.builder("kexd.shed")
                .description("Work given up before any of it was done")
                .tag("reason", r)
                .register(registry));
  }

  /** A pair's time ran out. */
  public void handleExpired(String curve) {
    handlesExpired(curve).increment();
  }

  private Counter handlesExpired(String curve) {
    return expiries.computeIfAbsent(
        known(curve),
        c ->
            Counter.builder("kexd.handles.expired")
                .description("Key pairs whose time ran out unused")
                .tag("curve", c)
                .register(registry));
  }

  /** A pair was used again. */
  public void reused(String curve) {
    reuses(curve).increment();
  }

  /** Shows the counter of {@link #reused} before it counts. */
  public void mayReuse(String curve) {
    reuses(curve).increment(0);
  }

  private Counter reuses(String curve) {
    return reuses.computeIfAbsent(
        known(curve),
        c ->
            Counter.builder("kexd.reuse")
                .description("Uses of a key pair but its first")
                .tag("curve", c)
                .register(registry));
  }

  /** A pool of ready pairs of a curve; its counters are shown before they count. */
  public void pool(String curve, int target, DoubleSupplier depth, Enum<?>... outcomes) {
    Tags tags = Tags.of("curve", known(curve));
    gauge("kexd.pool.target", "Ready key pairs after a refill", tags, () -> target);
    gauge("kexd.pool.depth", "Ready key pairs", tags, depth);
    poolClaimed(curve, 0, 0);
    Stream.of(outcomes).forEach(outcome -> refills(curve, outcome));
  }

  /** So many pairs came ready from the pool, so many were wanted and not there. */
  public void poolClaimed(String curve, int hits, int misses) {
    poolCounter("kexd.pool.hits", "Pairs that came ready from the pool", curve).increment(hits);
    poolCounter("kexd.pool.misses", "Pairs that the pool did not have", curve).increment(misses);
  }

  /** A step of a refill ended. */
  public void poolRefilled(String curve, Enum<?> outcome) {
    refills(curve, outcome).increment();
  }

  private Counter poolCounter(String name, String description, String curve) {
    return poolClaims.computeIfAbsent(
        new PoolClaim(name, known(curve)),
        claim ->
            Counter.builder(name)
                .description(description)
                .tag("curve", claim.curve())
                .register(registry));
  }

  private Counter refills(String curve, Enum<?> outcome) {
    return Counter.builder("kexd.pool.refills")
        .description("Steps of refills, by outcome")
        .tags("curve", known(curve), "outcome", outcome.name())
        .register(registry);
  }

  /**
   * A call of any service ended, as the transport saw it.
   *
   * @param method its full name, SERVICE/METHOD
   */
  public void grpcCall(String method, String statusCode, long nanos) {
    calls
        .computeIfAbsent(new Called(method, statusCode), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Called called) {
    int slash = called.method().indexOf('/');
    return Timer.builder("grpc.server.processing.duration")
        .description("Calls of every service, as the transport saw them")
        .tag("service", called.method().substring(0, slash))
        .tag("method", called.method().substring(slash + 1))
        .tag("status_code", called.statusCode())
        .register(registry);
  }

  /** Live pairs of a curve. */
  public void handlesLive(String curve, DoubleSupplier count) {
    Tags tags = Tags.of("curve", known(curve));
    gauge("kexd.handles.live", "Key pairs that wait for their peer's key", tags, count);
    handlesExpired(curve);
  }

  /** Operations admitted and not finished. */
  public void permitsInUse(DoubleSupplier count) {
    gauge("kexd.permits.in.use", "Operations admitted and not finished", Tags.empty(), count);
  }

  /**
   * What those hold.
   *
   * @param time in which the workers should have done them
   * @param bytes of their messages
   */
  public void backlog(Supplier<Duration> time, DoubleSupplier bytes) {
    TimeGauge.builder("kexd.backlog", () -> time.get().toNanos(), TimeUnit.NANOSECONDS)
        .description("In which time the workers should have done what is admitted")
        .register(registry);
    Gauge.builder("kexd.admitted.message", bytes::getAsDouble)
        .description("Messages of operations admitted and not finished")
        .baseUnit("bytes")
        .register(registry);
  }

  /** Replies that the network has not taken yet. */
  public void unreadReplies(DoubleSupplier bytes) {
    Gauge.builder("kexd.unread.reply", bytes::getAsDouble)
        .description("Replies that are not on their way, because clients do not read")
        .baseUnit("bytes")
        .register(registry);
  }

  /**
   * Signing keys, by what may be done with them.
   *
   * @param state of a closed set
   */
  public void signingKeys(String state, DoubleSupplier count) {
    gauge("kexd.signing.keys", "Signing keys", Tags.of("state", state), count);
  }

  /** How old the signing keys in memory are at most. */
  public void signingKeyAge(DoubleSupplier seconds) {
    gauge(
        "kexd.signing.keys.age.seconds",
        "Since the store of signing keys was last read",
        Tags.empty(),
        seconds);
  }

  /**
   * Signatures that were verified before they left.
   *
   * @param faults those of them that were wrong
   */
  public void signatureChecks(LongSupplier checked, LongSupplier faults) {
    FunctionCounter.builder("kexd.signatures.checked", this, self -> checked.getAsLong())
        .description("Signatures made in lanes that were verified before they left")
        .register(registry);
    FunctionCounter.builder("kexd.signature.faults", this, self -> faults.getAsLong())
        .description("Those that were wrong, and did not leave")
        .register(registry);
  }

  /** From the JVM's start to SERVING. */
  public void ready(double seconds) {
    TimeGauge.builder("kexd.ready", () -> seconds, TimeUnit.SECONDS)
        .description("From the start of the process to its being ready")
        .register(registry);
  }

  /**
   * The kernels were chosen.
   *
   * @param curves "first" or "all"
   * @param seconds from the JVM's start
   */
  public void kernelsChosen(String curves, double seconds) {
    TimeGauge.builder("kexd.kernels.chosen", () -> seconds, TimeUnit.SECONDS)
        .description("From the start of the process to the choice of its kernels")
        .tag("curves", curves)
        .register(registry);
  }

  /** Shows which kernels serve, as they are at each scrape. */
  public void kernels(Supplier<List<Kernel>> now) {
    serving = now;
  }

  private MultiGauge.Row<?> row(Kernel kernel) {
    Tags tags = tags(series(kernel.curve(), kernel.operation()));
    return MultiGauge.Row.of(
        tags.and("kernel", kernel.name(), "lanes", Integer.toString(kernel.lanes())), 1);
  }

  /** When the server's certificate ends, in seconds since 1970. */
  public void certificateExpiry(long epochSecond) {
    TimeGauge.builder("kexd.certificate.expiry", () -> epochSecond, TimeUnit.SECONDS)
        .description("When the server's certificate ends, since 1970")
        .register(registry);
  }

  /**
   * Whether a store outside of the process answers.
   *
   * @param store what is kept there
   */
  public void storeUp(String store, BooleanSupplier up) {
    gauge(
        "kexd.store.up",
        "Whether a store outside of the process answers",
        Tags.of("store", store),
        () -> up.getAsBoolean() ? 1 : 0);
  }

  /** What the transport holds. */
  public void transport(DoubleSupplier connections, DoubleSupplier directMemory) {
    gauge("kexd.connections", "Open gRPC connections", Tags.empty(), connections);
    Gauge.builder("netty.allocator.memory.used", directMemory::getAsDouble)
        .description("Memory that Netty's allocators hold")
        .baseUnit("bytes")
        .tag("memory_type", "direct")
        .register(registry);
  }

  /** All meters, in the exposition format that the Accept header asks for. */
  synchronized String scrape(String contentType) {
    kernels.register(serving.get().stream().map(this::row).collect(Collectors.toList()), true);
    return registry.scrape(contentType);
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }

  private void gauge(String name, String description, Tags tags, DoubleSupplier value) {
    Gauge.builder(name, value::getAsDouble).description(description).tags(tags).register(registry);
  }

  private Timer timer(Map<Series, Timer> timers, String name, String description, Series series) {
    return timers.computeIfAbsent(
        series,
        s ->
            Timer.builder(name)
                .description(description)
                .tags(tags(s))
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
  }

  private Series series(String curve, Operation operation) {
    return new Series(known(curve), operation);
  }

  private String known(String curve) {
    return curves.contains(curve) ? curve : NO_CURVE;
  }

  private static Tags tags(Series series) {
    return Tags.of(
        Tag.of("curve", series.curve()), Tag.of("operation", series.operation().label()));
  }
}
