package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.InverseVartime;
import io.kexd.crypto.field.LittleEndian;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.mult.DoubleScalarVartime;
import io.kexd.crypto.mult.StrausVartime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * ECDSA verification, FIPS 186-5 section 6.4.2: any number of operations a call, as many as there
 * are digests; keys and signatures lie one after the other. A public key is an uncompressed point,
 * a signature r || s as {@link EcDsa} writes it. The hash is the caller's business. Immutable; safe
 * for use by several threads. Time: variable, all is public.
 */
public final class EcVerifier {
  /** Inverses that are cheaper one by one than together by a power. */
  private static final int FEW = 4;

  /** Bytes of a public key. */
  public final int publicKeyBytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations computed at once. */
  public final int lanes;

  /** Operations that share work. */
  public final int capacity;

  private final Curve curve;
  private final BaseMultiples base;
  private final KeyTables tables;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  public EcVerifier(Curve curve) {
    this(curve, new KeyTables(curve, 1 + 2 * curve.field().bytes));
  }

  EcVerifier(Curve curve, KeyTables tables) {
    this.curve = curve;
    this.tables = tables;
    this.base = new BaseMultiples(curve);
    this.publicKeyBytes = 1 + 2 * curve.field().bytes;
    this.signatureBytes = 2 * curve.order().bytes;
    this.lanes = curve.field().lanes;
    this.capacity = Groups.MOST * lanes;
  }

  /**
   * valid = whether the signature of the digest is right, for each digest: the public key an
   * uncompressed point, r and s in 1 .. l - 1, s low where that is asked for, and r = x of [z/s]B +
   * [r/s]Q mod l.
   */
  public void verifyVartime(
      boolean[] valid, byte[] publicKeys, EcDigest[] digests, byte[] signatures) {
    Workspace w = pool.take();
    for (int first = 0; first < digests.length; first += capacity) {
      int count = Math.min(capacity, digests.length - first);
      w.verify(publicKeys, digests, signatures, first, count);
      for (int i = 0; i < count; i++) {
        valid[first + i] = w.valid[i] != 0;
      }
    }
    pool.giveBack(w);
  }

  /** Forgets which public keys came before. */
  public void forgetKeys() {
    tables.forget();
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Field f = curve.field();
    private final Group group = Group.of(curve);
    private final SecCodec codec = new SecCodec(curve, group);
    private final EcScalars scalars = new EcScalars(curve);
    private final OrderField order = scalars.order;
    private final int bytes = order.bytes;

    /** Scalars in an element of the order's field, and such elements of all operations. */
    private final int width = order.f.lanes;

    private final int elements = capacity / width;
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);

    /** For an operation that is alone in its group; null where the lanes are not for that. */
    private final @Nullable StrausVartime alone =
        StrausVartime.isFor(lanes) ? StrausVartime.of(curve, group, base) : null;

    private final KnownKeys knownKeys = new KnownKeys(curve, group, tables);
    private final BatchInverse inverse = new BatchInverse(order.f, elements);
    private final InverseVartime inverseVartime = new InverseVartime(order.f.modulus);
    private final Point Q = group.point();
    private final Point neutral = group.point();
    private final Point[] points = Groups.points(group);
    private final long[] scratch = f.element();
    private final long[][] r = new long[elements][];
    private final long[][] inverseOfS = new long[elements][];
    private final long[] factor = order.f.element();
    private final byte[] key = new byte[publicKeyBytes * lanes];
    private final byte[] half = new byte[bytes * width];
    private final byte[] factorOfB = new byte[bytes * lanes];
    private final byte[] factorOfQ = new byte[bytes * lanes];
    private final byte[] x = new byte[f.bytes * lanes];
    private final byte[] modulus = LittleEndian.of(order.f.modulus, bytes);
    private final long[] candidate = f.element();

    /** Of each operation. */
    private final long[] valid = new long[capacity];

    private final long[] inRange = order.f.mask();
    private final long[] isKey = f.mask();
    private final long[] isX = f.mask();
    private final long[] isNeutral = f.mask();
    private final long[] possible = f.mask();

    Workspace() {
      for (int i = 0; i < elements; i++) {
        r[i] = order.f.element();
        inverseOfS[i] = order.f.element();
      }
    }

    /** Sets valid for {@code count} operations from {@code first} on. */
    void verify(byte[] publicKeys, EcDigest[] digests, byte[] signatures, int first, int count) {
      Arrays.fill(valid, -1);
      for (int i = 0; i < count; i += width) {
        load(i, digests, signatures, first, Math.min(width, count - i));
      }
      invert(count);
      for (int g = 0; g < Groups.of(count, lanes); g++) {
        multiply(g, publicKeys, digests, first, count);
      }
      for (int g = 0; g < Groups.of(count, lanes); g++) {
        compare(g, signatures, first, Math.min(lanes, count - g * lanes));
      }
    }

    /** 1/s as factors. Few scalars are inverted one by one, many share a power. */
    private void invert(int count) {
      for (int e = 0; e * width < count; e++) {
        if (count <= FEW) {
          invertEach(inverseOfS[e]);
        }
        order.toFactor(inverseOfS[e], inverseOfS[e]);
      }
      if (count > FEW) {
        inverse.invert(inverseOfS, (count + width - 1) / width);
      }
    }

    private void invertEach(long[] scalar) {
      order.write(half, 0, scalar);
      for (int j = 0; j < width; j++) {
        inverseVartime.invert(half, j * bytes);
      }
      order.read(scalar, half, 0);
    }

