package io.kexd.crypto;

import io.kexd.crypto.field.LittleEndian;
import io.kexd.crypto.scheme.DiffieHellman;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Inputs to try the kernels of an agreement on: random ones, with edge cases in between. */
final class AgreementTrial {
  private static final int SIZE = 64;

  private final DiffieHellman one;
  private final byte[][] privateKeys = new byte[SIZE][];
  private final byte[][] peers = new byte[SIZE][];

  private AgreementTrial(DiffieHellman one, BigInteger order) {
    this.one = one;
    SecureRandom random = new SecureRandom();
    List<byte[]> edges = edges(order);
    for (int i = 0; i < SIZE; i++) {
      boolean edge = i % 2 == 1 && i / 2 < edges.size();
      privateKeys[i] = edge ? edges.get(i / 2) : one.generate(random);
    }
  }

  static Kernels.Trial<DiffieHellman> generate(DiffieHellman one, BigInteger order) {
    AgreementTrial trial = new AgreementTrial(one, order);
    return trial.of(trial::publicKeys);
  }

  static Kernels.Trial<DiffieHellman> agree(DiffieHellman one, BigInteger order) {
    AgreementTrial trial = new AgreementTrial(one, order);
    trial.makePeers();
    return trial.of(trial::secrets);
  }

  /** The smallest, largest and middle private keys, in whichever byte order they are ones. */
  private List<byte[]> edges(BigInteger order) {
    List<byte[]> edges = new ArrayList<>();
    BigInteger half = order.shiftRight(1);
    for (int i = 0; i < 4; i++) {
      BigInteger small = BigInteger.valueOf(i);
      for (BigInteger k : List.of(small, order.subtract(small), half.add(small))) {
        byte[] key = LittleEndian.of(k, one.privateKeyBytes());
        addIfKey(edges, key);
        addIfKey(edges, reversed(key));
      }
    }
    return edges;
  }

  private void addIfKey(List<byte[]> edges, byte[] key) {
    try {
      one.checkPrivateKey(key);
      edges.add(key);
    } catch (IllegalArgumentException e) {
      // Not in range, read in this order.
    }
  }

  private static byte[] reversed(byte[] key) {
    byte[] out = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      out[i] = key[key.length - 1 - i];
    }
    return out;
  }

  /** The public keys of all private keys in another order, every eighth one bad. */
  private void makePeers() {
    for (int i = 0; i < SIZE; i++) {
      byte[] peer = new byte[one.publicKeyBytes()];
      one.publicKeys(peer, privateKeys[SIZE - 1 - i]);
      switch (i % 16) {
        case 4 -> Arrays.fill(peer, (byte) 0);
        case 10 -> peer[peer.length - 2] ^= (byte) 0x40;
        default -> {}
      }
      peers[i] = peer;
    }
  }

  /** The results of some inputs. */
  private interface Run {
    byte[][] apply(DiffieHellman kernel, int first, int count);
  }

  private Kernels.Trial<DiffieHellman> of(Run run) {
    return new Kernels.Trial<>() {
      @Override
      public int size() {
        return SIZE;
      }

      @Override
      public byte[][] run(DiffieHellman kernel, int first, int count) {
        return run.apply(kernel, first, count);
      }
    };
  }

  private byte[][] publicKeys(DiffieHellman kernel, int first, int count) {
    byte[] out = new byte[count * one.publicKeyBytes()];
    kernel.publicKeys(out, Parts.join(privateKeys, first, count));
    byte[][] publicKeys = new byte[count][];
    Parts.split(out, publicKeys, 0, count);
    return publicKeys;
  }

  private byte[][] secrets(DiffieHellman kernel, int first, int count) {
    byte[] out = new byte[count * one.secretBytes()];
    long[] refused = new long[count];
    kernel.agree(
        out, refused, Parts.join(privateKeys, first, count), Parts.join(peers, first, count));
    byte[][] secrets = new byte[count][];
    Parts.split(out, secrets, 0, count);
    for (int i = 0; i < count; i++) {
      secrets[i] = refused[i] == 0 ? secrets[i] : new byte[0];
    }
    return secrets;
  }
}
