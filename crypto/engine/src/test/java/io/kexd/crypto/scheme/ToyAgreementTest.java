package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.model.ToyCurve;
import io.kexd.crypto.model.ToyCurve.Affine;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ECDH and the Edwards ECDH on toy curves: every private key with every public key. */
class ToyAgreementTest {
  /** A scheme and what its keys and secrets are on a toy curve. */
  record Toy(ToyCurve curve, DiffieHellman dh) {
    boolean isEdwards() {
      return curve.isEdwards();
    }

    byte[] privateKey(int k) {
      return new byte[] {(byte) k};
    }

    byte[] publicKey(Affine P) {
      byte[] out = new byte[dh.publicKeyBytes()];
      if (isEdwards()) {
        out[0] = (byte) P.y();
        out[out.length - 1] |= (byte) (P.x() << 7);
      } else {
        out[0] = 4;
        out[1] = (byte) P.x();
        out[2] = (byte) P.y();
      }
      return out;
    }

    /** Whether the secret is refused: [h]P is neutral. */
    boolean refuses(Affine P) {
      return cleared(P).equals(curve.neutral);
    }

    byte secret(int k, Affine P) {
      return (byte) curve.multiply(k, cleared(P)).x();
    }

    private Affine cleared(Affine P) {
      return curve.multiply(curve.cofactor, P);
    }

    @Override
    public String toString() {
      return curve.toString();
    }
  }

  static List<Toy> toys() {
    List<Toy> toys = new ArrayList<>();
    for (ToyCurve toy : ToyCurve.small()) {
      toys.add(
          new Toy(
              toy,
              toy.isEdwards() ? new EcdhTe(toy.curve, toy.table) : new Ecdh(toy.curve, toy.table)));
    }
    return toys;
  }

  private static byte[] row(Toy toy, IntFunction<byte[]> lane) {
    byte[] first = lane.apply(0);
    byte[] out = new byte[first.length * toy.dh.lanes()];
    for (int i = 0; i < toy.dh.lanes(); i++) {
      System.arraycopy(lane.apply(i), 0, out, i * first.length, first.length);
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void everyPrivateKeyHasItsPublicKey(Toy toy) {
    int order = toy.curve.order;
    for (int k = 1; k < order; k++) {
      int start = k - 1;
      byte[] out = new byte[toy.dh.publicKeyBytes() * toy.dh.lanes()];
      toy.dh.publicKeys(out, row(toy, lane -> toy.privateKey(1 + (start + lane) % (order - 1))));
      byte[] expected =
          row(
              toy,
              lane -> toy.publicKey(toy.curve.multiples.get(1 + (start + lane) % (order - 1))));
      assertArrayEquals(expected, out);
    }
  }

  /** Each lane has another key and another point; small-order points in some lanes only. */
  @ParameterizedTest
  @MethodSource("toys")
  void everyPairAgrees(Toy toy) {
    List<Affine> points = toy.curve.points.stream().filter(P -> P.x() >= 0).toList();
    int order = toy.curve.order;
    int lanes = toy.dh.lanes();
    long[] refused = new long[lanes];
    for (int k = 0; k < order - 1; k++) {
      for (int i = 0; i < points.size(); i++) {
        int first = k;
        int point = i;
        byte[] secrets = new byte[lanes];
        toy.dh.agree(
            secrets,
            refused,
            row(toy, lane -> toy.privateKey(1 + (first + 2 * lane) % (order - 1))),
            row(toy, lane -> toy.publicKey(points.get((point + lane) % points.size()))));
        for (int lane = 0; lane < lanes; lane++) {
          Affine P = points.get((point + lane) % points.size());
          assertEquals(toy.refuses(P) ? -1 : 0, refused[lane], P.toString());
          if (!toy.refuses(P)) {
            assertEquals(toy.secret(1 + (first + 2 * lane) % (order - 1), P), secrets[lane]);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void validatesExactlyThePointsThatAgree(Toy toy) throws InvalidKeyException {
    Set<String> good = new HashSet<>();
    for (Affine P : toy.curve.points) {
      if (P.x() >= 0 && !toy.refuses(P)) {
        good.add(Arrays.toString(toy.publicKey(P)));
      }
    }
    int size = toy.dh.publicKeyBytes();
    int accepted = 0;
    for (int s = 0; s < 1 << 16; s++) {
      byte[] key = size == 3 ? new byte[] {4, (byte) (s >> 8), (byte) s} : littleEndian(s, size);
      if (good.contains(Arrays.toString(key))) {
        assertArrayEquals(key, toy.dh.decodeVartime(key));
        accepted++;
      } else if (s % 8 == 0) {
        assertThrows(InvalidKeyException.class, () -> toy.dh.decodeVartime(key));
      }
      if (size == 1 && s == 255) {
        break;
      }
    }
    assertEquals(good.size(), accepted);
  }

  private static byte[] littleEndian(int s, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = (byte) (s >> (8 * i));
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void privateKeysAreInRange(Toy toy) {
    for (int k = 0; k < 256; k++) {
      byte[] key = toy.privateKey(k);
      if (k >= 1 && k < toy.curve.order) {
        toy.dh.checkPrivateKey(key);
      } else {
        assertThrows(IllegalArgumentException.class, () -> toy.dh.checkPrivateKey(key));
      }
    }
    assertThrows(IllegalArgumentException.class, () -> toy.dh.checkPrivateKey(new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> toy.dh.checkPrivateKey(new byte[2]));
  }

  /** Every key comes up, none out of range, and about equally often. */
  @ParameterizedTest
  @MethodSource("toys")
  void generationIsUniform(Toy toy) {
    int order = toy.curve.order;
    int[] counts = new int[order];
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < 400 * (order - 1); i++) {
      byte[] key = toy.dh.generate(random);
      toy.dh.checkPrivateKey(key);
      counts[key[0]]++;
    }
    for (int k = 1; k < order; k++) {
      int count = counts[k];
      assertEquals(400, count, 160, () -> "key " + count); // eight standard deviations
    }
  }

  @Test
  void aBrokenGeneratorIsFound() {
    SecureRandom zeros =
        new SecureRandom() {
          private static final long serialVersionUID = 1;

          @Override
          public void nextBytes(byte[] bytes) {
            Arrays.fill(bytes, (byte) 0);
          }
        };
    for (Toy toy : toys()) {
      assertThrows(IllegalStateException.class, () -> toy.dh.generate(zeros));
    }
  }
}
