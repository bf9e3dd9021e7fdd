package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.FixedWindow;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Diffie-Hellman on Edwards curves after MSR ECCLib: the secret is x of [k]([h]P), little-endian,
 * of full length, with the cofactor h. Private keys are little-endian integers in 1 .. l - 1; a
 * public key is [k]B as RFC 8032 encodes points.
 *
 * <p>The cofactor comes first, by doublings alone: they are right for every point, and what is left
 * lies in the subgroup of prime order, where all additions are. A peer's part of small order leaves
 * no trace in the secret.
 */
public final class EcdhTe implements DiffieHellman {
  private final Curve curve;
  private final CombTable table;
  private final PrivateScalars scalars;
  private final int lanes;
  private final int publicKeyBytes;
  private final int secretBytes;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** With the curve's own fixed-base table. */
  public EcdhTe(Curve curve, CombTable table) {
    this.curve = curve;
    this.table = table;
    this.scalars = new PrivateScalars(curve.order(), false);
    this.lanes = curve.field().lanes;
    this.publicKeyBytes = curve.field().bits / 8 + 1;
    this.secretBytes = curve.field().bytes;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public int privateKeyBytes() {
    return scalars.bytes;
  }

  @Override
  public int publicKeyBytes() {
    return publicKeyBytes;
  }

  @Override
  public int secretBytes() {
    return secretBytes;
  }

  @Override
  public byte[] generate(SecureRandom random) {
    return scalars.generate(random);
  }

  @Override
  public void checkPrivateKey(byte[] privateKey) {
    scalars.check(privateKey);
  }

  @Override
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    if (publicKey.length != publicKeyBytes) {
      throw new InvalidKeyException(
          "the public key has " + publicKey.length + " bytes, must have " + publicKeyBytes);
    }
    Workspace w = pool.take();
    try {
      w.checkVartime(publicKey);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
    return publicKey.clone();
  }

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

  /** A public key that is no point gives no secret either: zeros, and refused. */
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
    private final Group group = Group.of(curve);
    private final PointCodec codec = new PointCodec(curve, group);
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final FixedWindow multiplier = new FixedWindow(curve, group);

    /** For an operation that is alone in its group; null where the lanes are not for that. */
    private final @Nullable FixedWindow alone =
        Formulas.areParts(lanes) ? FixedWindow.inLanes(curve, group) : null;

    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final Point[] points = Groups.points(group);
    private final Point P = group.point();
    private final long[] scratch = f.element();
    private final byte[] k = new byte[scalars.bytes * capacity()];
    private final byte[] kOfGroup = new byte[scalars.bytes * lanes];
    private final byte[] keys = new byte[publicKeyBytes * capacity()];
    private final byte[] secrets = new byte[secretBytes * lanes];
    private final Refusals refusals = new Refusals(f);

    void publicKeys(byte[] out, byte[] privateKeys) {
      int count = privateKeys.length / scalars.bytes;
      int groups = Groups.of(count, lanes);
      scalars.toScalars(k, privateKeys);
      comb.multiply(points, groups, k, scalars.bytes);
      affine.compute(points, groups);
      for (int i = 0; i < groups; i++) {
        codec.encode(keys, i * lanes * publicKeyBytes, affine.x(i), affine.y(i));
      }
      System.arraycopy(keys, 0, out, 0, count * publicKeyBytes);
    }

    void checkVartime(byte[] publicKey) throws InvalidKeyException {
      System.arraycopy(publicKey, 0, keys, 0, publicKeyBytes);
      codec.decode(refusals.valid, P, keys, 0);
      if (refusals.valid[0] == 0) {
        throw new InvalidKeyException(
            "the public key is not the canonical encoding of a point of the curve");
      }
      group.multiplyByCofactor(P);
      group.isNeutral(refusals.neutral, P);
      if (refusals.neutral[0] != 0) {
        throw Xdh.smallOrder();
      }
    }

    void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys) {
      int groups = Groups.of(refused.length, lanes);
      scalars.toScalars(k, privateKeys);
      System.arraycopy(publicKeys, 0, keys, 0, publicKeys.length);
      for (int i = 0; i < groups; i++) {
        multiply(i, refused.length - i * lanes == 1);
      }
      affine.compute(points, groups);
      for (int i = 0; i < groups; i++) {
        f.encode(secrets, 0, affine.x(i), scratch);
        refusals.write(out, refused, i, secrets);
      }
    }

    /** points[i] = [k]([h]P) of that group of lanes. */
    private void multiply(int i, boolean isAlone) {
      System.arraycopy(k, i * kOfGroup.length, kOfGroup, 0, kOfGroup.length);
      FixedWindow product = multiplier;
      if (isAlone && alone != null) {
        product = alone;
        Groups.repeat(keys, i * lanes * publicKeyBytes, publicKeyBytes, lanes);
        Groups.repeat(kOfGroup, 0, scalars.bytes, lanes);
      }
      codec.decode(refusals.valid, P, keys, i * lanes * publicKeyBytes);
      group.multiplyByCofactor(P);
      product.multiply(points[i], kOfGroup, scalars.bytes, P);
      group.isNeutral(refusals.neutral, points[i]);
      refusals.keep(i);
    }

    void wipe() {
      group.wipe();
      codec.wipe();
      comb.wipe();
      multiplier.wipe();
      if (alone != null) {
        alone.wipe();
      }
      affine.wipe();
      Groups.wipe(points);
      P.wipe();
      Wipe.wipe(scratch);
      Wipe.wipe(k);
      Wipe.wipe(kOfGroup);
      Wipe.wipe(keys);
      Wipe.wipe(secrets);
      refusals.wipe();
    }
  }
}
