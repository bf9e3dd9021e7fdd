package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.security.SecureRandom;

/**
 * Key pairs on Weierstrass curves, SEC 1 section 3.2.1: a private key is an integer in 1 .. l - 1,
 * big-endian, in l's bytes; a public key is an uncompressed point. What ECDH and ECDSA share.
 * Immutable; safe for use by several threads.
 */
final class SecKeys {
  final PrivateScalars scalars;

  /** Bytes of a public key. */
  final int publicKeyBytes;

  private final Curve curve;
  private final CombTable table;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  SecKeys(Curve curve, CombTable table) {
    this.curve = curve;
    this.table = table;
    this.scalars = new PrivateScalars(curve.order(), true);
    this.publicKeyBytes = 1 + 2 * curve.field().bytes;
  }

  byte[] generate(SecureRandom random) {
    return scalars.generate(random);
  }

  void checkPrivateKey(byte[] privateKey) {
    scalars.check(privateKey);
  }

  byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    Workspace w = pool.take();
    try {
      return w.codec.uncompressVartime(publicKey);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** out = the public keys of 1 to {@link Groups#MOST} groups of lanes of private keys. */
  void publicKeys(byte[] out, byte[] privateKeys) {
    Workspace w = pool.take();
    try {
      w.publicKeys(out, privateKeys);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final SecCodec codec = new SecCodec(curve, group);
    private final int lanes = curve.field().lanes;
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final Point[] points = Groups.points(group);
    private final byte[] d = new byte[scalars.bytes * lanes * Groups.MOST];
    private final byte[] encoded = new byte[publicKeyBytes * lanes * Groups.MOST];

    void publicKeys(byte[] out, byte[] privateKeys) {
      int count = privateKeys.length / scalars.bytes;
      int groups = Groups.of(count, lanes);
      scalars.toScalars(d, privateKeys);
      comb.multiply(points, groups, d, scalars.bytes);
      affine.compute(points, groups);
      for (int i = 0; i < groups; i++) {
        codec.encode(encoded, i * lanes * publicKeyBytes, affine.x(i), affine.y(i));
      }
      System.arraycopy(encoded, 0, out, 0, count * publicKeyBytes);
    }

    void wipe() {
      group.wipe();
      codec.wipe();
      comb.wipe();
      affine.wipe();
      Groups.wipe(points);
      Wipe.wipe(d);
      Wipe.wipe(encoded);
    }
  }
}
