package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SHAKE256 on NIST's examples, and against the JDK and Bouncy Castle. */
class Shake256Test {
  /** Of a block, which a permutation follows. */
  private static final int RATE = 136;

  /** NIST's example values for FIPS 202, SHAKE256_Msg0: the start of the output. */
  private static final String OF_NOTHING =
      "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
          + "d75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be"
          + "141e96616fb13957692cc7edd0b45ae3dc07223c8e92937bef84bc0eab862853"
          + "349ec75546f58fb7c2775c38462c5010d846c185c15111e595522a6bcd16cf86"
          + "f3d122109e3b1fdd";

  /** The same, SHAKE256_Msg1600: 200 bytes a3. */
  private static final String OF_200_BYTES =
      "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"
          + "2d700caae7396ece96604440577da4f3aa22aeb8857f961c4cd8e06f0ae6610b"
          + "1048a7f64e1074cd629e85ad7566048efc4fb500b486a3309a8f26724c0ed628"
          + "001a1099422468de726f1061d99eb9e93604d5aa7467d4b1bd6484582a384317"
          + "d7f47d750b8f5499";

  private final Shake256 shake = new Shake256();

  private byte[] hash(byte[] in, int size) {
    byte[] out = new byte[size];
    shake.absorb(in, 0, in.length);
    shake.squeeze(out, 0, size);
    shake.wipe();
    return out;
  }

  private static byte[] bouncyCastle(byte[] in, int size) {
    byte[] out = new byte[size];
    SHAKEDigest digest = new SHAKEDigest(256);
    digest.update(in, 0, in.length);
    digest.doFinal(out, 0, size);
    return out;
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Test
  void examplesOfNist() {
    assertEquals(OF_NOTHING, HexFormat.of().formatHex(hash(new byte[0], RATE)));
    byte[] in = new byte[200];
    Arrays.fill(in, (byte) 0xa3);
    assertEquals(OF_200_BYTES, HexFormat.of().formatHex(hash(in, RATE)));
  }

  /** The JDK gives 64 bytes. */
  @Test
  void everyInputSizeAgainstTheJdk() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHAKE256-512");
    for (int size = 0; size < 6 * RATE; size++) {
      byte[] in = random(size);
      assertArrayEquals(digest.digest(in), hash(in, 64), "size " + size);
    }
  }

  @Test
  void everyOutputSizeAgainstBouncyCastle() {
    for (int size = 0; size < 6 * RATE; size++) {
      byte[] in = random(size);
      assertArrayEquals(bouncyCastle(in, size), hash(in, size), "size " + size);
    }
  }

  /** An input in three parts, an output in two. */
  private void checkSplits(byte[] in, int first, int second) {
    byte[] out = new byte[2 * RATE + first];
    shake.absorb(in, 0, first);
    shake.absorb(in, first, second - first);
    shake.absorb(in, second, in.length - second);
    shake.squeeze(out, 0, first);
    shake.squeeze(out, first, out.length - first);
    shake.wipe();
    assertArrayEquals(bouncyCastle(in, out.length), out, first + ", " + second);
  }

  @Test
  void everySplitInTwo() {
    byte[] in = random(3 * RATE);
    for (int first = 0; first <= in.length; first++) {
      checkSplits(in, first, first);
      checkSplits(in, first, in.length);
    }
  }

  @Test
  @Tag("thorough")
  void everySplitInThree() {
    byte[] in = random(2 * RATE + 9);
    for (int first = 0; first <= in.length; first++) {
      for (int second = first; second <= in.length; second++) {
        checkSplits(in, first, second);
      }
    }
  }

  @Test
  void takesNoInputAfterOutput() {
    byte[] bytes = new byte[8];
    shake.squeeze(bytes, 0, 8);
    assertThrows(IllegalStateException.class, () -> shake.absorb(bytes, 0, 8));
    shake.wipe();
    assertArrayEquals(bouncyCastle(bytes, 8), hash(bytes, 8));
  }

  /** What was absorbed before is gone, finished or not. */
  @Test
  void startsAnewWhenWiped() {
    byte[] in = random(100);
    shake.absorb(in, 0, 77);
    shake.wipe();
    assertArrayEquals(bouncyCastle(in, 300), hash(in, 300));
  }
}
