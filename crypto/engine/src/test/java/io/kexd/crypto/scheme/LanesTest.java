package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.LanesField;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The whole stack on fields of three lanes: each lane must give what one lane gives. */
class LanesTest {
  private static final int LANES = 3;
  private static final byte[] NONE = new byte[0];
  private static final Curve ONE = CurveIndex.ALL.get(0);
  private static final Curve THREE = withLanes(ONE);
  private static final CombTable TABLE_OF_ONE = new CombTable(ONE, ONE.comb());
  private static final CombTable TABLE = new CombTable(THREE, THREE.comb());

  /** A point of order 8, as a public key; R neutral and S = 0 make a signature by the one rule. */
  private static final byte[] SMALL_ORDER =
      HexFormat.of().parseHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");

  private static Curve withLanes(Curve c) {
    return new Curve(
        c.id(),
        c.model(),
        new LanesField(LANES, c.field()),
        new LanesField(LANES, c.order()),
        c.a(),
        c.b(),
        c.baseX(),
        c.baseY(),
        c.cofactor(),
        c.comb(),
        c.ladder(),
        c.schemes(),
        c.source());
  }

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  private static byte[] lane(byte[] all, int lane) {
    int size = all.length / LANES;
    return Arrays.copyOfRange(all, lane * size, (lane + 1) * size);
  }

  @Test
  void xdh() {
    Xdh one = new Xdh(ONE);
    Xdh three = new Xdh(THREE);
    Random random = new Random(21);
    for (int i = 0; i < 5; i++) {
      byte[] secrets = bytes(random, 32 * LANES);
      byte[] peers = bytes(random, 32 * LANES);
      Arrays.fill(peers, 32, 64, (byte) 0); // small order in one lane only
      byte[] keys = new byte[32 * LANES];
      byte[] shared = new byte[32 * LANES];
      long[] zero = new long[LANES];
      three.publicKeys(keys, secrets);
      three.agree(shared, zero, secrets, peers);
      assertArrayEquals(new long[] {0, -1, 0}, zero);
      for (int lane = 0; lane < LANES; lane++) {
        byte[] out = new byte[32];
        one.publicKeys(out, lane(secrets, lane));
        assertArrayEquals(out, lane(keys, lane));
        one.agree(out, new long[1], lane(secrets, lane), lane(peers, lane));
        assertArrayEquals(out, lane(shared, lane));
      }
    }
  }

  /** Signatures of three keys, messages and contexts; then every pattern of bad lanes. */
  @Test
  void edDsa() {
    EdDsa one = new EdDsa(ONE, TABLE_OF_ONE);
    EdDsa three = new EdDsa(THREE, TABLE);
    EdVerifier verifier = new EdVerifier(THREE);
    Random random = new Random(22);
    byte[] seeds = bytes(random, 32 * LANES);
    byte[] keys = new byte[32 * LANES];
    byte[] signatures = new byte[64 * LANES];
    EdMessage[] messages = messages(random);
    three.publicKeys(keys, seeds);
    three.sign(signatures, seeds, keys, messages);
    for (int lane = 0; lane < LANES; lane++) {
      byte[] key = new byte[32];
      byte[] signature = new byte[64];
      one.publicKeys(key, lane(seeds, lane));
      assertArrayEquals(key, lane(keys, lane));
      one.sign(signature, lane(seeds, lane), key, new EdMessage[] {messages[lane]});
      assertArrayEquals(signature, lane(signatures, lane));
    }
    for (int bad = 0; bad < 1 << LANES; bad++) {
      for (int position : new int[] {3, 40, 63}) {
        byte[] changed = signatures.clone();
        long[] expected = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
          expected[lane] = (bad >> lane & 1) - 1L;
          changed[64 * lane + position] ^= (byte) ((bad >> lane & 1) << 7);
        }
        long[] valid = new long[LANES];
        verifier.verifyVartime(valid, keys, messages, changed);
        assertArrayEquals(expected, valid);
      }
    }
  }

  private static EdMessage[] messages(Random random) {
    return new EdMessage[] {
      EdVariant.PURE.ofMessage(bytes(random, 10), NONE),
      EdVariant.CTX.ofMessage(bytes(random, 100), bytes(random, 9)),
      EdVariant.PH.ofMessage(bytes(random, 50), NONE)
    };
  }

  @Test
  void batchesThatDoNotFillTheLanes() {
    EdDsa signer = new EdDsa(ONE, TABLE_OF_ONE);
    EdVerifier verifier = new EdVerifier(THREE);
    Random random = new Random(23);
    for (int size = 0; size < 8; size++) {
      for (int bad = -1; bad < size; bad++) {
        EdBatch batch = verifier.batch();
        for (int i = 0; i < size; i++) {
          byte[] seed = bytes(random, 32);
          byte[] key = new byte[32];
          byte[] signature = new byte[64];
          EdMessage message = EdVariant.PURE.ofMessage(bytes(random, i), NONE);
          signer.publicKeys(key, seed);
          signer.sign(signature, seed, key, new EdMessage[] {message});
          signature[i % 2 == 0 ? 0 : 63] ^= (byte) (i == bad ? 0x80 : 0);
          batch.add(key, message, signature);
        }
        boolean[] valid = batch.verifyVartime(new SecureRandom());
        for (int i = 0; i < size; i++) {
          assertEquals(i != bad, valid[i], "item " + i + " of " + size + ", bad " + bad);
        }
      }
    }
  }

  private static byte[] neutralSignature() {
    byte[] signature = new byte[64];
    signature[0] = 1;
    return signature;
  }

  /**
   * The equation itself, without the search for bad items: right items, some of small order, beside
   * ill-formed ones, in batches that do not fill the lanes. A wrong but well-formed one breaks it.
   */
  @Test
  void combinationHoldsBesideIllFormedItems() {
    for (Curve curve : new Curve[] {ONE, THREE}) {
      for (int size = 2; size < 8; size++) {
        EdBatch batch = new EdVerifier(curve).batch();
        boolean[] expected = new boolean[size];
        for (int i = 0; i < size; i++) {
          expected[i] = addItem(batch, i);
        }
        boolean[] wellFormed = new boolean[size];
        assertTrue(batch.combinationHolds(wellFormed, new SecureRandom()), "size " + size);
        assertArrayEquals(expected, wellFormed);
        byte[] wrong = neutralSignature();
        wrong[32] = 1; // S = 1
        batch.add(SMALL_ORDER, EdVariant.PURE.ofMessage(NONE, NONE), wrong);
        assertFalse(batch.combinationHolds(new boolean[size + 1], new SecureRandom()));
      }
    }
  }

  /** Adds an item of one of four kinds; whether it is well formed. */
  private static boolean addItem(EdBatch batch, int kind) {
    EdDsa signer = new EdDsa(ONE, TABLE_OF_ONE);
    EdMessage message = EdVariant.PURE.ofMessage(new byte[kind], NONE);
    byte[] seed = bytes(new Random(kind), 32);
    byte[] key = new byte[32];
    byte[] signature = new byte[64];
    signer.publicKeys(key, seed);
    signer.sign(signature, seed, key, new EdMessage[] {message});
    switch (kind % 4) {
      case 1 -> {
        key = SMALL_ORDER;
        signature = neutralSignature();
      }
      case 2 -> signature[63] |= (byte) 0x80; // S above the order
      case 3 -> Arrays.fill(signature, 0, 32, (byte) -1); // R not canonical
      default -> {}
    }
    batch.add(key, message, signature);
    return kind % 4 < 2;
  }
}
