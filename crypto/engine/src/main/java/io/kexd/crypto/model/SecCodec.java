package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.Arrays;

/**
 * Points of Weierstrass curves as bytes, SEC 1 sections 2.3.3 and 2.3.4: 04 || x || y, or x after
 * 02 for an even y and 03 for an odd one; coordinates big-endian, of full length. The uncompressed
 * form is the canonical one. Lane after lane. A workspace of one thread; constant time but for
 * {@link #uncompressVartime}.
 */
public final class SecCodec {
  private static final int INFINITY = 0;
  private static final int COMPRESSED = 2;
  private static final int UNCOMPRESSED = 4;
  private static final int HYBRID = 6;

  /** Bytes of an uncompressed point. */
  public final int bytes;

  private final Field f;
  private final Group group;
  private final FieldRoots roots;
  private final long[] one;
  private final long[] a;
  private final long[] b;
  private final long[] x;
  private final long[] y;
  private final long[] u;
  private final long[] v;
  private final long[] mask;
  private final byte[] encodedX;
  private final byte[] encodedY;

  public SecCodec(Curve curve, Group group) {
    this.f = curve.field();
    this.bytes = 1 + 2 * f.bytes;
    this.group = group;
    this.roots = new FieldRoots(f);
    this.one = f.element();
    f.set(one, ONE);
    this.a = f.element();
    f.set(a, new BigInteger(curve.a(), 16));
    this.b = f.element();
    f.set(b, new BigInteger(curve.b(), 16));
    this.x = f.element();
    this.y = f.element();
    this.u = f.element();
    this.v = f.element();
    this.mask = f.mask();
    this.encodedX = new byte[f.bytes * f.lanes];
    this.encodedY = new byte[f.bytes * f.lanes];
  }

  /**
   * P = the decoded point. valid = -1 where it is the uncompressed encoding of a point: the first
   * byte is 04, both coordinates are below p, the curve equation holds. Elsewhere P is no point of
   * the curve.
   */
  public void decode(long[] valid, Point P, byte[] in) {
    decode(valid, P, in, 0);
  }

  /** The same from that offset on. */
  public void decode(long[] valid, Point P, byte[] in, int offset) {
    for (int lane = 0; lane < f.lanes; lane++) {
      int at = offset + lane * bytes;
      valid[lane] = Mask.isZero(in[at] ^ UNCOMPRESSED);
      BigEndian.reverse(encodedX, lane * f.bytes, in, at + 1, f.bytes);
      BigEndian.reverse(encodedY, lane * f.bytes, in, at + 1 + f.bytes, f.bytes);
    }
    f.isCanonical(mask, encodedX, 0);
    Mask.and(valid, mask);
    f.isCanonical(mask, encodedY, 0);
    Mask.and(valid, mask);
    f.decode(x, encodedX, 0);
    f.decode(y, encodedY, 0);
    isOnCurve(mask);
    Mask.and(valid, mask);
    group.setAffine(P, x, y);
  }

  /** u = x^3 + a x + b. Out: T. */
  private void rightSide() {
    f.sqr(u, x);
    f.add(u, u, a);
    f.fit(u, 2);
    f.mul(u, u, x);
    f.add(u, u, b);
    f.carry(u, u);
  }

  private void isOnCurve(long[] valid) {
    rightSide();
    f.sqr(v, y);
    f.isEqual(valid, v, u, v);
  }

