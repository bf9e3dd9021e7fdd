package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two signatures with one nonce give the private key away: r is never the same twice. */
class DistinctNoncesTest {
  private static final int AT_ONCE = 64;
  private static final int WORKERS = 2;

  @Test
  void fiftyThousandOfOneMessage() throws InterruptedException {
    sign(50_000);
  }

  @Test
  @Tag("thorough")
  void aMillionOfOneMessage() throws InterruptedException {
    sign(1_000_000);
  }

  /** By two threads with one key, as the server does, in calls of as many as share lanes. */
  private static void sign(int count) throws InterruptedException {
    Signer signer = Signer.of("ecdsa-p256-sha256");
    SignatureInput input =
        SignatureInput.ofMessage(
            new byte[3],
            SignatureOptions.of(new EcdsaOptions(EcdsaOptions.Encoding.P1363, false, false)));
    Set<Long> seen = Collections.synchronizedSet(new HashSet<>());
    int calls = (count / WORKERS + AT_ONCE - 1) / AT_ONCE;
    try (KeyPair pair = signer.generate(new SecureRandom())) {
      List<KeyPair> pairs = Collections.nCopies(AT_ONCE, pair);
      List<SignatureInput> inputs = Collections.nCopies(AT_ONCE, input);
      Runnable half =
          () -> {
            for (int i = 0; i < calls; i++) {
              signer.sign(pairs, inputs).forEach(made -> add(seen, made));
            }
          };
      Thread other = new Thread(half);
      other.start();
      half.run();
      other.join();
    }
    assertEquals(WORKERS * calls * AT_ONCE, seen.size());
  }

  /** By eight bytes of r: that two differ and these do not is one chance in 30 million. */
  private static void add(Set<Long> seen, SignatureResult made) {
    seen.add(ByteBuffer.wrap(made.signature()).getLong(8));
  }
}
