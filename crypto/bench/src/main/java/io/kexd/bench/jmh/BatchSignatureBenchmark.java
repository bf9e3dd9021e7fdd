package io.kexd.bench.jmh;

import io.kexd.crypto.Batch;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.SignatureInput;
import io.kexd.crypto.SignatureOptions;
import io.kexd.crypto.SignatureResult;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.crypto.WarmUp;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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

/** This project's signatures in full batches; scores are of one signature. */
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
public class BatchSignatureBenchmark {
  private static final int BATCH = 64;

  @Param({"ed25519", "ed448", "p256", "p384", "p521"})
  @SuppressWarnings("NullAway.Init")
  public String curve;

  private final SecureRandom random = new SecureRandom();
  private final List<KeyPair> pairs = new ArrayList<>();
  private final List<SignatureInput> inputs =
      Collections.nCopies(
          BATCH,
          SignatureInput.ofMessage(
              Signatures.MESSAGE, SignatureOptions.ofContext(Signatures.NO_CONTEXT)));
  private List<byte[]> keys = List.of();
  private List<byte[]> signatures = List.of();

  @SuppressWarnings("NullAway.Init")
  private Signer signer;

  @SuppressWarnings("NullAway.Init")
  private Verifier verifier;

  /** The engine chooses its kernels. */
  @Setup
  public void setUp() {
    signer = Signer.of(Signatures.algorithm(curve));
    verifier = Verifier.of(Signatures.algorithm(curve));
    for (int i = 0; i < BATCH; i++) {
      pairs.add(signer.generate(random));
    }
    keys = pairs.stream().map(KeyPair::publicKey).toList();
    signatures = sign().stream().map(SignatureResult::signature).toList();
    WarmUp.run(List.of(signer.scheme().id()), Duration.ofSeconds(15));
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<SignatureResult> sign() {
    return signer.sign(pairs, inputs);
  }

  /** Each by itself. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public boolean[] verify() {
    return requireAll(verifier.verifyVartime(keys, inputs, signatures));
  }

  /** By the equation for batches; ECDSA has none. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public boolean[] verifyBatch() {
    Batch batch = verifier.batch();
    for (int i = 0; i < BATCH; i++) {
      batch.add(keys.get(i), Signatures.MESSAGE, Signatures.NO_CONTEXT, signatures.get(i));
    }
    return requireAll(batch.verifyVartime(random));
  }

  private static boolean[] requireAll(boolean[] valid) {
    if (valid[0] && valid[BATCH - 1]) {
      return valid;
    }
    throw new IllegalStateException("a good signature was refused");
  }
}
