package io.kexd.crypto.mult;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.field.CountingField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a multiplication costs in a field of headroom 2: the numbers of docs/formulas.md. */
class CostTest {
  @ParameterizedTest
  @CsvSource({
    "p256, 1, 2, 3",
    "numsp256d1, 1, 2, 3",
    "p384, 1, 2, 3",
    "p521, 1, 2, 3",
    "curve25519, 1, 2, 3",
    "numsp256t1, 1, 2, 3",
    "curve448, 1, 2, 3",
  })
  void multiplications(String id, String window, String comb, String twoScalars) {
    Costs costs = new Costs(Card.of(id));
    assertEquals(window, costs.window());
    assertEquals(comb, costs.comb());
    assertEquals(twoScalars, costs.twoScalars());
  }

  /** The strategies of a curve on a field that counts. */
  private static final class Costs {
    private final CountingField f;
    private final Curve curve;
    private final Group group;
    private final Point P;
    private final byte[] k;

    Costs(Curve original) {
      this.f = new CountingField(original.field(), 2);
      this.curve = original.withFields(f, original.order());
      this.group = Group.of(curve);
      this.P = group.point();
      this.k = new byte[curve.order().bytes];
      Arrays.fill(k, 0, k.length - 1, (byte) 0x5a);
      group.setBase(P);
    }

    private String count(Runnable multiplication) {
      f.reset();
      multiplication.run();
      return "%dM + %dS + %d sums + %d carries"
          .formatted(f.multiplications, f.squarings, f.sums, f.carries);
    }

    String window() {
      FixedWindow strategy = new FixedWindow(curve, group);
      return count(() -> strategy.multiply(group.point(), k, k.length, P));
    }

    String comb() {
      SignedComb strategy = new SignedComb(curve, group, new CombTable(curve, curve.comb()));
      return count(() -> strategy.multiply(group.point(), k, k.length));
    }

    String twoScalars() {
      BaseMultiples base = new BaseMultiples(curve);
      DoubleScalarVartime strategy = new DoubleScalarVartime(curve, group, base);
      return count(() -> strategy.multiply(group.point(), k, k.length, P));
    }
  }
}
