package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Multiples of a curve's base point on plain residues, from a table of its multiples by every byte
 * at every place. Points are projective: X, Y, Z. Edwards curves by the addition law of eprint
 * 2008/013 section 6, Weierstrass curves by chord and tangent as in Cohen, Miyaji and Ono,
 * "Efficient elliptic curve exponentiation using mixed coordinates", section 2.
 */
final class CurveReference {
  private final Residues field;
  private final boolean edwards;
  private final long[] a;
  private final long[] b;
  private final long[] zero;
  private final long[][] neutral;

  /** table[i][j] = [j 256^i]B. */
  private final long[][][][] table;

  CurveReference(Curve curve) {
    this.field = new Residues(curve.field().modulus);
    this.edwards = curve.model() == Curve.Model.EDWARDS;
    this.a = field.of(new BigInteger(curve.a(), 16));
    this.b = field.of(new BigInteger(curve.b(), 16));
    this.zero = field.of(BigInteger.ZERO);
    long[] one = field.of(BigInteger.ONE);
    this.neutral = new long[][] {zero, one, edwards ? one : zero};
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

  /** (x, y) of [k]B, 0 < k below the order. */
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

  static byte[] littleEndian(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** A point of an Edwards curve as RFC 8032 section 5.2.2 encodes it. */
  static byte[] encode(BigInteger x, BigInteger y, int size) {
    byte[] out = littleEndian(y, size);
    out[size - 1] |= (byte) (x.testBit(0) ? 0x80 : 0);
    return out;
  }

  private long[][] add(long[][] P, long[][] Q) {
    return edwards ? addEdwards(P, Q) : addWeierstrass(P, Q);
  }

  private long[][] addEdwards(long[][] P, long[][] Q) {
    long[] A = field.mul(P[2], Q[2]);
    long[] B = field.mul(A, A);
    long[] C = field.mul(P[0], Q[0]);
    long[] D = field.mul(P[1], Q[1]);
    long[] E = field.mul(b, field.mul(C, D));
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

  private long[][] addWeierstrass(long[][] P, long[][] Q) {
    if (Arrays.equals(P[2], zero) || Arrays.equals(Q[2], zero)) {
      return Arrays.equals(P[2], zero) ? Q : P;
    }
    long[] x = field.mul(P[0], Q[2]);
    long[] y = field.mul(P[1], Q[2]);
    long[] z = field.mul(P[2], Q[2]);
    long[] u = field.sub(field.mul(Q[1], P[2]), y);
    long[] v = field.sub(field.mul(Q[0], P[2]), x);
    if (Arrays.equals(v, zero)) {
      return Arrays.equals(u, zero) ? doubled(P) : neutral;
    }
    long[] vv = field.mul(v, v);
    long[] vvv = field.mul(v, vv);
    long[] R = field.mul(vv, x);
    long[] A = field.sub(field.sub(field.mul(field.mul(u, u), z), vvv), field.add(R, R));
    return new long[][] {
      field.mul(v, A),
      field.sub(field.mul(u, field.sub(R, A)), field.mul(vvv, y)),
      field.mul(vvv, z)
    };
  }

  private long[][] doubled(long[][] P) {
    long[] xx = field.mul(P[0], P[0]);
    long[] w = field.mul(a, field.mul(P[2], P[2]));
    w = field.add(w, field.add(xx, field.add(xx, xx)));
    long[] s = field.mul(P[1], P[2]);
    s = field.add(s, s); // 2 Y Z
    long[] R = field.mul(P[1], s);
    long[] RR = field.mul(R, R);
    long[] B = field.mul(P[0], R);
    B = field.add(B, B); // 4 X Y^2 Z
    long[] h = field.sub(field.mul(w, w), field.add(B, B));
    return new long[][] {
      field.mul(h, s),
      field.sub(field.mul(w, field.sub(B, h)), field.add(RR, RR)),
      field.mul(s, field.mul(s, s))
    };
  }
}
