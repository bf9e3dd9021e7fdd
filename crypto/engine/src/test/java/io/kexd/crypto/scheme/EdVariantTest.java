package io.kexd.crypto.scheme;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules and variants: contexts, digests, dom, and what is no rule or variant. */
class EdVariantTest {
  private static final byte[] MESSAGE = {1, 2, 3};

  static Curve.SchemeSpec scheme(String rules, String name) {
    return new Curve.SchemeSpec("id", "eddsa", "draft", List.of(), "", 0, rules, name);
  }

  private static EdVariant of(String rules, String variant) {
    return EdVariant.of(scheme(rules, rules.equals("edx") ? "Name" : ""), variant);
  }

  private static String dom(EdVariant variant, byte[] context) {
    return HexFormat.of().formatHex(variant.ofMessage(MESSAGE, context).dom);
  }

  private static String hex(String ascii) {
    return HexFormat.of().formatHex(ascii.getBytes(US_ASCII));
  }

  private static void checkContexts(String rules, String variant, int min, int max) {
    EdVariant v = of(rules, variant);
    for (int size = 0; size < 260; size++) {
      boolean allowed = size >= min && size <= max;
      byte[] context = new byte[size];
      assertEquals(allowed, v.acceptsContext(size), rules + " " + variant + " " + size);
      if (!allowed) {
        assertThrows(IllegalArgumentException.class, () -> v.ofMessage(MESSAGE, context));
      } else if (max > 0) {
        byte[] dom = v.ofMessage(MESSAGE, context).dom;
        assertEquals((byte) size, dom[dom.length - size - 1]);
      }
    }
  }

  @Test
  void contexts() {
    checkContexts("ed25519", "pure", 0, 0);
    checkContexts("ed25519", "ctx", 1, 255);
    checkContexts("ed25519", "ph", 0, 255);
    for (String rules : List.of("ed448", "edx")) {
      checkContexts(rules, "pure", 0, 255);
      checkContexts(rules, "ph", 0, 255);
    }
  }

  /** RFC 8032 section 2, and section "Signature proposal" of the experimental rules. */
  @Test
  void dom() {
    byte[] context = {7, 8};
    String prefix = hex("SigEd25519 no Ed25519 collisions");
    assertEquals("", dom(of("ed25519", "pure"), new byte[0]));
    assertEquals(prefix + "00020708", dom(of("ed25519", "ctx"), context));
    assertEquals(prefix + "01020708", dom(of("ed25519", "ph"), context));
    assertEquals(prefix + "0100", dom(of("ed25519", "ph"), new byte[0]));
    assertEquals(hex("SigEd448") + "0000", dom(of("ed448", "pure"), new byte[0]));
    assertEquals(hex("SigEd448") + "01020708", dom(of("ed448", "ph"), context));
    assertEquals(hex("SigEdX-experimental-1 Name") + "0000", dom(of("edx", "pure"), new byte[0]));
    assertEquals(hex("SigEdX-experimental-1 Name") + "01020708", dom(of("edx", "ph"), context));
  }

  /** A caller hashes as digestAlgorithm says, or leaves it to us. */
  @Test
  void digests() throws NoSuchAlgorithmException {
    for (String rules : List.of("ed25519", "ed448", "edx")) {
      EdVariant ph = of(rules, "ph");
      assertEquals(rules.equals("ed25519") ? "SHA-512" : "SHAKE256-512", ph.digestAlgorithm());
      assertEquals(64, ph.digestSize());
      byte[] digest = MessageDigest.getInstance(ph.digestAlgorithm()).digest(MESSAGE);
      byte[] none = new byte[0];
      assertArrayEquals(digest, ph.ofMessage(MESSAGE, none).bytes);
      assertArrayEquals(digest, ph.ofDigest(digest, none).bytes);
      for (int size : new int[] {0, 63, 65}) {
        byte[] wrong = Arrays.copyOf(digest, size);
        assertThrows(IllegalArgumentException.class, () -> ph.ofDigest(wrong, none));
      }
      EdVariant pure = of(rules, "pure");
      assertEquals("", pure.digestAlgorithm());
      assertEquals(0, pure.digestSize());
      assertArrayEquals(MESSAGE, pure.ofMessage(MESSAGE, none).bytes);
      assertThrows(IllegalArgumentException.class, () -> pure.ofDigest(digest, none));
    }
  }

  @Test
  void shakeOfThePrehashIsOurs() {
    byte[] expected = new byte[64];
    EdHash shake = EdHash.shake256(64);
    shake.update(MESSAGE).finish(expected, 0);
    assertArrayEquals(expected, of("ed448", "ph").ofMessage(MESSAGE, new byte[0]).bytes);
  }

  private static void assertRefused(String rules, String name, String variant, String why) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> EdVariant.of(scheme(rules, name), variant));
    assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
  }

  @Test
  void refusesWhatIsNoRuleAndNoVariant() {
    assertRefused("ed448", "", "ctx", "variant 'ctx'");
    assertRefused("edx", "Name", "ctx", "variant 'ctx'");
    assertRefused("ed25519", "", "", "variant ''");
    assertRefused("ed25519", "", "sha256", "variant 'sha256'");
    assertRefused("", "", "pure", "rules ''");
    assertRefused("ed25519ph", "", "pure", "rules 'ed25519ph'");
    assertRefused("edx", "", "pure", "no name");
  }

  /** SHA-512 gives 64 bytes, which points of another size have no use for. */
  @Test
  void refusesSha512WhereItIsTooShort() {
    EdRules rules = EdRules.of(scheme("ed25519", ""));
    assertEquals(64, rules.hash(32).size);
    assertThrows(IllegalArgumentException.class, () -> rules.hash(57));
    assertEquals(114, EdRules.of(scheme("ed448", "")).hash(57).size);
  }
}
