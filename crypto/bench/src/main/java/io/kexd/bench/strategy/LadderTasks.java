package io.kexd.bench.strategy;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.mult.MontgomeryLadder;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;

/** The Montgomery ladder, on u-coordinates. A workspace of one thread, one lane. */
final class LadderTasks {
  private final Field f;
  private final MontgomeryLadder ladder;
  private final byte[] k;
  private final long[] u;
  private final byte[] bytesOfU;

  /** Results. */
  private final long[] r;

  private final byte[] bytes;
  private final long[] scratch;

  private LadderTasks(Curve curve, BigInteger k, BigInteger u) {
    this.f = curve.field();
    this.ladder = new MontgomeryLadder(curve);
    this.k = Scalars.bytes(k, f.bytes);
    this.u = f.element();
    f.set(this.u, u);
    this.bytesOfU = Scalars.bytes(u, f.bytes);
    this.r = f.element();
    this.bytes = new byte[f.bytes];
    this.scratch = f.element();
  }

  /** The ladder from P to [k]P, which are affine points as hexadecimal text: x, y. */
  static List<Task> of(Curve curve, BigInteger k, String P, String product) {
    LadderTasks tasks = new LadderTasks(curve, k, u(curve, P));
    byte[] u = Scalars.bytes(u(curve, product), curve.field().bytes);
    String expected = HexFormat.of().formatHex(u);
    return List.of(
        new Task(Measure.LADDER, tasks::ladder, tasks::encode, expected),
        new Task(Measure.LADDER_BYTES, tasks::ladderBytes, tasks::hex, expected));
  }

  /** u of a point (x, y) by its definition, see {@link Curve.Map}. */
  private static BigInteger u(Curve curve, String point) {
    BigInteger p = curve.field().modulus;
    String[] xy = point.split(" ", -1);
    BigInteger x = Scalars.integer(HexFormat.of().parseHex(xy[0]));
    BigInteger y = Scalars.integer(HexFormat.of().parseHex(xy[1]));
    return switch (curve.ladder().orElseThrow().map()) {
      case BIRATIONAL -> ONE.add(y).multiply(ONE.subtract(y).modInverse(p)).mod(p);
      case ISO4 -> y.multiply(x.modInverse(p)).modPow(BigInteger.TWO, p);
    };
  }

  private int ladder() {
    ladder.multiply(r, k, u);
    return (int) r[0];
  }

  private int ladderBytes() {
    f.decode(r, bytesOfU, 0);
    ladder.multiply(r, k, r);
    f.encode(bytes, 0, r, scratch);
    return bytes[0];
  }

  private String encode() {
    byte[] out = new byte[f.bytes];
    f.encode(out, 0, r, scratch);
    return HexFormat.of().formatHex(out);
  }

  private String hex() {
    return HexFormat.of().formatHex(bytes);
  }
}
