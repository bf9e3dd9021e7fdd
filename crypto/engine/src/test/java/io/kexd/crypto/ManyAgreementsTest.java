package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many agreements and key pairs of one call give what one at a time gives. */
class ManyAgreementsTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  static List<KeyAgreement> agreements() {
    return Curves.all().stream()
        .filter(s -> s.kind() == Scheme.Kind.AGREEMENT)
        .map(s -> KeyAgreement.of(s.id()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void agreeAsOneDoes(KeyAgreement agreement) throws InvalidKeyException {
    for (int count : new int[] {0, 1, 3, 10}) {
      List<KeyPair> pairs = agreement.generate(RANDOM, count);
      List<byte[]> peers = new ArrayList<>();
      Set<String> different = new HashSet<>();
      for (KeyPair pair : pairs) {
        assertEquals(agreement.scheme().id(), pair.scheme());
        peers.add(0, pair.publicKey());
        different.add(Hex.of(pair.publicKey()));
      }
      assertEquals(count, different.size());
      List<AgreementResult> results = agreement.agree(pairs, peers);
      assertEquals(count, results.size());
      for (int i = 0; i < count; i++) {
        assertNull(results.get(i).refusal());
        byte[] secret = results.get(i).secret();
        assertArrayEquals(agreement.agree(pairs.get(i), peers.get(i)), secret);
        assertArrayEquals(results.get(count - 1 - i).secret(), secret);
      }
    }
  }

  /** All kinds of bad items between good ones, each with the reason that it has alone. */
  @ParameterizedTest
  @MethodSource("agreements")
  void badItemsHarmNoOther(KeyAgreement agreement) throws InvalidKeyException {
    List<KeyPair> pairs = agreement.generate(RANDOM, 12);
    byte[] peer = agreement.generate(RANDOM).publicKey();
    List<byte[]> peers = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      peers.add(peer);
    }
    peers.set(1, new byte[peer.length]);
    peers.set(3, new byte[peer.length + 1]);
    peers.set(4, new byte[0]);
    byte[] ones = new byte[peer.length];
    Arrays.fill(ones, (byte) -1);
    peers.set(6, ones);
    pairs.get(8).close();
    pairs.set(9, Signer.of("ed25519").generate(RANDOM));
    List<AgreementResult> results = agreement.agree(pairs, peers);
    for (int i = 0; i < results.size(); i++) {
      check(agreement, pairs.get(i), peers.get(i), results.get(i));
    }
    assertTrue(results.get(0).refusal() == null && results.get(11).refusal() == null);
    assertTrue(results.get(3).refusal() instanceof InvalidKeyException);
    assertTrue(results.get(8).refusal() instanceof IllegalStateException);
    assertTrue(results.get(9).refusal() instanceof IllegalArgumentException);
  }

  private static void check(
      KeyAgreement agreement, KeyPair pair, byte[] peer, AgreementResult result)
      throws InvalidKeyException {
    Exception refusal = result.refusal();
    if (refusal == null) {
      assertArrayEquals(agreement.agree(pair, peer), result.secret());
    } else {
      Exception alone = assertThrows(refusal.getClass(), () -> agreement.agree(pair, peer));
      assertEquals(alone.getMessage(), refusal.getMessage());
      assertEquals(refusal, assertThrows(refusal.getClass(), result::secret));
    }
  }

  @Test
  void asManyKeysAsPairs() {
    KeyAgreement x25519 = KeyAgreement.of("x25519");
    assertThrows(
        IllegalArgumentException.class, () -> x25519.agree(List.of(), List.of(new byte[32])));
  }

  @Test
  void resultsTellNoSecret() throws InvalidKeyException {
    AgreementResult result = AgreementResult.of(new byte[] {0x42});
    assertEquals("AgreementResult[secret]", result.toString());
    assertFalse(AgreementResult.refused(new IllegalStateException("x")).toString().isEmpty());
  }

  @Test
  void compressedPeersAreTaken() throws InvalidKeyException {
    KeyAgreement p256 = KeyAgreement.of("p256");
    KeyPair pair = p256.generate(RANDOM);
    byte[] peer = p256.generate(RANDOM).publicKey();
    byte[] compressed = p256.encode(peer, KeyFormat.COMPRESSED);
    List<AgreementResult> results = p256.agree(List.of(pair, pair), List.of(peer, compressed));
    assertArrayEquals(results.get(0).secret(), results.get(1).secret());
  }

  @Test
  void aNullIsNamed() {
    KeyAgreement agreement = KeyAgreement.of("x25519");
    List<KeyPair> pairs = agreement.generate(RANDOM, 3);
    byte[] peer = pairs.get(0).publicKey();
    List<byte[]> peers = Arrays.asList(peer, peer, null);
    NullPointerException e =
        assertThrows(NullPointerException.class, () -> agreement.agree(pairs, peers));
    assertEquals("peerPublicKeys[2] is null", e.getMessage());
    List<KeyPair> holes = Arrays.asList(pairs.get(0), null, pairs.get(2));
    e =
        assertThrows(
            NullPointerException.class, () -> agreement.agree(holes, List.of(peer, peer, peer)));
    assertEquals("pairs[1] is null", e.getMessage());
  }
}
