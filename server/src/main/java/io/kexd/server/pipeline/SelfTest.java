package io.kexd.server.pipeline;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Checks each kernel against a published answer, then runs it until it is compiled, before the
 * first caller is served.
 */
public final class SelfTest {
  /** What it takes until the compiler is done, on a machine that has a processor for it. */
  private static final int ROUNDS = 500;

  /** On a slower one the first callers help. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private record Agreement(String scalar, String peer, String shared) {}

  private record Signature(String seed, String message, String context, String signature) {}

  /** RFC 7748 section 5.2, first vector. */
  private static final Map<String, Agreement> AGREEMENTS =
      Map.of(
          "x25519",
          new Agreement(
              "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
              "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
              "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"));

  /** RFC 8032 section 7.1 test 3, section 7.2 "foo", section 7.3 "abc". */
  private static final Map<String, Signature> SIGNATURES =
      Map.of(
          "ed25519",
          new Signature(
              "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
              "af82",
              "",
              "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                  + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
          "ed25519ctx",
          new Signature(
              "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
              "f726936d19c800494e3fdaff20b276a8",
              "666f6f",
              "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
                  + "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d"),
          "ed25519ph",
          new Signature(
              "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
              "616263",
              "",
              "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
                  + "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"));

  private final SecureRandom random;

  public SelfTest(SecureRandom random) {
    this.random = random;
  }

  /**
   * Checks and warms what serves a scheme.
   *
   * @throws IllegalStateException when an answer is wrong: such a build must not serve
   */
  public void run(Scheme scheme) {
    try {
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        agreement(scheme.id());
      } else {
        for (String algorithm : scheme.algorithms()) {
          signature(algorithm);
        }
      }
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("self-test refused a good key: " + scheme.id(), e);
    }
  }

  private void agreement(String id) throws InvalidKeyException {
    KeyAgreement agreement = KeyAgreement.of(id);
    Agreement known = AGREEMENTS.get(id);
    if (known != null) {
      byte[] peer = agreement.decode(hex(known.peer()), KeyFormat.RAW);
      try (KeyPair pair = agreement.fromPrivateKey(hex(known.scalar()))) {
        require(agreement.agree(pair, peer), hex(known.shared()), id);
      }
    }
    for (Warmth warmth = new Warmth(); warmth.isWanted(); ) {
      try (KeyPair a = agreement.generate(random);
          KeyPair b = agreement.generate(random)) {
        byte[] peer = agreement.decode(b.publicKey(), KeyFormat.RAW);
        require(agreement.agree(a, peer), agreement.agree(b, a.publicKey()), id);
      }
    }
  }

  private void signature(String algorithm) throws InvalidKeyException {
    Signer signer = Signer.of(algorithm);
    Signature known = SIGNATURES.get(algorithm);
    if (known != null) {
      try (KeyPair pair = signer.fromPrivateKey(hex(known.seed()))) {
        byte[] made = signer.sign(pair, hex(known.message()), hex(known.context()));
        require(made, hex(known.signature()), algorithm);
      }
    }
    byte[] message = "warm-up".getBytes(StandardCharsets.US_ASCII);
    byte[] context = signer.acceptsContext(0) ? new byte[0] : new byte[] {1};
    Verifier verifier = Verifier.of(algorithm);
    for (Warmth warmth = new Warmth(); warmth.isWanted(); ) {
      try (KeyPair pair = signer.generate(random)) {
        byte[] publicKey = verifier.decode(pair.publicKey(), KeyFormat.RAW);
        byte[] made = signer.sign(pair, message, context);
        require(verifier.verifyVartime(publicKey, message, context, made), algorithm);
      }
    }
  }

  private static final class Warmth {
    private final long begun = System.nanoTime();
    private int rounds;

    boolean isWanted() {
      return rounds++ == 0 || (rounds <= ROUNDS && System.nanoTime() - begun < PATIENCE.toNanos());
    }
  }

  private static void require(byte[] made, byte[] expected, String what) {
    require(Arrays.equals(made, expected), what);
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException("self-test failed: " + what + " gave a wrong answer");
    }
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
