package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyFormat;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.store.MemoryKeys;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys without a socket, where a test sees the array of a private key. */
class KeyAdministrationTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("ed25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 16, true), meters);
  private final SigningKeys keys = MemoryKeys.open();
  private final KeyAdministration service =
      new KeyAdministration(
          new Catalog(List.of("ed25519")),
          keys,
          new RequestIds(Duration.ofMinutes(1), 100, timer),
          Schemes.work(pipeline),
          new KeyAdministration.Rules(100, Duration.ofMillis(1)),
          new SecureRandom());

  @AfterEach
  void stop() {
    pipeline.close();
    keys.close();
    timer.shutdownNow();
    meters.close();
  }

  @Test
  void anImportedPrivateKeyIsWiped() throws Exception {
    byte[] taken = pkcs8();
    assertEquals("key", service.importKey(call(), of("ed25519", taken)).join().key().name());
    assertWiped(taken);
  }

  @Test
  void aPrivateKeyThatIsRefusedAtOnceIsWiped() throws Exception {
    assertEquals("key", service.importKey(call(), of("ed25519", pkcs8())).join().key().name());
    assertRefusedAndWiped(Reason.KEY_EXISTS, "ed25519");
    assertRefusedAndWiped(Reason.CURVE_DISABLED, "ecdsa-p256-sha256");
    assertRefusedAndWiped(Reason.UNKNOWN_CURVE, "none");
  }

  private void assertRefusedAndWiped(Reason reason, String algorithm) throws Exception {
    byte[] pkcs8 = pkcs8();
    Refusal refusal =
        assertThrows(Refusal.class, () -> service.importKey(call(), of(algorithm, pkcs8)).join());
    assertEquals(reason, refusal.reason());
    assertWiped(pkcs8);
  }

  private static void assertWiped(byte[] array) {
    assertArrayEquals(new byte[array.length], array);
  }

  private static byte[] pkcs8() throws Exception {
    return KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
  }

  private static KeyAdministration.Import of(String algorithm, byte[] pkcs8) {
    return new KeyAdministration.Import(
        "key", algorithm, SigningKey.Purpose.SIGN_DATA, pkcs8, KeyFormat.RAW);
  }

  /** A repeat gets the first reply, whatever became of the key meanwhile. */
  @Test
  void aRotationIsRepeatedAfterTheKeyIsGone() throws Exception {
    assertEquals("key", service.importKey(call(), of("ed25519", pkcs8())).join().key().name());
    KeyAdministration.Rotate rotate = new KeyAdministration.Rotate("key", KeyFormat.RAW, "id");
    KeyAdministration.PublicPart first = service.rotate(call(), rotate).join();
    assertEquals("key", service.destroy(call(), "key", 0).join().key().name());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (keys.find(Caller.ANONYMOUS, "key").isPresent()) {
      assertTrue(System.nanoTime() < end, "it stays");
      LockSupport.parkNanos(20_000_000);
    }
    assertSame(first, service.rotate(call(), rotate).join());
  }

  private static Call call() {
    return new Call(Caller.ANONYMOUS, Operation.IMPORT_KEY, () -> false);
  }
}
