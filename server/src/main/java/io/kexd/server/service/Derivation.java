package io.kexd.server.service;

import io.kexd.crypto.Scheme;
import java.util.Arrays;

/** What a caller gets of the shared secret. */
public sealed interface Derivation {
  /**
   * HKDF's output.
   *
   * @param length bytes of output as an unsigned number; 0 means 32
   * @param omitPublicKeys whether {@code info} is all of HKDF's info parameter
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record HkdfOutput(HashName hash, byte[] salt, byte[] info, int length, boolean omitPublicKeys)
      implements Derivation {
    private static final int DEFAULT_LENGTH = 32;
    private static final int MAX_BLOCKS = 255;

    /** Bytes hashed. */
    private static final int LONG = 8 << 10;

    /** What a block of output hashes beside the caller's info: keys, the block before, padding. */
    private static final int FRAMING = 256;

    private int size() {
      return length == 0 ? DEFAULT_LENGTH : length;
    }

    private boolean hashesMuch() {
      long blocks = (size() + hash.size() - 1L) / hash.size();
      return salt.length + blocks * (FRAMING + info.length) > LONG;
    }
  }

  /** The shared secret of RFC 9180's DHKEM. */
  record DhkemSecret() implements Derivation {}

  /** The Diffie-Hellman result as it is. */
  record RawSecret() implements Derivation {}

  /**
   * The public keys of an exchange, in canonical form, in both orders that matter.
   *
   * @param initiator whose key was sent first
   * @param responder who answered
   * @param enc DHKEM's encapsulated key
   * @param receiver DHKEM's receiver
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record PublicKeys(byte[] initiator, byte[] responder, byte[] enc, byte[] receiver) {
    /** The responder's side in one call; as a KEM it is Encap to the peer. */
    static PublicKeys ofExchange(byte[] own, byte[] peer) {
      return new PublicKeys(peer, own, own, peer);
    }

    /** A pair that was made before; as a KEM it is Decap. */
    static PublicKeys ofAgree(byte[] own, byte[] peer, boolean initiator) {
      return initiator
          ? new PublicKeys(own, peer, peer, own)
          : new PublicKeys(peer, own, peer, own);
    }
  }

  /** Refuses what is out of range, or does not exist on that curve. */
  default void check(Scheme scheme, Limits limits) {
    if (this instanceof HkdfOutput hkdf) {
      limits.checkParameter("hkdf.salt", hkdf.salt());
      limits.checkParameter("hkdf.info", hkdf.info());
      int most = HkdfOutput.MAX_BLOCKS * hkdf.hash().size();
      if (Integer.compareUnsigned(hkdf.length(), most) > 0) {
        throw Refusal.invalid("hkdf.length", "may be at most " + most + " with that hash");
      }
    } else if (this instanceof DhkemSecret && Kem.of(scheme).isEmpty()) {
      throw Refusal.invalid("dhkem", "is not defined for " + scheme.id());
    }
  }

  /** Whether it may take longer than the agreement. */
  default boolean isLong() {
    return this instanceof HkdfOutput hkdf && hkdf.hashesMuch();
  }

  /** The output for a shared secret, which this call takes over and wipes. */
  default byte[] apply(Scheme scheme, byte[] secret, PublicKeys keys) {
    if (this instanceof RawSecret) {
      return secret;
    }
    try {
      if (this instanceof HkdfOutput hkdf) {
        byte[] info =
            hkdf.omitPublicKeys()
                ? hkdf.info()
                : Hkdf.boundInfo(scheme.id(), hkdf.info(), keys.initiator(), keys.responder());
        return Hkdf.derive(hkdf.hash(), secret, hkdf.salt(), info, hkdf.size());
      }
      return Kem.of(scheme).orElseThrow().derive(secret, keys.enc(), keys.receiver());
    } finally {
      Arrays.fill(secret, (byte) 0);
    }
  }
}
