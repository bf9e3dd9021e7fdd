package io.kexd.crypto.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.ToyCurve.Affine;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SEC 1 points of toy curves with a one-byte prime: every string of each size. */
class SecCodecTest {
  static List<ToyCurve> toys() {
    return ToyCurve.small().stream().filter(toy -> !toy.isEdwards()).toList();
  }

  private static byte[] bytes(int... values) {
    byte[] out = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      out[i] = (byte) values[i];
    }
    return out;
  }

  private static boolean isPoint(ToyCurve toy, int x, int y) {
    return toy.points.contains(new Affine(x, y));
  }

  /** Each lane has a string of its own. */
  @ParameterizedTest
  @MethodSource("toys")
  void decodesExactlyThePoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    SecCodec codec = new SecCodec(toy.curve, group);
    assertEquals(3, codec.bytes);
    Point P = group.point();
    long[] valid = group.f.mask();
    int lanes = group.f.lanes;
    byte[] in = new byte[3 * lanes];
    int accepted = 0;
    for (int s = 0; s < 1 << 16; s++) {
      for (int lane = 0; lane < lanes; lane++) {
        int t = (s + 4711 * lane) & 0xffff;
        in[3 * lane] = 4;
        in[3 * lane + 1] = (byte) (t >> 8);
        in[3 * lane + 2] = (byte) t;
      }
      codec.decode(valid, P, in);
      for (int lane = 0; lane < lanes; lane++) {
        int t = (s + 4711 * lane) & 0xffff;
        assertEquals(isPoint(toy, t >> 8, t & 0xff) ? -1 : 0, valid[lane], "string " + t);
      }
      accepted += (int) -valid[0];
    }
    assertEquals(toy.points.size() - 1, accepted, "all but the neutral one");
  }

  @ParameterizedTest
  @MethodSource("toys")
  void refusesOtherFormatsInLanes(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    SecCodec codec = new SecCodec(toy.curve, group);
    long[] valid = group.f.mask();
    byte[] in = new byte[3 * group.f.lanes];
    for (int format = 0; format < 256; format++) {
      for (int lane = 0; lane < group.f.lanes; lane++) {
        in[3 * lane] = (byte) format;
        in[3 * lane + 1] = (byte) toy.base.x();
        in[3 * lane + 2] = (byte) toy.base.y();
      }
      codec.decode(valid, group.point(), in);
      assertEquals(format == 4 ? -1 : 0, valid[0], "format " + format);
    }
  }

  /** One key at a time, in both forms, with every first byte. */
  @ParameterizedTest
  @MethodSource("toys")
  void uncompressesExactlyThePoints(ToyCurve toy) throws InvalidKeyException {
    SecCodec codec = new SecCodec(toy.curve, Group.of(toy.curve));
    int accepted = 0;
    for (int format = 0; format < 256; format++) {
      for (int x = 0; x < 256; x++) {
        Affine expected = compressed(toy, format, x);
        byte[] in = bytes(format, x);
        if (expected == null) {
          assertThrows(InvalidKeyException.class, () -> codec.uncompressVartime(in));
          continue;
        }
        accepted++;
        byte[] out = codec.uncompressVartime(in);
        assertArrayEquals(bytes(4, expected.x(), expected.y()), out);
        assertArrayEquals(in, SecCodec.compress(out));
        assertArrayEquals(out, codec.uncompressVartime(out));
      }
    }
    assertEquals(toy.points.size() - 1, accepted);
  }

  private static @Nullable Affine compressed(ToyCurve toy, int format, int x) {
    return toy.points.stream()
        .filter(P -> (format == 2 || format == 3) && P.x() == x && P.y() % 2 == format - 2)
        .findFirst()
        .orElse(null);
  }

  @ParameterizedTest
  @MethodSource("toys")
  void saysWhatIsWrong(ToyCurve toy) {
    SecCodec codec = new SecCodec(toy.curve, Group.of(toy.curve));
    int x = toy.base.x();
    int y = toy.base.y();
    check(codec, "empty");
    check(codec, "point at infinity", 0);
    check(codec, "point at infinity", 0, x, y);
    check(codec, "hybrid", 6, x, y);
    check(codec, "hybrid", 7, x, y);
    check(codec, "must start with 04", 5, x, y);
    check(codec, "must have 3 after a first byte of 04", 4, x);
    check(codec, "must have 3 after a first byte of 04", 4, x, y, 0);
    check(codec, "must have 2 after a first byte of 02", 2, x, y);
    check(codec, "not below the prime", 4, toy.prime, y);
    check(codec, "not below the prime", 4, x, toy.prime + y);
    check(codec, "not below the prime", 3, toy.prime);
    check(codec, "not a point of the curve", 4, x, toy.mod(y + 1));
  }

  private static void check(SecCodec codec, String reason, int... key) {
    InvalidKeyException e =
        assertThrows(
            InvalidKeyException.class,
            () -> codec.uncompressVartime(bytes(key)),
            () -> Arrays.toString(key));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("toys")
  void encodesEveryPoint(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    SecCodec codec = new SecCodec(toy.curve, group);
    AffinePoints affine = new AffinePoints(group, 1);
    int lanes = group.f.lanes;
    int size = toy.points.size();
    for (int i = 0; i < size; i++) {
      Affine[] points = new Affine[lanes];
      byte[] expected = new byte[3 * lanes];
      byte[] x = new byte[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        points[lane] = toy.points.get((i + lane) % size);
        boolean neutral = points[lane].equals(toy.neutral);
        x[lane] = (byte) (neutral ? 0 : points[lane].x());
        expected[3 * lane] = 4;
        expected[3 * lane + 1] = x[lane];
        expected[3 * lane + 2] = (byte) (neutral ? 0 : points[lane].y());
      }
      byte[] out = new byte[3 * lanes];
      codec.encode(out, toy.toEngine(group, points));
      assertArrayEquals(expected, out);
      byte[] outX = new byte[lanes];
      affine.compute(new Point[] {toy.toEngine(group, points)}, 1);
      codec.encodeX(outX, affine.x(0));
      assertArrayEquals(x, outX);
    }
  }
}
