package io.kexd.crypto.model;

import io.kexd.crypto.field.Mix;

/**
 * The steps of {@link Jacobian} in four lanes (X, Y, Z, W = a Z^4), X and Y up to 2T: a doubling is
 * a squaring and two multiplications, an addition five multiplications. Operands and tables are
 * those of {@link Jacobian}, on the curve that its tables move to.
 */
final class JacobianInLanes extends InLanes {
  /** What they need: sums of five elements are carried. */
  static final int HEADROOM = 2;

  private final Jacobian jacobian;
  private final Mix right2;
  private final Mix left3;
  private final Mix right3;
  private final Mix doubled;
  private final Mix zAndY;
  private final Mix factors;
  private final Mix differences;
  private final Mix withZ;
  private final Mix products;
  private final Mix left5;
  private final Mix right5;
  private final Mix sum;

  JacobianInLanes(Jacobian jacobian) {
    super(jacobian.f, 2, 2);
    this.jacobian = jacobian;
    boolean loose = f.headroom >= 4; // then M is not carried
    this.right2 = new Mix(f, 4, ". . 3 .", "1*2 1 0*3 .");
    this.left3 = new Mix(f, loose ? 4 : 2, "2 . . .", ". 3 1 .");
    this.right3 = new Mix(f, 5, "0*3 1 . .", "-2*2 . . .", ". . 2 .");
    this.doubled = new Mix(f, 2, ". 0 2 1", "2 -1 . .", "-0 . . .");
    this.zAndY = new Mix(f, 1, "2 . . .", ". 1 . .");
    this.factors = new Mix(f, 1, "0 . . .", ". 1 . .", ". . 2 .");
    this.differences = new Mix(f, 6, "0*2 0*2 1 .", "-0*2 -0*2 -1 .");
    this.withZ = new Mix(f, 1, ". 1 2 .", "2 . . .");
    this.products = new Mix(f, 3, "0 . . 2", "-0 0 . .", ". . 0 .");
    this.left5 = new Mix(f, 4, "2*2 . . .", ". 1*2 . .", ". . 2 .");
    // Always carried, so that X stays below 2T.
    this.right5 = new Mix(f, f.headroom + 1, "1*3 0 3 -1*2", "0 . . -0", "-2 . . 2");
    this.sum = new Mix(f, 2, ". 0 . 2", ". -1 . .", "3 . . .", ". . 0 .");
  }

  @Override
  public OddMultiples oddMultiples(int window) {
    return jacobian.oddMultiples(window);
  }

  @Override
  public void set(Point P, Operand Q, boolean giveT) {
    pack(P.X, Q.elements[0], Q.elements[1], one, jacobian.a);
  }

  // spotless:off

  /** 1S + 2M each. */
  @Override
  public void twice(Point P, int count, boolean giveT) {
    for (int i = count; i > 0; i--) {
      f.sqr(A, P.X);                           // (X^2, Y^2, ., .)
      right2.apply(C, P.X, A);                 // M = 3 X^2 + W
      f.select(B, lane0, P.X, C);
      f.mul(A, B, C);                          // (X, Y^2, M) (2 Y^2, Y^2, M) = (2 S, Y^4, M^2, .)
      left3.apply(B, B, P.X);
      right3.apply(C, A, A, P.X);
      f.mul(B, B, C);                          // (M, W, Y) (2 S - 2 X3, Y^4, Z)
      doubled.apply(P.X, B, A, A);             // (X3 = M^2 - 2 S, Y3 = 2 M (S - X3) - Y^4, Z3, W3)
    }
  }

  /** 5M. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    f.permute(A, P.X, from2);
    zAndY.apply(B, P.X, Q.elements[1]);
    f.mul(A, A, B);                            // (ZZ = Z1^2, Z1 y2, ., .)
    f.permute(B, A, from0);
    factors.apply(C, Q.elements[0], A, jacobian.a);
    f.mul(B, B, C);                            // (x2 ZZ, y2 Z1^3, a ZZ, .)
    differences.apply(C, B, P.X);              // (2 H, 2 H, R, .)
    withZ.apply(D, C, P.X);
    f.mul(D, D, C);                            // (Z1, 2 H, R) (2 H, 2 H, R) = (Z3, I, R^2, .)
    products.apply(B, B, P.X, A);
    f.permute(A, D, from1);
    f.mul(A, A, B);                            // (H, X1, ZZ, a ZZ) I = (J, V, Z3^2, a Z3^2)
    left5.apply(B, C, P.X, A);
    right5.apply(C, A, A, D);                  // (V - X3, J, a Z3^2, X3 = R^2 - J - 2 V)
    f.mul(B, B, C);                            // (2 R, 2 Y1, Z3^2, 0) (V - X3, J, a Z3^2, X3)
    sum.apply(P.X, B, B, C, D);
  }

  // spotless:on

  @Override
  public void addLast(Point P, Operand Q) {
    unpack(P);
    jacobian.addLast(P, Q);
  }

  @Override
  public void finish(long[] doubtful, Point P) {
    unpack(P);
    jacobian.finish(doubtful, P);
  }

  @Override
  public void adapt(Operand Q) {
    jacobian.adapt(Q);
  }

  @Override
  public void negate(Operand Q, long[] where) {
    jacobian.negate(Q, where);
  }

  @Override
  public void wipe() {
    super.wipe();
    jacobian.wipe();
  }
}
