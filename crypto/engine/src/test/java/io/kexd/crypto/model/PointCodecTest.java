package io.kexd.crypto.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.model.ToyCurve.Affine;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The encoding of Edwards points, on every string of its size. */
class PointCodecTest {
  static List<ToyCurve> toys() {
    return ToyCurve.small().stream().filter(ToyCurve::isEdwards).toList();
  }

  /** Every string of that size, against the definition of RFC 8032 section 5.1.3. */
  @ParameterizedTest
  @MethodSource("toys")
  void decodesExactlyTheCanonicalEncodings(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    PointCodec codec = new PointCodec(toy.curve, group);
    Point P = group.point();
    long[] valid = group.f.mask();
    int lanes = group.f.lanes;
    int strings = 1 << (8 * codec.bytes);
    int accepted = 0;
    for (int s = 0; s < strings; s++) {
      byte[] in = new byte[codec.bytes * lanes];
      for (int i = 0; i < in.length; i++) {
        int lane = i / codec.bytes;
        in[i] = (byte) ((s + lane * 77) % strings >> (8 * (i % codec.bytes)));
      }
      codec.decode(valid, P, in);
      Affine[] expected = new Affine[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        expected[lane] = decode(toy, codec.bytes, (s + lane * 77) % strings);
        assertEquals(expected[lane].x() < 0 ? 0 : -1, valid[lane], "string " + s);
      }
      if (Arrays.stream(expected).allMatch(e -> e.x() >= 0)) {
        assertArrayEquals(expected, toy.fromEngine(group, P));

        byte[] out = new byte[in.length];
        codec.encode(out, P);
        assertArrayEquals(in, out);
      }
      accepted += valid[0] != 0 ? 1 : 0;
    }
    assertEquals(toy.points.size(), accepted, "each point has one encoding");
  }

  private static Affine decode(ToyCurve toy, int bytes, int s) {
    int sign = s >> (8 * bytes - 1);
    int y = s & ((1 << (8 * bytes - 1)) - 1);
    return toy.points.stream()
        .filter(P -> P.y() == y && P.x() % 2 == sign)
        .findFirst()
        .orElse(new Affine(-1, 0));
  }
}