  /**
   * The canonical form of one public key, uncompressed or compressed, after full validation: size,
   * format, range, curve equation. The order is prime, so no point is left that has a small one.
   * Time: variable.
   *
   * @return a copy
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] uncompressVartime(byte[] in) throws InvalidKeyException {
    checkFormat(in);
    boolean compressed = in[0] != UNCOMPRESSED;
    readCoordinate(x, encodedX, in, 1);
    if (compressed) {
      rightSide();
      roots.sqrtRatio(mask, y, u, one);
    } else {
      readCoordinate(y, encodedY, in, 1 + f.bytes);
      isOnCurve(mask);
    }
    if (mask[0] == 0) {
      throw new InvalidKeyException("the public key is not a point of the curve");
    }
    byte[] out = Arrays.copyOf(in, bytes);
    if (compressed) {
      out[0] = UNCOMPRESSED;
      writeY(out, in[0] & 1);
    }
    return out;
  }

  private void checkFormat(byte[] in) throws InvalidKeyException {
    if (in.length == 0) {
      throw new InvalidKeyException("the public key is empty");
    }
    int expected = 1 + f.bytes;
    switch (in[0]) {
      case INFINITY -> throw new InvalidKeyException("the public key is the point at infinity");
      case COMPRESSED, COMPRESSED + 1 -> {}
      case UNCOMPRESSED -> expected = bytes;
      case HYBRID, HYBRID + 1 ->
          throw new InvalidKeyException(
              "the public key is a point in hybrid form: send it uncompressed or compressed");
      default ->
          throw new InvalidKeyException(
              "the public key must start with 04 (uncompressed), 02 or 03 (compressed): SEC 1");
    }
    if (in.length != expected) {
      throw new InvalidKeyException(
          "the public key has %d bytes, must have %d after a first byte of %02x"
              .formatted(in.length, expected, in[0]));
    }
  }

  /** Reads a coordinate into the first lane. */
  private void readCoordinate(long[] r, byte[] encoded, byte[] in, int offset)
      throws InvalidKeyException {
    BigEndian.reverse(encoded, 0, in, offset, f.bytes);
    f.isCanonical(mask, encoded, 0);
    if (mask[0] == 0) {
      throw new InvalidKeyException("a coordinate of the public key is not below the prime");
    }
    f.decode(r, encoded, 0);
  }

  /** Writes y or -y of the first lane, whichever has that low bit; no point has y = 0. */
  private void writeY(byte[] out, int lowBit) {
    f.encode(encodedY, 0, y, v);
    mask[0] = Mask.ofBit(encodedY[0] ^ lowBit);
    f.negate(y, mask, y);
    f.encode(encodedY, 0, y, v);
    BigEndian.reverse(out, 1 + f.bytes, encodedY, 0, f.bytes);
  }

  /** The compressed form of an uncompressed point. */
  public static byte[] compress(byte[] uncompressed) {
    byte[] out = Arrays.copyOf(uncompressed, 1 + uncompressed.length / 2);
    out[0] = (byte) (COMPRESSED | (uncompressed[uncompressed.length - 1] & 1));
    return out;
  }

  /** Writes the points uncompressed; a neutral one as (0, 0), which is refused. One inversion. */
  public void encode(byte[] out, Point P) {
    group.toAffine(x, y, P, roots);
    encode(out, 0, x, y);
  }

  /** Writes the points (x, y) at that offset, uncompressed. In: T. */
  public void encode(byte[] out, int offset, long[] x, long[] y) {
    f.encode(encodedX, 0, x, v);
    f.encode(encodedY, 0, y, v);
    for (int lane = 0; lane < f.lanes; lane++) {
      int at = offset + lane * bytes;
      out[at] = UNCOMPRESSED;
      BigEndian.reverse(out, at + 1, encodedX, lane * f.bytes, f.bytes);
      BigEndian.reverse(out, at + 1 + f.bytes, encodedY, lane * f.bytes, f.bytes);
    }
  }

  /** Writes x alone, big-endian, of full length. In: T. */
  public void encodeX(byte[] out, long[] x) {
    f.encode(encodedX, 0, x, v);
    for (int lane = 0; lane < f.lanes; lane++) {
      BigEndian.reverse(out, lane * f.bytes, encodedX, lane * f.bytes, f.bytes);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    roots.wipe();
    Wipe.wipe(x, y, u, v, mask);
    Wipe.wipe(encodedX);
    Wipe.wipe(encodedY);
  }
}
