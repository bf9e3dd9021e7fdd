package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ECDH in lanes, and what it leaves behind. */
class EcSchemesTest {
  private static final int LANES = 3;

  /** The curves of both kinds of ECDH on points. */
  static List<Curve> pointAgreements() {
    return CurveIndex.ALL.stream().filter(EcSchemesTest::hasPointAgreement).toList();
  }

  private static boolean hasPointAgreement(Curve curve) {
    return curve.schemes().stream().anyMatch(s -> s.kind().startsWith("ecdh"));
  }

  private static CombTable table(Curve curve) {
    return new CombTable(curve, curve.comb());
  }

  private static DiffieHellman agreement(Curve curve) {
    return curve.model() == Curve.Model.WEIERSTRASS
        ? new Ecdh(curve, table(curve))
        : new EcdhTe(curve, table(curve));
  }

  private static byte[] lane(byte[] all, int lane) {
    int size = all.length / LANES;
    return Arrays.copyOfRange(all, lane * size, (lane + 1) * size);
  }

  /** Private keys for all lanes. */
  private static byte[] privateKeys(DiffieHellman dh, SecureRandom random) {
    byte[] keys = new byte[LANES * dh.privateKeyBytes()];
    for (int lane = 0; lane < LANES; lane++) {
      System.arraycopy(
          dh.generate(random), 0, keys, lane * dh.privateKeyBytes(), dh.privateKeyBytes());
    }
    return keys;
  }

  @ParameterizedTest
  @MethodSource("pointAgreements")
  void agreementsInLanes(Curve curve) {
    DiffieHellman one = agreement(curve);
    DiffieHellman three = agreement(EdScheme.withLanes(LANES, curve));
    assertEquals(LANES, three.lanes());
    byte[] privateKeys = privateKeys(one, new SecureRandom());
    byte[] publicKeys = new byte[LANES * one.publicKeyBytes()];
    three.publicKeys(publicKeys, privateKeys);
    byte[] secrets = new byte[LANES * one.secretBytes()];
    long[] refused = new long[LANES];
    byte[] peers = publicKeys.clone();
    peers[2 * one.publicKeyBytes() - 1] ^= (byte) 0x55; // no point, in the middle lane only
    three.agree(secrets, refused, privateKeys, peers);
    for (int lane = 0; lane < LANES; lane++) {
      byte[] publicKey = new byte[one.publicKeyBytes()];
      one.publicKeys(publicKey, lane(privateKeys, lane));
      assertArrayEquals(publicKey, lane(publicKeys, lane));
      byte[] secret = new byte[one.secretBytes()];
      long[] refusedOne = new long[1];
      one.agree(secret, refusedOne, lane(privateKeys, lane), lane(peers, lane));
      assertArrayEquals(secret, lane(secrets, lane));
      assertEquals(refusedOne[0], refused[lane]);
      assertEquals(lane == 1 ? -1 : 0, refused[lane]);
    }
  }

  @ParameterizedTest
  @MethodSource("pointAgreements")
  void agreementsAreWiped(Curve curve) throws ReflectiveOperationException {
    DiffieHellman dh = agreement(curve);
    byte[] privateKey = dh.generate(new SecureRandom());
    byte[] publicKey = new byte[dh.publicKeyBytes()];
    if (curve.model() == Curve.Model.WEIERSTRASS) {
      SecKeys keys = new SecKeys(curve, table(curve));
      keys.publicKeys(publicKey, privateKey);
      WipedTest.check(curve, keys, Set.of());
    } else {
      dh.publicKeys(publicKey, privateKey);
      WipedTest.check(curve, dh, Set.of());
      dh = agreement(curve);
    }
    dh.agree(new byte[dh.secretBytes()], new long[1], privateKey, publicKey);
    WipedTest.check(curve, dh, Set.of());
  }
}