    /** r and s of the operations from i on; valid = 0 where out of range, or not low as asked. */
    private void load(int i, EcDigest[] digests, byte[] signatures, int first, int count) {
      int at = (first + i) * signatureBytes;
      readHalf(r[i / width], i, signatures, at, count);
      readHalf(inverseOfS[i / width], i, signatures, at + bytes, count);
      scalars.isHigh(inRange, inverseOfS[i / width]);
      for (int j = 0; j < count; j++) {
        valid[i + j] &= digests[first + i + j].lowS ? ~inRange[j] : -1;
      }
    }

    /** Reads a half of each signature; 0 where it is not in range. */
    private void readHalf(long[] scalar, int i, byte[] signatures, int offset, int count) {
      for (int j = 0; j < count; j++) {
        BigEndian.reverse(half, j * bytes, signatures, offset + j * signatureBytes, bytes);
      }
      scalars.isInRange(inRange, half, 0);
      for (int j = 0; j < width; j++) {
        valid[i + j] &= inRange[j];
        if (inRange[j] == 0) {
          Arrays.fill(half, j * bytes, (j + 1) * bytes, (byte) 0);
        }
      }
      order.read(scalar, half, 0);
    }

    /** points[g] = [z/s]B + [r/s]Q; the neutral point stands for what is no key. */
    private void multiply(int g, byte[] publicKeys, EcDigest[] digests, int first, int count) {
      int start = g * lanes;
      int used = Math.min(lanes, count - start);
      loadFactors(start, used, digests, first);
      int keys = (first + start) * publicKeyBytes;
      if (knownKeys.find(publicKeys, keys, used)) {
        knownKeys.multiply(points[g], factorOfB, factorOfQ, bytes, used);
        return;
      }
      loadKeys(start, used, publicKeys, keys);
      if (alone != null && used == 1) {
        alone.multiply(points[g], factorOfB, factorOfQ, bytes, Q);
      } else {
        multiplier.multiply(points[g], factorOfB, factorOfQ, bytes, Q);
      }
      knownKeys.learn(publicKeys, keys, used, isKey, Q);
    }

    /** Q = the keys of a group, or the neutral point and valid = 0 for what is no key. */
    private void loadKeys(int start, int used, byte[] publicKeys, int keys) {
      System.arraycopy(publicKeys, keys, key, 0, used * publicKeyBytes);
      repeatLast(key, publicKeyBytes, used);
      codec.decode(isKey, Q, key, 0);
      for (int lane = 0; lane < lanes; lane++) {
        valid[start + lane] &= isKey[lane];
        isNeutral[lane] = ~isKey[lane];
      }
      group.setNeutral(Q, isNeutral, neutral);
    }

    /** The factors z/s and r/s of a group. */
    private void loadFactors(int start, int used, EcDigest[] digests, int first) {
      for (int i = 0; i < used; i += width) {
        int e = (start + i) / width;
        for (int j = 0; j < Math.min(width, used - i); j++) {
          byte[] digest = digests[first + start + i + j].bytes;
          EcHash.leftmostBits(half, j * bytes, order.f.bits, digest);
        }
        order.read(factor, half, 0);
        order.f.mul(factor, factor, inverseOfS[e]);
        order.write(factorOfB, i * bytes, factor);
        order.f.mul(factor, r[e], inverseOfS[e]);
        order.write(factorOfQ, i * bytes, factor);
      }
      repeatLast(factorOfB, bytes, used);
      repeatLast(factorOfQ, bytes, used);
    }

    /**
     * Lanes that no operation needs repeat the last one: zeros would put the group in doubt, and
     * all of it would be computed twice.
     */
    private void repeatLast(byte[] in, int size, int used) {
      for (int lane = used; lane < lanes; lane++) {
        System.arraycopy(in, (used - 1) * size, in, lane * size, size);
      }
    }

    /** Whether x mod l is r: whether X = r Z or X = (r + l) Z, and the point is not neutral. */
    private void compare(int g, byte[] signatures, int first, int used) {
      Point P = points[g];
      f.isZero(isNeutral, P.Z, scratch);
      Arrays.fill(isX, 0);
      for (int multiple = 0; multiple < 2; multiple++) {
        loadX(signatures, first + g * lanes, used, multiple);
        f.isCanonical(isKey, x, 0);
        Mask.and(possible, isKey);
        if (Mask.anyVartime(possible)) {
          f.decode(candidate, x, 0);
          f.mul(candidate, candidate, P.Z);
          f.isEqual(isKey, candidate, P.X, scratch);
          for (int lane = 0; lane < lanes; lane++) {
            isX[lane] |= isKey[lane] & possible[lane];
          }
        }
      }
      for (int lane = 0; lane < used; lane++) {
        valid[g * lanes + lane] &= isX[lane] & ~isNeutral[lane];
      }
    }

    /** x = r, or r + l; possible = 0 where that has more bytes than a coordinate. */
    private void loadX(byte[] signatures, int first, int used, int multiple) {
      Arrays.fill(possible, 0);
      for (int lane = 0; lane < used; lane++) {
        int end = (first + lane) * signatureBytes + bytes;
        int carry = 0;
        int beyond = 0;
        for (int i = 0; i < Math.max(bytes, f.bytes); i++) {
          if (i < bytes) {
            carry += (signatures[end - 1 - i] & 0xff) + multiple * (modulus[i] & 0xff);
          }
          if (i < f.bytes) {
            x[lane * f.bytes + i] = (byte) carry;
          } else {
            beyond |= carry & 0xff;
          }
          carry >>= 8;
        }
        possible[lane] = (beyond | carry) == 0 ? -1 : 0;
      }
    }
  }
}
