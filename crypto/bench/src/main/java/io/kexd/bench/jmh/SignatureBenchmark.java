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

/** Signatures, one at a time, by every engine that has the curve. */
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
public class SignatureBenchmark {
  /** Curve and engine. */
  @Param({
    "ed25519 kexd",
    "ed25519 SunEC",
    "ed25519 BC",
    "ed25519 BC-low",
    "ed25519 Conscrypt",
    "ed25519 ACCP",
    "ed25519 Tink",
    "ed448 kexd",
    "ed448 SunEC",
    "ed448 BC",
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
  private Signatures engine;

  @SuppressWarnings("NullAway.Init")
  private byte[] signature;

  @Setup
  public void setUp() throws GeneralSecurityException {
    String[] names = of.split(" ", -1);
    engine = Signatures.of(names[0], names[1]);
    signature = engine.sign();
  }

  @Benchmark
  public byte[] sign() throws GeneralSecurityException {
    return engine.sign();
  }

  @Benchmark
  public boolean verify() throws GeneralSecurityException {
    if (engine.verify(signature)) {
      return true;
    }
    throw new IllegalStateException("a good signature was refused");
  }
}
