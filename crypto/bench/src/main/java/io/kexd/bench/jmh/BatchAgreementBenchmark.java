package io.kexd.bench.jmh;

import io.kexd.crypto.AgreementResult;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.WarmUp;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** This project's key pairs and agreements in full batches; scores are of one operation. */
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
public class BatchAgreementBenchmark {
  private static final int BATCH = 64;

  @Param({"x25519", "x448", "p256", "p384", "p521"})
  @SuppressWarnings("NullAway.Init")
  public String curve;

  private final SecureRandom random = new SecureRandom();

  @SuppressWarnings("NullAway.Init")
  private KeyAgreement engine;

  private List<KeyPair> pairs = List.of();
  private List<byte[]> peers = List.of();

  /** The engine chooses its kernels. */
  @Setup
  public void setUp() {
    engine = KeyAgreement.of(curve);
    pairs = engine.generate(random, BATCH);
    peers = engine.generate(random, BATCH).stream().map(KeyPair::publicKey).toList();
    WarmUp.run(List.of(curve), Duration.ofSeconds(15));
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<KeyPair> keygen() {
    return engine.generate(random, BATCH);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int agree() throws GeneralSecurityException {
    int results = 0;
    for (AgreementResult result : engine.agree(pairs, peers)) {
      results += result.secret()[0];
    }
    return results;
  }
}
