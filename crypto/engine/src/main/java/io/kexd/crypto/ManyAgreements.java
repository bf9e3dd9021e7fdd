package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.scheme.DiffieHellman;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.List;

/** The agreements of one call. Used once, by one thread. */
final class ManyAgreements {
  private final KeyAgreement agreement;
  private final AgreementResult[] results;
  private int added;

  /** Those that are computed, and whose they are. */
  private final byte[][] privateKeys;

  private final byte[][] peers;
  private final int[] places;
  private int size;

  ManyAgreements(KeyAgreement agreement, int capacity) {
    this.agreement = agreement;
    this.results = new AgreementResult[capacity];
    this.privateKeys = new byte[capacity][];
    this.peers = new byte[capacity][];
    this.places = new int[capacity];
  }

  /** Adds one, or refuses it. */
  void add(KeyPair pair, byte[] peerPublicKey) {
    int place = added++;
    try {
      peers[size] = agreement.canonical(peerPublicKey);
      privateKeys[size] = pair.copyPrivateKey(agreement.scheme().id());
      places[size] = place;
      size++;
    } catch (InvalidKeyException | IllegalStateException | IllegalArgumentException e) {
      results[place] = AgreementResult.refused(e);
    }
  }

  /** How many are to be computed. */
  int size() {
    return size;
  }

  void compute(DiffieHellman kernel, int first, int count) {
    byte[] in = Parts.join(privateKeys, first, count);
    byte[] out = new byte[count * kernel.secretBytes()];
    long[] refused = new long[count];
    try {
      kernel.agree(out, refused, in, Parts.join(peers, first, count));
      for (int i = 0; i < count; i++) {
        results[places[first + i]] =
            refused[i] == 0
                ? AgreementResult.of(
                    Arrays.copyOfRange(
                        out, i * kernel.secretBytes(), (i + 1) * kernel.secretBytes()))
                : AgreementResult.refused(agreement.reason(peers[first + i]));
      }
    } finally {
      Wipe.wipe(in);
      Wipe.wipe(out);
    }
  }

  /** A result for each that was added. */
  List<AgreementResult> results() {
    return List.of(results);
  }

  void wipe() {
    for (int i = 0; i < size; i++) {
      Wipe.wipe(privateKeys[i]);
    }
  }
}
