package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.kexd.foreign.Daemon;
import io.kexd.v1.Curve;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.Hash;
import io.kexd.v1.Role;
import io.kexd.v1.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every method against a daemon; the JDK's own cryptography is the other end and the judge. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KexdClientTest {
  private static final String CURVE = "x25519";
  private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.UTF_8);

  private final Daemon daemon = Daemon.plaintext();
  private final KexdClient kexd = KexdClient.builder(daemon.target()).build();

  KexdClientTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    kexd.close();
    daemon.close();
  }

  @Test
  void curves() {
    List<String> ids = kexd.curves().stream().map(Curve::getId).toList();
    assertTrue(ids.containsAll(List.of(CURVE, "ed25519")), ids::toString);
  }

  @Test
  void exchangeDerivesWhatThePeerDerives() throws Exception {
    Peer peer = Peer.create();
    HkdfDerivation hkdf =
        Derivation.hkdf().hash(Hash.HASH_SHA512).salt(new byte[] {1, 2}).info(MESSAGE).length(77);
    Exchanged exchanged = kexd.exchange(CURVE, peer.publicKey(), hkdf);
    byte[] shared = peer.agree(exchanged.publicKey());
    assertArrayEquals(
        hkdf.derive(CURVE, shared, peer.publicKey(), exchanged.publicKey()), exchanged.secret());
  }

  @Test
  void agreeDerivesWhatThePeerDerives() throws Exception {
    Peer peer = Peer.create();
    try (EphemeralKeyPair pair = kexd.generate(CURVE)) {
      byte[] secret = pair.agree(peer.publicKey());
      byte[] shared = peer.agree(pair.publicKey());
      assertArrayEquals(
          Derivation.hkdf().derive(CURVE, shared, pair.publicKey(), peer.publicKey()), secret);
    }
  }

  /** On a SEC 1 curve the keys that HKDF binds are uncompressed points. */
  @Test
  void aPeerOnP256() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair peer = generator.generateKeyPair();
    byte[] spki = peer.getPublic().getEncoded();
    byte[] own = Arrays.copyOfRange(spki, spki.length - 65, spki.length);
    Exchanged exchanged = kexd.exchange("p256", own);

    byte[] theirs = spki.clone();
    System.arraycopy(exchanged.publicKey(), 0, theirs, theirs.length - 65, 65);
    KeyAgreement ecdh = KeyAgreement.getInstance("ECDH");
    ecdh.init(peer.getPrivate());
    ecdh.doPhase(KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(theirs)), true);
    assertArrayEquals(
        Derivation.hkdf().derive("p256", ecdh.generateSecret(), own, exchanged.publicKey()),
        exchanged.secret());
  }

  @Test
  void bothEndsMayUseKexd() {
    try (EphemeralKeyPair initiator = kexd.generate(CURVE)) {
      Exchanged responder = kexd.exchange(CURVE, initiator.publicKey());
      assertArrayEquals(responder.secret(), initiator.agree(responder.publicKey()));
    }
    try (EphemeralKeyPair initiator = kexd.generate(CURVE);
        EphemeralKeyPair responder = kexd.generate(CURVE)) {
      assertArrayEquals(
          initiator.agree(responder.publicKey()),
          responder.agree(initiator.publicKey(), Derivation.hkdf(), Role.ROLE_RESPONDER));
    }
  }

  @Test
  void rawIsTheBareSecret() throws Exception {
    Peer peer = Peer.create();
    Exchanged exchanged = kexd.exchange(CURVE, peer.publicKey(), Derivation.raw());
    assertArrayEquals(peer.agree(exchanged.publicKey()), exchanged.secret());
    try (EphemeralKeyPair pair = kexd.generate(CURVE)) {
      byte[] secret = pair.agree(peer.publicKey(), Derivation.raw());
      assertArrayEquals(peer.agree(pair.publicKey()), secret);
    }
  }

  @Test
  void dhkemIsTheJdks() throws Exception {
    Peer peer = Peer.create();
    KEM kem = KEM.getInstance("DHKEM");
    Exchanged encapsulated = kexd.exchange(CURVE, peer.publicKey(), Derivation.dhkem());
    assertArrayEquals(
        kem.newDecapsulator(peer.pair().getPrivate())
            .decapsulate(encapsulated.publicKey())
            .getEncoded(),
        encapsulated.secret());

    try (EphemeralKeyPair pair = kexd.generate(CURVE)) {
      KEM.Encapsulated sent = kem.newEncapsulator(Peer.decode(pair.publicKey())).encapsulate();
      assertArrayEquals(
          sent.key().getEncoded(), pair.agree(sent.encapsulation(), Derivation.dhkem()));
    }
  }

  @Test
  void pairExpiresLater() {
    try (EphemeralKeyPair pair = kexd.generate(CURVE)) {
      assertTrue(pair.expiresAt().isAfter(Instant.now()), pair.expiresAt()::toString);
      assertFalse(pair.handle().isEmpty());
    }
  }

  @Test
  void closingAnUnusedPairWipesIt() throws Exception {
    EphemeralKeyPair pair = kexd.generate(CURVE);
    pair.close();
    KexdException refusal = refused(() -> agree(pair));
    assertEquals(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, refusal.reason());
  }

  @Test
  void badPeerKeyLeavesThePairUsable() throws Exception {
    try (EphemeralKeyPair pair = kexd.generate(CURVE)) {
      KexdException refusal = refused(() -> pair.agree(new byte[32]));
      assertEquals(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, refusal.reason());
      assertEquals(32, agree(pair).length);
      refusal = refused(() -> agree(pair));
      assertEquals(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, refusal.reason());
      assertEquals(Status.Code.FAILED_PRECONDITION, refusal.status());
    }
  }

  @Test
  void signatureIsGoodForTheJdk() throws Exception {
    SigningKey key = kexd.createSigningKey("library", "ed25519");
    assertEquals(key, kexd.signingKey("library"));
    byte[] raw = key.getVersions(0).getPublicKey().toByteArray();
    byte[] signature = kexd.sign("library", MESSAGE);

    Signature jdk = Signature.getInstance("Ed25519");
    jdk.initVerify(ed25519(raw));
    jdk.update(MESSAGE);
    assertTrue(jdk.verify(signature));

    assertTrue(kexd.verify("library", MESSAGE, signature));
    assertTrue(kexd.verify("ed25519", raw, MESSAGE, signature));
    signature[0] ^= 1;
    assertFalse(kexd.verify("library", MESSAGE, signature));
    assertFalse(kexd.verify("ed25519", raw, MESSAGE, signature));
  }

  @Test
  void refusalSaysReasonFieldAndWhatToDo() {
    KexdException refusal = refused(() -> kexd.exchange("x25518", new byte[32]));
    assertEquals(ErrorReason.ERROR_REASON_UNKNOWN_CURVE, refusal.reason());
    assertEquals(Status.Code.INVALID_ARGUMENT, refusal.status());
    assertEquals(Optional.of("curve"), refusal.field());
    assertEquals(Optional.empty(), refusal.retryDelay());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith("UNKNOWN_CURVE: "), message);
    assertFalse(message.contains("\n"), message);
  }

  @Test
  void requestIdIsFilledInAndRespected() {
    GenerateKeyPairRequest bare = GenerateKeyPairRequest.newBuilder().setCurve(CURVE).build();
    assertNotEquals(kexd.generateKeyPair(bare).getHandle(), kexd.generateKeyPair(bare).getHandle());
    GenerateKeyPairRequest named = bare.toBuilder().setRequestId("the same").build();
    assertEquals(kexd.generateKeyPair(named).getHandle(), kexd.generateKeyPair(named).getHandle());
  }

  private byte[] agree(EphemeralKeyPair pair) throws Exception {
    return pair.agree(Peer.create().publicKey());
  }

  private static KexdException refused(org.junit.jupiter.api.function.Executable call) {
    return assertThrows(KexdException.class, call);
  }

  private static PublicKey ed25519(byte[] raw) throws Exception {
    byte[] spki = Arrays.copyOf(HexFormat.of().parseHex("302a300506032b6570032100"), 44);
    System.arraycopy(raw, 0, spki, 12, 32);
    return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki));
  }
}
