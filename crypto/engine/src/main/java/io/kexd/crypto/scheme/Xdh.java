package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.LittleEndian;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.LadderInLanes;
import io.kexd.crypto.mult.MontgomeryLadder;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Diffie-Hellman on u-coordinates, RFC 7748 section 5. Immutable; safe for use by several threads.
 */
public final class Xdh implements DiffieHellman {
  /** Bytes of a private key, a public key and a shared secret. */
  private final int bytes;

  private final int lanes;
  private final Curve curve;
  private final CombTable table;
  private final Curve.Ladder ladder;
  private final byte[] modulus;
  private final byte[][] smallOrder;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** For a curve with a ladder, with its table: {@code ladder.comb()}. */
  public Xdh(Curve curve, CombTable table) {
    Field f = curve.field();
    this.curve = curve;
    this.ladder = curve.ladder().orElseThrow();
    this.table = table;
    this.bytes = f.bytes;
    this.lanes = f.lanes;
    this.modulus = LittleEndian.of(f.modulus, f.bytes);
    this.smallOrder = new byte[ladder.smallOrderU().size()][];
    for (int i = 0; i < smallOrder.length; i++) {
      smallOrder[i] = HexFormat.of().parseHex(ladder.smallOrderU().get(i));
    }
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public int privateKeyBytes() {
    return bytes;
  }

  @Override
  public int publicKeyBytes() {
    return bytes;
  }

  @Override
  public int secretBytes() {
    return bytes;
  }

  /** Any bytes are a private key: RFC 7748 section 5 decodes them all. */
  @Override
  public byte[] generate(SecureRandom random) {
    byte[] privateKey = new byte[bytes];
    random.nextBytes(privateKey);
    return privateKey;
  }

  @Override
  public void checkPrivateKey(byte[] privateKey) {
    if (privateKey.length != bytes) {
      throw new IllegalArgumentException(
          "the private key has " + privateKey.length + " bytes, must have " + bytes);
    }
  }

  /**
   * Checks the size, and that the point, on the curve or the twist, is not of small order.
   * Unreduced u is fine and the unused top bits are ignored, as RFC 7748 section 5 says. The copy
   * is exact.
   */
  @Override
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    if (publicKey.length != bytes) {
      throw new InvalidKeyException(
          "the public key has " + publicKey.length + " bytes, must have " + bytes);
    }
    byte[] u = publicKey.clone();
    maskUnusedBits(u, 1);
    reduceVartime(u);
    for (byte[] bad : smallOrder) {
      if (Arrays.equals(u, bad)) {
        throw smallOrder();
      }
    }
    return publicKey.clone();
  }

  /** What is thrown for a public key of small order. */
  static InvalidKeyException smallOrder() {
    return new InvalidKeyException("the public key is a point of small order");
  }

  /** u minus p where u is not below p; it is below 2p, since its unused bits are clear. */
  private void reduceVartime(byte[] u) {
    byte[] difference = new byte[bytes];
    int borrow = 0;
    for (int i = 0; i < bytes; i++) {
      borrow += (u[i] & 0xff) - (modulus[i] & 0xff);
      difference[i] = (byte) borrow;
      borrow >>= 8;
    }
    if (borrow == 0) {
      System.arraycopy(difference, 0, u, 0, bytes);
    }
  }

  private void maskUnusedBits(byte[] keys, int count) {
    int unused = 8 * bytes - curve.field().bits;
    for (int i = 0; i < count; i++) {
      keys[(i + 1) * bytes - 1] &= (byte) (0xff >> unused);
    }
  }

  /** decodeScalar of RFC 7748 section 5: clears the low bits, sets the top bit. */
  private void clamp(byte[] scalars, int count) {
    maskUnusedBits(scalars, count);
    int topBit = curve.field().bits - 1;
    for (int i = 0; i < count; i++) {
      scalars[i * bytes] &= (byte) (-1 << ladder.clearBits());
      scalars[i * bytes + (topBit >> 3)] |= (byte) (1 << (topBit & 7));
    }
  }

