package io.kexd.server.pipeline;

import io.kexd.crypto.EcdsaOptions;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.SignatureOptions;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;

/**
 * Checks what serves a scheme: against a published answer where there is one, and on a fresh pair
 * against itself, in two ways that share little: both ends of an agreement (the fixed-base and the
 * variable-base multiplication), signing and verifying.
 */
public final class SelfTest {
  /** What it takes until the compiler is done, on a machine that has a processor for it. */
  private static final int ROUNDS = 500;

  /** On a slower one the first callers help. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final byte[] MESSAGE = "self-test".getBytes(StandardCharsets.US_ASCII);

  /** Known answers for ECDSA have the nonces of RFC 6979. */
  private static final SignatureOptions REPEATABLE =
      SignatureOptions.of(new EcdsaOptions(EcdsaOptions.Encoding.P1363, false, true));

  private final KnownAnswers answers = new KnownAnswers();
  private final SecureRandom random;

  public SelfTest(SecureRandom random) {
    this.random = random;
  }

  /**
   * Checks a scheme.
   *
   * @throws IllegalStateException when an answer is wrong: such a scheme must not serve
   */
  public void check(Scheme scheme) {
    try {
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        checkAnswer(KeyAgreement.of(scheme.id()), scheme.id());
      } else {
        for (String algorithm : scheme.algorithms()) {
          checkAnswer(Signer.of(algorithm), algorithm);
        }
      }
      checkPair(scheme);
    } catch (InvalidKeyException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "self-test failed: " + scheme.id() + " refused good input", e);
    }
  }

  /**
   * Runs a scheme until it is compiled; patience has its limit.
   *
   * @throws IllegalStateException when an answer is wrong
   */
  public void warm(Scheme scheme) {
    long begun = System.nanoTime();
    for (int i = 0; i < ROUNDS && System.nanoTime() - begun < PATIENCE.toNanos(); i++) {
      try {
        checkPair(scheme);
      } catch (InvalidKeyException e) {
        throw new IllegalStateException("self-test failed: " + scheme.id(), e);
      }
    }
  }

  private void checkAnswer(KeyAgreement agreement, String id) throws InvalidKeyException {
    KnownAnswers.Agreement known = answers.agreement(id).orElse(null);
    if (known != null) {
      byte[] peer = agreement.decode(known.peer(), KeyFormat.RAW);
      try (KeyPair pair = agreement.fromPrivateKey(known.privateKey())) {
        require(Arrays.equals(agreement.agree(pair, peer), known.secret()), id);
      }
    }
  }

  private void checkAnswer(Signer signer, String algorithm) {
    KnownAnswers.Signature known = answers.signature(algorithm).orElse(null);
    if (known != null) {
      SignatureOptions options =
          signer.isEcdsa() ? REPEATABLE : SignatureOptions.ofContext(known.context());
      try (KeyPair pair = signer.fromPrivateKey(known.privateKey())) {
        byte[] made = signer.sign(pair, known.message(), options);
        require(Arrays.equals(made, known.signature()), algorithm);
      }
    }
  }

  private void checkPair(Scheme scheme) throws InvalidKeyException {
    if (scheme.kind() == Scheme.Kind.AGREEMENT) {
      checkPair(KeyAgreement.of(scheme.id()), scheme.id());
    } else {
      for (String algorithm : scheme.algorithms()) {
        checkPair(Signer.of(algorithm), Verifier.of(algorithm), algorithm);
      }
    }
  }

  private void checkPair(KeyAgreement agreement, String id) throws InvalidKeyException {
    try (KeyPair a = agreement.generate(random);
        KeyPair b = agreement.generate(random)) {
      byte[] peer = agreement.decode(b.publicKey(), KeyFormat.RAW);
      require(Arrays.equals(agreement.agree(a, peer), agreement.agree(b, a.publicKey())), id);
    }
  }

  private void checkPair(Signer signer, Verifier verifier, String algorithm)
      throws InvalidKeyException {
    byte[] context = new byte[signer.acceptsContext(0) ? 0 : 1];
    byte[] other = MESSAGE.clone();
    other[0] ^= 1;
    try (KeyPair pair = signer.generate(random)) {
      byte[] publicKey = verifier.decode(pair.publicKey(), KeyFormat.RAW);
      byte[] made = signer.sign(pair, MESSAGE, context);
      require(verifier.verifyVartime(publicKey, MESSAGE, context, made), algorithm);
      require(!verifier.verifyVartime(publicKey, other, context, made), algorithm);
    }
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException("self-test failed: " + what + " gave a wrong answer");
    }
  }
}
