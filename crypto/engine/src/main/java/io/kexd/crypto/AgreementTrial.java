package io.kexd.crypto;

import io.kexd.crypto.scheme.DiffieHellman;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/** Inputs to try the kernels of an agreement on: random ones, with edge cases in between. */
final class AgreementTrial {
  private static final int SIZE = 64;

  private final DiffieHellman one;
  private final byte[][] privateKeys = new byte[SIZE][];
  private final byte[][] peers = new byte[SIZE][];

  /** Every other private key is an edge case. */
  AgreementTrial(DiffieHellman one, BigInteger order) {
    this.one = one;
    SecureRandom random = new SecureRandom();
    List<byte[]> edges = EdgeKeys.of(order, one.privateKeyBytes(), one::checkPrivateKey);
    for (int i = 0; i < SIZE; i++) {
      boolean edge = i % 2 == 1 && i / 2 < edges.size();
      privateKeys[i] = edge ? edges.get(i / 2) : one.generate(random);
    }
    makePeers();
  }

  Kernels.Trial<DiffieHellman> generate() {
    return of(this::publicKeys);
  }

  Kernels.Trial<DiffieHellman> agree() {
    return of(this::secrets);
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