  /** Through the Edwards comb. */
  @Override
  public void publicKeys(byte[] out, byte[] privateKeys) {
    Workspace w = pool.take();
    try {
      w.publicKeys(out, privateKeys);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Refused are shared secrets of all zeros: RFC 7748 section 6. */
  @Override
  public void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys) {
    Workspace w = pool.take();
    try {
      w.agree(out, refused, privateKeys, publicKeys);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to: zeros before it. */
  private final class Workspace {
    private final Field f = curve.field();
    private final Field order = curve.order();
    private final Group group = Group.of(curve);
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final MontgomeryLadder multiplier = new MontgomeryLadder(curve);

    /** For an operation that is alone in its group; null where the lanes are not for that. */
    private final @Nullable LadderInLanes alone =
        Formulas.areParts(lanes) ? new LadderInLanes(curve) : null;

    private final BatchInverse inverse = new BatchInverse(f, Groups.MOST);
    private final Point[] points = Groups.points(group);

    /** Results of all groups of lanes, as fractions. */
    private final long[][] numerators = new long[Groups.MOST][];

    private final long[][] denominators = new long[Groups.MOST][];
    private final long[] u = f.element();
    private final long[] v = f.element();
    private final long[] k = order.element();
    private final byte[] scalars = new byte[bytes * capacity()];
    private final byte[] reduced = new byte[order.bytes * capacity()];
    private final byte[] coordinates = new byte[bytes * capacity()];

    Workspace() {
      for (int i = 0; i < Groups.MOST; i++) {
        numerators[i] = f.element();
        denominators[i] = f.element();
      }
    }

    void publicKeys(byte[] out, byte[] privateKeys) {
      int groups = load(privateKeys);
      for (int i = 0; i < groups; i++) {
        order.residues(reduced, i * lanes * order.bytes, scalars, i * lanes * bytes, f.bits, k);
      }
      comb.multiply(points, groups, reduced, order.bytes);
      for (int i = 0; i < groups; i++) {
        mapToLadder(numerators[i], denominators[i], points[i]);
      }
      encode(groups);
      System.arraycopy(coordinates, 0, out, 0, privateKeys.length);
    }

    /** scalars = decodeScalar of the private keys. Returns the number of groups of lanes. */
    private int load(byte[] privateKeys) {
      int count = privateKeys.length / bytes;
      int groups = Groups.of(count, lanes);
      System.arraycopy(privateKeys, 0, scalars, 0, privateKeys.length);
      clamp(scalars, count);
      return groups;
    }

    /** u = that of P on the ladder curve, as a fraction; n/0 for the neutral point. */
    private void mapToLadder(long[] numerator, long[] denominator, Point P) {
      if (ladder.map() == Curve.Map.BIRATIONAL) { // u = (1 + y) / (1 - y): RFC 7748 section 4.1
        f.addSub(numerator, denominator, P.Z, P.Y);
      } else { // u = y^2 / x^2: RFC 7748 section 4.2
        f.sqr(numerator, P.Y);
        f.sqr(denominator, P.X);
      }
    }

    /** coordinates = the results; 0 where the denominator is. */
    private void encode(int groups) {
      inverse.invert(denominators, groups);
      for (int i = 0; i < groups; i++) {
        f.mul(u, numerators[i], denominators[i]);
        f.encode(coordinates, i * lanes * bytes, u, v);
      }
    }

    void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys) {
      int groups = load(privateKeys);
      System.arraycopy(publicKeys, 0, coordinates, 0, publicKeys.length);
      maskUnusedBits(coordinates, refused.length);
      for (int i = 0; i < groups; i++) {
        int at = i * lanes * bytes;
        if (alone != null && refused.length - i * lanes == 1) {
          Groups.repeat(coordinates, at, bytes, lanes);
          f.decode(u, coordinates, at);
          alone.multiply(numerators[i], denominators[i], scalars, at, u);
        } else {
          f.decode(u, coordinates, at);
          multiplier.multiply(numerators[i], denominators[i], scalars, at, u);
        }
      }
      encode(groups);
      for (int i = 0; i < refused.length; i++) {
        refused[i] = Mask.isZero(coordinates, i * bytes, bytes);
      }
      System.arraycopy(coordinates, 0, out, 0, publicKeys.length);
    }

    void wipe() {
      group.wipe();
      comb.wipe();
      multiplier.wipe();
      if (alone != null) {
        alone.wipe();
      }
      inverse.wipe();
      Groups.wipe(points);
      Wipe.wipe(numerators);
      Wipe.wipe(denominators);
      Wipe.wipe(u, v, k);
      Wipe.wipe(scalars);
      Wipe.wipe(reduced);
      Wipe.wipe(coordinates);
    }
  }
}
