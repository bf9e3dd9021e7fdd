package io.kexd.bench.jmh;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Ed25519: signing and verifying a message of 32 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class Ed25519Benchmark {
  private static final byte[] NO_CONTEXT = new byte[0];

  private final SecureRandom random = new SecureRandom();
  private final byte[] message = new byte[32];
  private final Signer signer = Signer.of("ed25519");
  private final Verifier verifier = Verifier.of("ed25519");
  private final byte[] seed = new byte[32];
  private final byte[] publicKey;
  private final byte[] signature;
  private final KeyPair pair;
  private final java.security.KeyPair sunPair;
  private final byte[] sunSignature;
  private final Signature sun;

  public Ed25519Benchmark() {
    random.nextBytes(seed);
    random.nextBytes(message);
    pair = signer.fromPrivateKey(seed);
    publicKey = pair.publicKey();
    signature = signer.sign(pair, message, NO_CONTEXT);
    try {
      sun = Signature.getInstance("Ed25519", "SunEC");
      sunPair = KeyPairGenerator.getInstance("Ed25519", "SunEC").generateKeyPair();
      sun.initSign(sunPair.getPrivate());
      sun.update(message);
      sunSignature = sun.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks SunEC", e);
    }
  }

  @Benchmark
  public byte[] signKexd() {
    return signer.sign(pair, message, NO_CONTEXT);
  }

  @Benchmark
  public byte[] signSunEc() throws GeneralSecurityException {
    sun.initSign(sunPair.getPrivate());
    sun.update(message);
    return sun.sign();
  }

  @Benchmark
  public byte[] signBouncyCastle() {
    byte[] out = new byte[Ed25519.SIGNATURE_SIZE];
    Ed25519.sign(seed, 0, publicKey, 0, message, 0, message.length, out, 0);
    return out;
  }

  @Benchmark
  public boolean verifyKexd() {
    return isTrue(verifier.verifyVartime(publicKey, message, NO_CONTEXT, signature));
  }

  @Benchmark
  public boolean verifySunEc() throws GeneralSecurityException {
    sun.initVerify(sunPair.getPublic());
    sun.update(message);
    return isTrue(sun.verify(sunSignature));
  }

  @Benchmark
  public boolean verifyBouncyCastle() {
    return isTrue(Ed25519.verify(signature, 0, publicKey, 0, message, 0, message.length));
  }

  private static boolean isTrue(boolean valid) {
    if (valid) {
      return true;
    }
    throw new IllegalStateException("a good signature was refused");
  }
}
