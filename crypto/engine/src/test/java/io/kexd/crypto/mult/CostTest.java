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
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What [k]P, [k]B and [s]B + [k]P cost: a formula that gets dearer shows here. */
class CostTest {
  @ParameterizedTest
  @CsvSource({
    "p256, 1567M + 1331S, 1894M + 1489S",
    "numsp256d1, 1565M + 1331S, 1894M + 1489S",
    "p384, 2267M + 1956S, 2766M + 2200S",
    "p521, 3051M + 2656S, 3704M + 2961S",
    "curve25519, 1291M + 1004S, 1516M + 1004S",
    "numsp256t1, 1291M + 1004S, 1516M + 1004S",
    "curve448, 2292M + 1784S, 2741M + 1784S",
  })
  void windows(String id, String window, String twoScalars) {
    Costs costs = new Costs(Card.of(id));
    assertEquals(List.of(window, twoScalars), List.of(costs.window(), costs.twoScalars()));
  }

  /** The first addition sets a point, the last one gives no T, or is complete. */
  @ParameterizedTest
  @CsvSource({
    "p256, 8, 3, 18, 1",
    "numsp256d1, 8, 3, 16, 1",
    "curve25519, 7, 0, 7, 0",
    "curve448, 8, 0, 8, 0",
  })
  void comb(String id, int m, int s, int firstAndLastM, int firstAndLastS) {
    Costs costs = new Costs(Card.of(id));
    int bits = costs.curve.order().bits + 1;
    int window = costs.curve.comb().window();
    int others = (bits + window - 1) / window - 2;
    String expected = "%dM + %dS".formatted(others * m + firstAndLastM, others * s + firstAndLastS);
    assertEquals(expected, costs.comb());
  }

  /** The strategies of a curve on a field that counts. */
  private static final class Costs {
    private final CountingField f;
    private final Curve curve;
    private final Group group;
    private final Point P;
    private final byte[] k;
    private final byte[] s;

    Costs(Curve original) {
      this.f = new CountingField(original.field());
      this.curve = original.withFields(f, original.order());
      this.group = Group.of(curve);
      this.P = group.point();
      this.k = new byte[curve.order().bytes];
      this.s = new byte[k.length];
      Arrays.fill(k, 0, k.length - 1, (byte) 0x5a);
      Arrays.fill(s, 0, s.length - 2, (byte) 0x33);
      group.setBase(P);
    }

    private String count(Runnable multiplication) {
      f.reset();
      multiplication.run();
      return "%dM + %dS".formatted(f.multiplications, f.squarings);
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
      return count(() -> strategy.multiply(group.point(), s, k, k.length, P));
    }
  }
}
