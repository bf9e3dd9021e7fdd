package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import java.math.BigInteger;

/**
 * Multiples of an Edwards curve's base point by the addition law in projective coordinates, eprint
 * 2008/013 section 6, from a table of all its multiples by one byte at each place.
 */
final class EdwardsReference {
  final Residues field;
  private final long[] a;
  private final long[] d;
  private final long[][] neutral;

  /** table[i][j] = [j 256^i]B. */
  private final long[][][][] table;

  EdwardsReference(Curve curve) {
    this.field = new Residues(curve.field().modulus);
    this.a = field.of(new BigInteger(curve.a(), 16));
    this.d = field.of(new BigInteger(curve.b(), 16));
    long[] one = field.of(BigInteger.ONE);
    this.neutral = new long[][] {field.of(BigInteger.ZERO), one, one};
    long[] x = field.of(new BigInteger(curve.baseX(), 16));
    long[] y = field.of(new BigInteger(curve.baseY(), 16));
    this.table = table(new long[][] {x, y, one}, curve.order().modulus.bitLength() / 8 + 1);
  }

  private long[][][][] table(long[][] base, int places) {
    long[][][][] table = new long[places][256][][];
    long[][] power = base;
    for (int i = 0; i < places; i++) {
      table[i][0] = neutral;
      for (int j = 1; j < 256; j++) {
        table[i][j] = add(table[i][j - 1], power);
      }
      power = add(table[i][255], power);
    }
    return table;
  }

  private long[][] add(long[][] P, long[][] Q) {
    long[] A = field.mul(P[2], Q[2]);
    long[] B = field.mul(A, A);
    long[] C = field.mul(P[0], Q[0]);
    long[] D = field.mul(P[1], Q[1]);
    long[] E = field.mul(d, field.mul(C, D));
    long[] F = field.sub(B, E);
    long[] G = field.add(B, E);
    long[] sums = field.mul(field.add(P[0], P[1]), field.add(Q[0], Q[1]));
    long[] H = field.sub(field.sub(sums, C), D);
    return new long[][] {
      field.mul(field.mul(A, F), H),
      field.mul(field.mul(A, G), field.sub(D, field.mul(a, C))),
      field.mul(F, G)
    };
  }

  /** (x, y) of [k]B, 0 <= k below the order. */
  BigInteger[] multiply(BigInteger k) {
    long[][] R = neutral;
    for (int i = 0; i < table.length; i++) {
      R = add(R, table[i][k.shiftRight(8 * i).intValue() & 0xff]);
    }
    long[] inverse = field.inverse(R[2]);
    return new BigInteger[] {
      field.toInteger(field.mul(R[0], inverse)), field.toInteger(field.mul(R[1], inverse))
    };
  }
}
