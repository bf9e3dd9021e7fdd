package io.kexd.crypto.mult;

import io.kexd.crypto.model.ToyCurve;

/**
 * Multiples on B v^2 = u^3 + A u^2 + u by the affine chord and tangent law, where B is chosen so
 * that the point exists: 1 or a non-square, which gives the twist.
 */
final class MontgomeryReference {
  private final ToyCurve toy;
  private final int a;

  MontgomeryReference(ToyCurve toy) {
    this.toy = toy;
    this.a = toy.mod(toy.ladderA());
  }

  /** u of [0]P to [count - 1]P for P = (u, v); 0 for the neutral point. */
  int[] multiples(int u, int count) {
    int right = toy.mod(u * toy.mod(u * u + a * u + 1));
    int v = 1;
    int b = toy.mod(right); // B v^2 = right with v = 1; v = 0 where right = 0
    if (right == 0) {
      v = 0;
      b = 1;
    }
    int[] result = new int[count];
    boolean neutral = true;
    int x = 0;
    int y = 0;
    for (int k = 1; k < count; k++) {
      if (neutral) {
        x = u;
        y = v;
        neutral = false;
      } else if (x == u && toy.mod(y + v) == 0) {
        neutral = true;
      } else {
        int slope =
            x == u
                ? toy.mod(toy.mod(3 * x * x + 2 * a * x + 1) * toy.inverse(toy.mod(2 * b * y)))
                : toy.mod(toy.mod(v - y) * toy.inverse(u - x));
        int nextX = toy.mod(toy.mod(b * toy.mod(slope * slope)) - a - x - u);
        y = toy.mod(slope * toy.mod(x - nextX) - y);
        x = nextX;
      }
      result[k] = neutral ? 0 : x;
    }
    return result;
  }
}
