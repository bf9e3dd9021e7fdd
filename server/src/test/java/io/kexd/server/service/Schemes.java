package io.kexd.server.service;

import io.kexd.crypto.Curves;
import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.Scheme;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.store.MemoryKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** What the services' own tests need to be called. */
final class Schemes {
  static final Scheme X25519 = Curves.find("x25519").orElseThrow();

  private Schemes() {}

  /** Work on schemes whose self-test is none. */
  static Work work(Pipeline pipeline) {
    return new Work(pipeline, new SelfTests(Curves.all(), scheme -> {}, (scheme, why) -> {}));
  }

  static Reuse noReuse(ScheduledExecutorService timer) {
    return new Reuse(Reuse.Policy.OFF, timer, curve -> {});
  }

  /** Of a server without signing keys. */
  static ExchangeSignatures noSignatures(Pipeline pipeline) {
    return new ExchangeSignatures(
        new Signing(
            new Catalog(List.of()),
            limits(),
            MemoryKeys.open(),
            work(pipeline),
            FaultCheck.DEFAULT),
        limits());
  }

  static Limits limits() {
    return new Limits(
        Duration.ofSeconds(60),
        Duration.ofMinutes(10),
        100,
        1_000,
        Duration.ofSeconds(60),
        1_024,
        1 << 20,
        4 << 20,
        256,
        Duration.ofMillis(50),
        128);
  }
}
