package io.kexd.bench.strategy;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.DoubleScalarVartime;
import io.kexd.crypto.mult.FixedWindow;
import io.kexd.crypto.mult.FixedWindowVartime;
import io.kexd.crypto.mult.SignedComb;
import io.kexd.crypto.mult.WnafVartime;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The strategies of a curve that work on points: all with one scalar k, on one point P = [t]B or on
 * the base point B, so that each result is known from another strategy too. A workspace of one
 * thread, one lane.
 */
final class CurveTasks {
  private final Curve curve;
  private final Group group;
  private final Field f;
  private final BigInteger order;
  private final int size;
  private final Compression compression;
  private final FieldRoots roots;
  private final FixedWindow window;
  private final SignedComb comb;
  private final Precomputation precomputation;
  private final BigInteger t;
  private final BigInteger k;
  private final byte[] bytesOfK;
  private final Point P;
  private final byte[] bytesOfP;

  /** Results. */
  private final Point R;

  private final long[] x;
  private final long[] y;
  private byte[] bytes = {};

  private final List<Task> tasks = new ArrayList<>();

  private CurveTasks(Curve curve, CombTable table) {
    this.curve = curve;
    this.group = Group.of(curve);
    this.f = group.f;
    this.order = curve.order().modulus;
    this.size = curve.order().bytes;
    this.compression = Compression.of(curve, group);
    this.roots = new FieldRoots(f);
    this.window = new FixedWindow(curve, group);
    this.comb = new SignedComb(curve, group, table);
    this.precomputation = new Precomputation(curve, group);
    this.R = group.point();
    this.x = f.element();
    this.y = f.element();
    this.t = Scalars.below(order, 1);
    this.k = Scalars.below(order, 2);
    this.bytesOfK = scalar(k);
    this.P = group.point();
    byWindow(t);
    group.setAffine(P, x, y);
    this.bytesOfP = compression.compress(P).clone();
  }

  /** Every measure of the curve, those of its ladder first where it has one. */
  static List<Task> of(Curve curve, CombTable table) {
    CurveTasks points = new CurveTasks(curve, table);
    if (curve.ladder().isPresent()) {
      points.byWindow(points.t);
      String u = points.affine();
      points.byComb(points.t.multiply(points.k));
      points.tasks.addAll(LadderTasks.of(curve, points.k, u, points.affine()));
    }
    points.addVariableBase();
    points.addVartime();
    points.addCompression();
    points.addFixedBase();
    return points.tasks;
  }

  private byte[] scalar(BigInteger value) {
    return Scalars.bytes(value.mod(order), size);
  }

  /** (x, y) = [value]B by the window, as text. */
  private String byWindow(BigInteger value) {
    Point base = group.point();
    group.setBase(base);
    window.multiply(R, scalar(value), size, base);
    return point();
  }

  /** (x, y) = [value]B by the comb, as text. */
  private String byComb(BigInteger value) {
    comb.multiply(R, scalar(value), size);
    return point();
  }

  private void addVariableBase() {
    String product = byComb(t.multiply(k));
    String encoded = encoded();
    addPoint(Measure.WINDOW, product, () -> window.multiply(R, bytesOfK, size, P));
    tasks.add(new Task(Measure.WINDOW_AFFINE, this::windowAffine, this::affine, product));
    addBytes(Measure.WINDOW_BYTES, encoded, () -> window.multiply(R, bytesOfK, size, R));
  }

  private void addVartime() {
    String product = byComb(t.multiply(k));
    String encoded = encoded();
    FixedWindowVartime fixed = new FixedWindowVartime(curve, group);
    WnafVartime wnaf = new WnafVartime(curve, group);
    DoubleScalarVartime two = new DoubleScalarVartime(curve, group, new BaseMultiples(curve));
    addPoint(Measure.WINDOW_VARTIME, product, () -> fixed.multiply(R, bytesOfK, size, P));
    addBytes(Measure.WINDOW_VARTIME_BYTES, encoded, () -> fixed.multiply(R, bytesOfK, size, R));
    addPoint(Measure.WNAF_VARTIME, product, () -> wnaf.multiply(R, bytesOfK, size, P));
    addBytes(Measure.WNAF_VARTIME_BYTES, encoded, () -> wnaf.multiply(R, bytesOfK, size, R));
    BigInteger s = Scalars.below(order, 3);
    byte[] bytesOfS = scalar(s);
    addPoint(
        Measure.DOUBLE_SCALAR_VARTIME,
        byWindow(s.add(t.multiply(k))),
        () -> two.multiply(R, bytesOfS, bytesOfK, size, P));
  }

  private void addCompression() {
    String p = byComb(t);
    Point projective = group.point();
    projective.set(f, R);
    tasks.add(new Task(Measure.DECOMPRESSION, this::decompress, this::point, p));
    tasks.add(
        new Task(
            Measure.COMPRESSION,
            () -> compress(projective),
            this::hex,
            HexFormat.of().formatHex(bytesOfP)));
  }

  private void addFixedBase() {
    String product = byWindow(k);
    String encoded = encoded();
    addPoint(Measure.COMB, product, () -> comb.multiply(R, bytesOfK, size));
    tasks.add(new Task(Measure.COMB_AFFINE, this::combAffine, this::affine, product));
    tasks.add(new Task(Measure.COMB_BYTES, this::combBytes, this::hex, encoded));
    tasks.add(
        new Task(
            Measure.PRECOMPUTATION,
            precomputation::compute,
            precomputation::sha256,
            curve.comb().sha256()));
    String last = byComb(t.multiply(k));
    tasks.add(new Task(Measure.ALL_THREE, this::allThree, this::affine, last));
  }

  /** A task that leaves a projective point in R. */
  private void addPoint(Measure measure, String expected, Runnable multiplication) {
    tasks.add(
        new Task(
            measure,
            () -> {
              multiplication.run();
              return (int) R.X[0];
            },
            this::point,
            expected));
  }

  /** A task from bytes to bytes, around a multiplication of R. */
  private void addBytes(Measure measure, String expected, Runnable multiplication) {
    tasks.add(
        new Task(
            measure,
            () -> {
              compression.decompress(R, bytesOfP);
              multiplication.run();
              return compress(R);
            },
            this::hex,
            expected));
  }

  private int windowAffine() {
    window.multiply(R, bytesOfK, size, P);
    group.toAffine(x, y, R, roots);
    return (int) x[0];
  }

  private int decompress() throws InvalidKeyException {
    compression.decompress(R, bytesOfP);
    return (int) R.X[0];
  }

  private int compress(Point projective) {
    bytes = compression.compress(projective);
    return bytes[0];
  }

  private int combAffine() {
    comb.multiply(R, bytesOfK, size);
    group.toAffine(x, y, R, roots);
    return (int) x[0];
  }

  private int combBytes() {
    comb.multiply(R, bytesOfK, size);
    return compress(R);
  }

  /** The comb reads the table of the resource, which has the same points. */
  private int allThree() {
    return precomputation.compute() + combAffine() + windowAffine();
  }

  /** (x, y) = R, as text. */
  private String point() {
    group.toAffine(x, y, R, roots);
    return affine();
  }

  private String affine() {
    return hex(x) + ' ' + hex(y);
  }

  private String hex(long[] element) {
    byte[] out = new byte[f.bytes];
    f.encode(out, 0, element, f.element());
    return HexFormat.of().formatHex(out);
  }

  private String encoded() {
    return HexFormat.of().formatHex(compression.compress(R));
  }

  private String hex() {
    return HexFormat.of().formatHex(bytes);
  }
}
