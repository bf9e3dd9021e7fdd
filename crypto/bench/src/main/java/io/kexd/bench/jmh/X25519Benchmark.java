package io.kexd.bench.jmh;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** X25519: key generation and agreement. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class X25519Benchmark {
  private final SecureRandom random = new SecureRandom();
  private final KeyAgreement kexd = KeyAgreement.of("x25519");
  private final KeyPair pair = kexd.generate(random);
  private final byte[] peer = kexd.generate(random).publicKey();
  private final byte[] secret = new byte[32];
  private final KeyPairGenerator sunGenerator;
  private final javax.crypto.KeyAgreement sun;
  private final PrivateKey sunPrivate;
  private final PublicKey sunPeer;

  public X25519Benchmark() {
    random.nextBytes(secret);
    try {
      sunGenerator = KeyPairGenerator.getInstance("X25519", "SunEC");
      sun = javax.crypto.KeyAgreement.getInstance("X25519", "SunEC");
      sunPrivate = sunGenerator.generateKeyPair().getPrivate();
      sunPeer = sunGenerator.generateKeyPair().getPublic();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks SunEC", e);
    }
  }

  @Benchmark
  public KeyPair keygenKexd() {
    return kexd.generate(random);
  }

  @Benchmark
  public java.security.KeyPair keygenSunEc() {
    return sunGenerator.generateKeyPair();
  }

  @Benchmark
  public byte[] keygenBouncyCastle() {
    byte[] publicKey = new byte[32];
    X25519.generatePrivateKey(random, secret);
    X25519.generatePublicKey(secret, 0, publicKey, 0);
    return publicKey;
  }

  @Benchmark
  public byte[] agreeKexd() throws GeneralSecurityException {
    return kexd.agree(pair, peer);
  }

  @Benchmark
  public byte[] agreeSunEc() throws GeneralSecurityException {
    sun.init(sunPrivate);
    sun.doPhase(sunPeer, true);
    return sun.generateSecret();
  }

  @Benchmark
  public byte[] agreeBouncyCastle() {
    byte[] shared = new byte[32];
    if (!X25519.calculateAgreement(secret, 0, peer, 0, shared, 0)) {
      throw new IllegalStateException("a good key was refused");
    }
    return shared;
  }
}
