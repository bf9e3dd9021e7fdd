package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.mult.FixedWindow;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Diffie-Hellman on Weierstrass curves of prime order, SEC 1 section 3.3.1 (ECC CDH of SP 800-56A
 * section 5.7.1.2). Private keys are big-endian integers in 1 .. l - 1; public keys points, sent
 * uncompressed; the secret is x, big-endian, of full length, and may be 0.
 */
public final class Ecdh implements DiffieHellman {
  private final Curve curve;
  private final SecKeys keys;
  private final int lanes;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** With the curve's own fixed-base table. */
  public Ecdh(Curve curve, CombTable table) {
    this.curve = curve;
    this.keys = new SecKeys(curve, table);
    this.lanes = curve.field().lanes;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public int privateKeyBytes() {
    return keys.scalars.bytes;
  }

  @Override
  public int publicKeyBytes() {
    return keys.publicKeyBytes;
  }

  @Override
  public int secretBytes() {
    return curve.field().bytes;
  }

  @Override
  public byte[] generate(SecureRandom random) {
    return keys.generate(random);
  }

  @Override
  public void checkPrivateKey(byte[] privateKey) {
    keys.checkPrivateKey(privateKey);
  }

  /** Takes uncompressed and compressed points, returns uncompressed ones. */
  @Override
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    return keys.decodeVartime(publicKey);
  }

  @Override
  public void publicKeys(byte[] out, byte[] privateKeys) {
    keys.publicKeys(out, privateKeys);
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
    private final Group group = Group.of(curve);
    private final SecCodec codec = new SecCodec(curve, group);
    private final FixedWindow multiplier = new FixedWindow(curve, group);

    /** For an operation that is alone in its group; null where the lanes are not for that. */
    private final @Nullable FixedWindow alone =
        Formulas.areParts(lanes) ? FixedWindow.inLanes(curve, group) : null;

    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final Point[] points = Groups.points(group);
    private final Point P = group.point();
    private final byte[] scalars = new byte[keys.scalars.bytes * capacity()];
    private final byte[] k = new byte[keys.scalars.bytes * lanes];
    private final byte[] peers = new byte[keys.publicKeyBytes * capacity()];
    private final byte[] secrets = new byte[secretBytes() * lanes];
    private final Refusals refusals = new Refusals(curve.field());

    void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys) {
      int groups = Groups.of(refused.length, lanes);
      keys.scalars.toScalars(scalars, privateKeys);
      System.arraycopy(publicKeys, 0, peers, 0, publicKeys.length);
      for (int i = 0; i < groups; i++) {
        multiply(i, refused.length - i * lanes == 1);
      }
      affine.compute(points, groups);
      for (int i = 0; i < groups; i++) {
        codec.encodeX(secrets, affine.x(i));
        refusals.write(out, refused, i, secrets);
      }
    }

    /** points[i] = [k]P of that group of lanes. */
    private void multiply(int i, boolean isAlone) {
      System.arraycopy(scalars, i * k.length, k, 0, k.length);
      FixedWindow product = multiplier;
      if (isAlone && alone != null) {
        product = alone;
        Groups.repeat(peers, i * lanes * keys.publicKeyBytes, keys.publicKeyBytes, lanes);
        Groups.repeat(k, 0, keys.scalars.bytes, lanes);
      }
      codec.decode(refusals.valid, P, peers, i * lanes * keys.publicKeyBytes);
      product.multiply(points[i], k, keys.scalars.bytes, P);
      group.isNeutral(refusals.neutral, points[i]);
      refusals.keep(i);
    }

    void wipe() {
      group.wipe();
      codec.wipe();
      multiplier.wipe();
      if (alone != null) {
        alone.wipe();
      }
      affine.wipe();
      Groups.wipe(points);
      P.wipe();
      Wipe.wipe(scalars);
      Wipe.wipe(k);
      Wipe.wipe(peers);
      Wipe.wipe(secrets);
      refusals.wipe();
    }
  }
}
