package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The whole stack on fields of three lanes: each lane must give what one lane gives. */
class LanesTest {
  private static final int LANES = 3;
  private static final Curve ONE = Card.of("curve25519");
  private static final Curve THREE = EdScheme.withLanes(LANES, ONE);

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  private static byte[] lane(byte[] all, int lane) {
    int size = all.length / LANES;
    return Arrays.copyOfRange(all, lane * size, (lane + 1) * size);
  }

  private static Xdh xdh(Curve curve) {
    return new Xdh(curve, new CombTable(curve, curve.ladder().orElseThrow().comb()));
  }

  @Test
  void xdh() {
    Xdh one = xdh(ONE);
    Xdh three = xdh(THREE);
    Random random = new Random(21);
    for (int i = 0; i < 5; i++) {
      byte[] secrets = bytes(random, 32 * LANES);
      byte[] peers = bytes(random, 32 * LANES);
      Arrays.fill(peers, 32, 64, (byte) 0); // small order in one lane only
      byte[] keys = new byte[32 * LANES];
      byte[] shared = new byte[32 * LANES];
      long[] zero = new long[LANES];
      three.publicKeys(keys, secrets);
      three.agree(shared, zero, secrets, peers);
      assertArrayEquals(new long[] {0, -1, 0}, zero);
      for (int lane = 0; lane < LANES; lane++) {
        byte[] out = new byte[32];
        one.publicKeys(out, lane(secrets, lane));
        assertArrayEquals(out, lane(keys, lane));
        one.agree(out, new long[1], lane(secrets, lane), lane(peers, lane));
        assertArrayEquals(out, lane(shared, lane));
      }
    }
  }
}
