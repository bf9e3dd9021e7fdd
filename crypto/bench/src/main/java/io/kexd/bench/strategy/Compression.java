package io.kexd.bench.strategy;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.model.SecCodec;
import java.security.InvalidKeyException;

/** Points to bytes and back, in the compressed form of their model, as the engine's schemes do. */
interface Compression {
  /** P = the point, with T. One root, and the checks of a peer's key. */
  void decompress(Point P, byte[] in) throws InvalidKeyException;

  /** The bytes; valid until the next call. One inversion. */
  byte[] compress(Point P);

  /** RFC 8032 on Edwards curves, SEC 1 on Weierstrass curves. */
  static Compression of(Curve curve, Group group) {
    return curve.model() == Curve.Model.EDWARDS
        ? new Edwards(curve, group)
        : new Weierstrass(curve, group);
  }

  /** y and the sign of x. */
  final class Edwards implements Compression {
    private final PointCodec codec;
    private final long[] valid;
    private final byte[] out;

    private Edwards(Curve curve, Group group) {
      this.codec = new PointCodec(curve, group);
      this.valid = group.f.mask();
      this.out = new byte[codec.bytes];
    }

    @Override
    public void decompress(Point P, byte[] in) throws InvalidKeyException {
      codec.decode(valid, P, in);
      if (valid[0] == 0) {
        throw new InvalidKeyException("no point of the curve");
      }
    }

    @Override
    public byte[] compress(Point P) {
      codec.encode(out, P);
      return out;
    }
  }

  /** x and the sign of y. */
  final class Weierstrass implements Compression {
    private final SecCodec codec;
    private final long[] valid;
    private final byte[] uncompressed;

    private Weierstrass(Curve curve, Group group) {
      this.codec = new SecCodec(curve, group);
      this.valid = group.f.mask();
      this.uncompressed = new byte[codec.bytes];
    }

    @Override
    public void decompress(Point P, byte[] in) throws InvalidKeyException {
      codec.decode(valid, P, codec.uncompressVartime(in));
    }

    @Override
    public byte[] compress(Point P) {
      codec.encode(uncompressed, P);
      return SecCodec.compress(uncompressed);
    }
  }
}
