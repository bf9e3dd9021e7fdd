package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.SignedComb;
import java.util.Arrays;

/**
 * EdDSA key generation and signing, RFC 8032 sections 5.1.5 and 5.1.6, 5.2.5 and 5.2.6: f.lanes
 * operations a call, keys and signatures lane after lane. Immutable; safe for use by several
 * threads; constant time.
 */
public final class EdDsa {
  /** Bytes of a seed and of a public key. */
  public final int bytes;

  /** Bytes of a signature, R || S. */
  public final int signatureBytes;

  /** Operations a call. */
  public final int lanes;

  private final Curve curve;
  private final EdRules rules;
  private final CombTable table;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** With the curve's own fixed-base table. */
  public EdDsa(Curve curve, Curve.SchemeSpec spec, CombTable table) {
    this.curve = curve;
    this.rules = EdRules.of(spec);
    this.table = table;
    this.bytes = curve.field().bits / 8 + 1;
    this.signatureBytes = 2 * bytes;
    this.lanes = curve.field().lanes;
  }

  /** out = the public keys of the seeds. */
  public void publicKeys(byte[] out, byte[] seeds) {
    Workspace w = pool.take();
    try {
      w.expand(seeds);
      w.multiplyBase(out, w.secret);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** out = the signatures, one message a lane. */
  public void sign(byte[] out, byte[] seeds, byte[] publicKeys, EdMessage[] messages) {
    Workspace w = pool.take();
    try {
      w.expand(seeds);
      w.sign(out, publicKeys, messages);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final OrderField order = new OrderField(curve.order());
    private final Group group = Group.of(curve);
    private final PointCodec codec = new PointCodec(curve, group);
    private final SignedComb comb = new SignedComb(curve, group, table);
    private final EdHash hash = rules.hash(bytes);
    private final EdChallenge challenge = new EdChallenge(bytes, order, hash);
    private final Point P = group.point();
    private final byte[] expanded = new byte[hash.size * lanes];
    private final byte[] hashes = new byte[hash.size * lanes];
    private final byte[] clamped = new byte[bytes * lanes];
    private final byte[] secret = new byte[order.bytes * lanes];
    private final byte[] nonce = new byte[order.bytes * lanes];
    private final byte[] k = new byte[order.bytes * lanes];
    private final byte[] encodedR = new byte[bytes * lanes];

    /** secret = s mod l; expanded holds the prefix in its upper halves: RFC 8032 section 5.1.5. */
    void expand(byte[] seeds) {
      for (int lane = 0; lane < lanes; lane++) {
        int at = lane * hash.size;
        hash.update(rules.keyPrefix).update(seeds, lane * bytes, bytes).finish(expanded, at);
        System.arraycopy(expanded, at, clamped, lane * bytes, bytes);
        clamp(lane * bytes);
      }
      order.reduce(secret, clamped, bytes);
    }

    /**
     * Makes a scalar a multiple of the cofactor, and bit bits-1 its highest one: RFC 8032 sections
     * 5.1.5 and 5.2.5.
     */
    private void clamp(int at) {
      int topBit = curve.field().bits - 1;
      int topByte = at + topBit / 8;
      int top = 1 << topBit % 8;
      clamped[at] &= (byte) -curve.cofactor();
      clamped[topByte] = (byte) ((clamped[topByte] & (top - 1)) | top);
      Arrays.fill(clamped, topByte + 1, at + bytes, (byte) 0);
    }

    void multiplyBase(byte[] out, byte[] scalars) {
      comb.multiply(P, scalars, order.bytes);
      codec.encode(out, P);
    }

    /** RFC 8032 section 5.1.6. */
    void sign(byte[] out, byte[] publicKeys, EdMessage[] messages) {
      for (int lane = 0; lane < lanes; lane++) {
        int at = lane * hash.size;
        EdMessage m = messages[lane];
        hash.update(m.dom).update(expanded, at + bytes, bytes).update(m.bytes);
        hash.finish(hashes, at);
      }
      order.reduce(nonce, hashes, hash.size); // r
      multiplyBase(encodedR, nonce); // R = [r]B
      challenge.compute(k, encodedR, publicKeys, messages);
      order.mulAdd(nonce, k, secret, nonce); // S = r + k s
      for (int lane = 0; lane < lanes; lane++) {
        int at = lane * signatureBytes;
        System.arraycopy(encodedR, lane * bytes, out, at, bytes);
        System.arraycopy(nonce, lane * order.bytes, out, at + bytes, order.bytes);
        Arrays.fill(out, at + bytes + order.bytes, at + signatureBytes, (byte) 0);
      }
    }

    void wipe() {
      hash.wipe();
      challenge.wipe();
      order.wipe();
      group.wipe();
      codec.wipe();
      comb.wipe();
      P.wipe();
      Wipe.wipe(expanded);
      Wipe.wipe(hashes);
      Wipe.wipe(clamped);
      Wipe.wipe(secret);
      Wipe.wipe(nonce);
    }
  }
}
