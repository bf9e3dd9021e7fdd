package io.kexd.bench.jmh;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Key pairs and agreements, one at a time, by every engine that has the curve. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {
      "--add-modules=jdk.incubator.vector",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class AgreementBenchmark {
  /** Curve and engine. */
  @Param({
    "x25519 kexd",
    "x25519 SunEC",
    "x25519 BC",
    "x25519 BC-low",
    "x25519 Conscrypt",
    "x25519 Tink",
    "x448 kexd",
    "x448 SunEC",
    "x448 BC",
    "p256 kexd",
    "p256 SunEC",
    "p256 BC",
    "p256 Conscrypt",
    "p256 ACCP",
    "p384 kexd",
    "p384 SunEC",
    "p384 BC",
    "p384 Conscrypt",
    "p384 ACCP",
    "p521 kexd",
    "p521 SunEC",
    "p521 BC",
    "p521 Conscrypt",
    "p521 ACCP"
  })
  @SuppressWarnings("NullAway.Init")
  public String of;

  @SuppressWarnings("NullAway.Init")
  private Agreements engine;

  @Setup
  public void setUp() throws GeneralSecurityException {
    String[] names = of.split(" ", -1);
    engine = Agreements.of(names[0], names[1]);
  }

  @Benchmark
  public Object keygen() throws GeneralSecurityException {
    return engine.keygen();
  }

  @Benchmark
  public byte[] agree() throws GeneralSecurityException {
    return engine.agree();
  }
}
