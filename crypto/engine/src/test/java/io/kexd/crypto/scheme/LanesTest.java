package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every agreement on several lanes, for every number of operations a call: each operation must give
 * what it gives alone on one lane, whatever its neighbours are.
 */
class LanesTest {
  private static final int LANE_BY_LANE = 3;

  /** An agreement of the index on one lane and on several. */
  record Agreement(String id, DiffieHellman one, DiffieHellman many) {
    int capacity() {
      return many.capacity();
    }

    @Override
    public String toString() {
      return id + ", lanes " + many.lanes();
    }
  }

  /** Operations with what each gives alone. */
  private static final class Operations {
    final byte[] privateKeys;
    final byte[] peers;
    final byte[] publicKeys;
    final byte[] secrets;
    final long[] refused;

    Operations(DiffieHellman dh, int count, Random random) {
      this.privateKeys = new byte[count * dh.privateKeyBytes()];
      this.peers = new byte[count * dh.publicKeyBytes()];
      this.publicKeys = new byte[count * dh.publicKeyBytes()];
      this.secrets = new byte[count * dh.secretBytes()];
      this.refused = new long[count];
      for (int i = 0; i < count; i++) {
        one(dh, i, random);
      }
    }

    private void one(DiffieHellman dh, int i, Random random) {
      byte[] privateKey = dh.generate(new SecureRandom());
      byte[] publicKey = new byte[dh.publicKeyBytes()];
      dh.publicKeys(publicKey, privateKey);
      byte[] peer = new byte[dh.publicKeyBytes()];
      dh.publicKeys(peer, dh.generate(new SecureRandom()));
      switch (random.nextInt(4)) {
        case 0 -> Arrays.fill(peer, (byte) 0); // u of small order, no point in SEC 1
        case 1 -> peer[peer.length - 2] ^= (byte) 0x55;
        default -> {}
      }
      byte[] secret = new byte[dh.secretBytes()];
      long[] no = new long[1];
      dh.agree(secret, no, privateKey, peer);
      put(privateKeys, i, privateKey);
      put(publicKeys, i, publicKey);
      put(peers, i, peer);
      put(secrets, i, secret);
      refused[i] = no[0];
    }

    private static void put(byte[] all, int i, byte[] part) {
      System.arraycopy(part, 0, all, i * part.length, part.length);
    }
  }

  /** On vector kernels, and on a number of lanes that is no power of two. */
  static List<Agreement> agreements() {
    List<Agreement> all = new ArrayList<>();
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        if (spec.algorithms().isEmpty()) {
          DiffieHellman one = make(curve, spec);
          for (Curve lanes : onLanes(curve)) {
            all.add(new Agreement(spec.id(), one, make(lanes, spec)));
          }
        }
      }
    }
    return all;
  }

  private static List<Curve> onLanes(Curve curve) {
    return List.of(
        EdScheme.withLanes(LANE_BY_LANE, curve), CurveLanes.of(curve, 4), CurveLanes.of(curve, 8));
  }

  static List<Agreement> one() {
    return agreements().stream().filter(a -> a.id.equals("x25519") || a.id.equals("p256")).toList();
  }

  private static DiffieHellman make(Curve curve, Curve.SchemeSpec spec) {
    return switch (spec.kind()) {
      case "xdh" -> new Xdh(curve, new CombTable(curve, curve.ladder().orElseThrow().comb()));
      case "ecdh" -> new Ecdh(curve, new CombTable(curve, curve.comb()));
      default -> new EcdhTe(curve, new CombTable(curve, curve.comb()));
    };
  }

  private static byte[] part(byte[] all, int first, int count, int size) {
    return Arrays.copyOfRange(all, first * size, (first + count) * size);
  }

  private static void check(Agreement a, Operations ops, int first, int count) {
    DiffieHellman dh = a.many;
    byte[] privateKeys = part(ops.privateKeys, first, count, dh.privateKeyBytes());
    byte[] out = new byte[count * dh.publicKeyBytes()];
    dh.publicKeys(out, privateKeys);
    assertArrayEquals(part(ops.publicKeys, first, count, dh.publicKeyBytes()), out);
    byte[] secrets = new byte[count * dh.secretBytes()];
    long[] refused = new long[count];
    dh.agree(secrets, refused, privateKeys, part(ops.peers, first, count, dh.publicKeyBytes()));
    assertArrayEquals(Arrays.copyOfRange(ops.refused, first, first + count), refused);
    assertArrayEquals(part(ops.secrets, first, count, dh.secretBytes()), secrets);
  }

  @ParameterizedTest
  @MethodSource("one")
  void anyNumberOfOperations(Agreement a) {
    Operations ops = new Operations(a.one, a.capacity(), new Random(21));
    for (int count = 1; count <= a.capacity(); count++) {
      check(a, ops, a.capacity() - count, count);
    }
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void everyAgreement(Agreement a) {
    int count = a.many.lanes() + 1;
    Operations ops = new Operations(a.one, count, new Random(22));
    check(a, ops, 0, count);
    check(a, ops, 1, a.many.lanes() - 1);
    check(new Agreement(a.id, a.one, a.one), ops, 0, 2);
  }

  @ParameterizedTest
  @MethodSource("one")
  void noneAndTooMany(Agreement a) {
    for (int count : new int[] {0, a.capacity() + 1}) {
      byte[] privateKeys = new byte[count * a.many.privateKeyBytes()];
      byte[] publicKeys = new byte[count * a.many.publicKeyBytes()];
      byte[] secrets = new byte[count * a.many.secretBytes()];
      assertThrows(
          IllegalArgumentException.class, () -> a.many.publicKeys(publicKeys, privateKeys));
      assertThrows(
          IllegalArgumentException.class,
          () -> a.many.agree(secrets, new long[count], privateKeys, publicKeys));
    }
  }

  @ParameterizedTest
  @MethodSource("one")
  void severalThreads(Agreement a) {
    int lanes = a.many.lanes();
    Operations ops = new Operations(a.one, 2 * lanes, new Random(24));
    IntStream.range(0, 40).parallel().forEach(i -> check(a, ops, i % lanes, 1 + i % (lanes + 1)));
  }
}
