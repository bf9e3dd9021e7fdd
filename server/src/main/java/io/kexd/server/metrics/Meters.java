package io.kexd.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;

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

  private record Series(String curve, Operation operation) {}

  private record Outcome(Series series, String reason) {}

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final Set<String> curves;
  private final Map<Series, Timer> requests = new ConcurrentHashMap<>();
  private final Map<Series, Timer> queues = new ConcurrentHashMap<>();
  private final Map<Series, Timer> computes = new ConcurrentHashMap<>();
  private final Map<Series, Counter> shares = new ConcurrentHashMap<>();
  private final Map<Series, DistributionSummary> lanes = new ConcurrentHashMap<>();
  private final Map<Outcome, Counter> outcomes = new ConcurrentHashMap<>();
  private final Map<String, Counter> sheds = new ConcurrentHashMap<>();
  private final Map<String, Counter> expiries = new ConcurrentHashMap<>();

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
    timer(requests, "kexd.request", series).record(nanos, TimeUnit.NANOSECONDS);
    outcomes
        .computeIfAbsent(
            new Outcome(series, reason.name()),
            o -> registry.counter("kexd.requests", tags(o.series()).and("reason", o.reason())))
        .increment();
  }

  /** Work left the queue. */
  public void dequeued(String curve, Operation operation, long nanos) {
    timer(queues, "kexd.queue", series(curve, operation)).record(nanos, TimeUnit.NANOSECONDS);
  }

  /** One operation was computed in a batch of that many, which took that long. */
  public void computed(String curve, Operation operation, long nanos, int occupancy) {
    Series series = series(curve, operation);
    timer(computes, "kexd.compute", series).record(nanos, TimeUnit.NANOSECONDS);
    shares
        .computeIfAbsent(
            series,
            s ->
                Counter.builder("kexd.compute.share")
                    .baseUnit("seconds")
                    .tags(tags(s))
                    .register(registry))
        .increment(nanos / 1e9 / occupancy);
    lanes
        .computeIfAbsent(
            series,
            s ->
                DistributionSummary.builder("kexd.lanes.used")
                    .tags(tags(s))
                    .serviceLevelObjectives(1, 2, 3, 4, 5, 6, 7, 8)
                    .register(registry))
        .record(occupancy);
  }

  /** Work was refused or dropped before any arithmetic. */
  public void shed(Enum<?> reason) {
    sheds
        .computeIfAbsent(reason.name(), r -> registry.counter("kexd.shed", "reason", r))
        .increment();
  }

  /** A pair's time ran out. */
  public void handleExpired(String curve) {
    expiries
        .computeIfAbsent(known(curve), c -> registry.counter("kexd.handles.expired", "curve", c))
        .increment();
  }

  /** A call of any service ended, as the transport saw it. */
  public void grpcCall(String service, String method, String statusCode, long nanos) {
    registry
        .timer(
            "grpc.server.processing.duration",
            "service",
            service,
            "method",
            method,
            "statusCode",
            statusCode)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Live pairs of a curve. */
  public void handlesLive(String curve, DoubleSupplier count) {
    gauge("kexd.handles.live", Tags.of("curve", known(curve)), count);
  }

  /** Calls admitted and not finished. */
  public void permitsInUse(DoubleSupplier count) {
    gauge("kexd.permits.in.use", Tags.empty(), count);
  }

  /** Signing keys, by what may be done with them. */
  public void signingKeys(DoubleSupplier enabled) {
    gauge("kexd.signing.keys", Tags.of("state", "enabled"), enabled);
  }

  /** What serves an operation. */
  public void kernel(String curve, Operation operation, String kernel, int laneCount) {
    Tags tags = tags(series(curve, operation));
    gauge(
        "kexd.kernel.info",
        tags.and("kernel", kernel, "lanes", Integer.toString(laneCount)),
        () -> 1);
  }

  /** When the server's certificate ends, in seconds since 1970. */
  public void certificateExpiry(long epochSecond) {
    TimeGauge.builder("kexd.certificate.expiry", () -> epochSecond, TimeUnit.SECONDS)
        .register(registry);
  }

  /** What the transport holds. */
  public void transport(DoubleSupplier connections, DoubleSupplier directMemory) {
    gauge("kexd.connections", Tags.empty(), connections);
    Gauge.builder("netty.allocator.memory.used", directMemory::getAsDouble)
        .baseUnit("bytes")
        .tag("memoryType", "direct")
        .register(registry);
  }

  /** All meters, in the exposition format that the Accept header asks for. */
  String scrape(String contentType) {
    return registry.scrape(contentType);
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }

  private void gauge(String name, Tags tags, DoubleSupplier value) {
    Gauge.builder(name, value::getAsDouble).tags(tags).register(registry);
  }

  private Timer timer(Map<Series, Timer> timers, String name, Series series) {
    return timers.computeIfAbsent(
        series,
        s -> Timer.builder(name).tags(tags(s)).serviceLevelObjectives(BUCKETS).register(registry));
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
