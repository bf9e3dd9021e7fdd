package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.LaneByLane;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.SignedComb;

/**
 * EdDSA key generation and signing, RFC 8032 sections 5.1.5 and 5.1.6, 5.2.5 and 5.2.6: 1 to {@link
 * #capacity} operations a call, as many as there are seeds or messages; keys and signatures lie one
 * after the other. Immutable; safe for use by several threads; constant time.
 */
public final class EdDsa {
  /** Bytes of a seed and of a public key. */
  public final int bytes;

  /** Bytes of a signature, R || S. */
  public final int signatureBytes;

  /** Operations computed at once. */
  public final int lanes;

  /** The most operations a call. */
  public final int capacity;

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
    this.capacity = Groups.MOST * lanes;
  }

  /** out = the public keys of the seeds. */
  public void publicKeys(byte[] out, byte[] seeds) {
    int count = seeds.length / bytes;
    int groups = Groups.of(count, lanes);
    Workspace w = pool.take();
    try {
      w.expand(seeds, count);
      w.multiplyBase(w.secret, count);
      w.encode(bytes, groups);
      System.arraycopy(w.encoded, 0, out, 0, count * bytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** out = the signatures of the messages. */
  public void sign(byte[] out, byte[] seeds, byte[] publicKeys, EdMessage[] messages) {
    int groups = Groups.of(messages.length, lanes);
    Workspace w = pool.take();
    try {
      w.expand(seeds, messages.length);
      w.sign(publicKeys, messages, groups);
      System.arraycopy(w.encoded, 0, out, 0, messages.length * signatureBytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to: zeros before it. */
  private final class Workspace {
    private final OrderField order = new OrderField(LaneByLane.unwrap(curve.order()));
    private final Group group = Group.of(curve);
    private final PointCodec codec = new PointCodec(curve, group);
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final EdHash hash = rules.hash(bytes);
    private final EdChallenge challenge = new EdChallenge(bytes, order, hash);
    private final Point[] points = Groups.points(group);
    private final byte[] expanded = new byte[hash.size * capacity];
    private final byte[] hashes = new byte[hash.size * capacity];
    private final byte[] clamped = new byte[curve.field().bytes * capacity];
    private final byte[] scalars = new byte[order.bytes * capacity];
    private final byte[] encodedPoints = new byte[bytes * lanes];
    private final byte[] encoded = new byte[signatureBytes * capacity];

    /** One for as many operations as the order's field has lanes. */
    private final long[][] secret = new long[capacity / order.f.lanes][];

    private final long[][] nonce = new long[capacity / order.f.lanes][];
    private final long[] k = order.f.element();

    Workspace() {
      for (int i = 0; i < secret.length; i++) {
        secret[i] = order.f.element();
        nonce[i] = order.f.element();
      }
    }

    /**
     * secret = s mod l; expanded holds the prefixes in its upper halves: RFC 8032 section 5.1.5.
     */
    void expand(byte[] seeds, int count) {
      int size = curve.field().bytes;
      for (int i = 0; i < count; i++) {
        int at = i * hash.size;
        hash.update(rules.keyPrefix).update(seeds, i * bytes, bytes).finish(expanded, at);
        System.arraycopy(expanded, at, clamped, i * size, size);
        clamp(i * size);
      }
      reduce(secret, clamped, size, count);
    }

    private void reduce(long[][] r, byte[] integers, int size, int count) {
      for (int i = 0; i < count; i += order.f.lanes) {
        order.reduce(r[i / order.f.lanes], integers, i * size, size);
      }
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
    }

    private void writeScalars(long[][] k, int count) {
      for (int i = 0; i < count; i += order.f.lanes) {
        order.write(scalars, i * order.bytes, k[i / order.f.lanes]);
      }
    }

    /** affine = [k]B. */
    void multiplyBase(long[][] k, int count) {
      int groups = Groups.of(count, lanes);
      writeScalars(k, count);
      comb.multiply(points, groups, scalars, order.bytes);
      affine.compute(points, groups);
    }

    /** Writes the affine points to encoded, one every {@code stride} bytes. */
    void encode(int stride, int groups) {
      for (int i = 0; i < groups; i++) {
        codec.encode(encodedPoints, 0, affine.x(i), affine.y(i));
        for (int lane = 0; lane < lanes; lane++) {
          int at = (i * lanes + lane) * stride;
          System.arraycopy(encodedPoints, lane * bytes, encoded, at, bytes);
        }
      }
    }

    /** RFC 8032 section 5.1.6: the signatures to encoded. */
    void sign(byte[] publicKeys, EdMessage[] messages, int groups) {
      for (int i = 0; i < messages.length; i++) {
        EdMessage m = messages[i];
        hash.update(m.dom).update(expanded, i * hash.size + bytes, bytes).update(m.bytes);
        hash.finish(hashes, i * hash.size);
      }
      reduce(nonce, hashes, hash.size, messages.length); // r
      multiplyBase(nonce, messages.length); // R = [r]B
      encode(signatureBytes, groups);
      for (int i = 0; i < messages.length; i += order.f.lanes) {
        int j = i / order.f.lanes;
        challenge.compute(k, encoded, publicKeys, messages, i);
        order.toFactor(secret[j], secret[j]);
        order.mulAdd(nonce[j], k, secret[j], nonce[j]); // S = r + k s
      }
      writeScalars(nonce, messages.length);
      for (int i = 0; i < messages.length; i++) {
        int at = i * signatureBytes + bytes;
        System.arraycopy(scalars, i * order.bytes, encoded, at, order.bytes);
      }
    }

    void wipe() {
      hash.wipe();
      challenge.wipe();
      order.wipe();
      group.wipe();
      codec.wipe();
      comb.wipe();
      affine.wipe();
      Groups.wipe(points);
      Wipe.wipe(expanded);
      Wipe.wipe(hashes);
      Wipe.wipe(clamped);
      Wipe.wipe(scalars);
      Wipe.wipe(encodedPoints);
      Wipe.wipe(encoded);
      Wipe.wipe(secret);
      Wipe.wipe(nonce);
      Wipe.wipe(k);
    }
  }
}
