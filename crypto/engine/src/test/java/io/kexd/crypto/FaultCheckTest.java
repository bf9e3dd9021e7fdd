package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What kernels of several lanes sign wrongly does not leave, when it is checked. */
class FaultCheckTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int COUNT = 7;
  private static final SignatureInput INPUT =
      SignatureInput.ofMessage(new byte[3], SignatureOptions.NONE);

  private final Curve curve = Card.of("curve25519");
  private final Curve.SchemeSpec spec =
      curve.schemes().stream().filter(s -> s.id().equals("ed25519")).findFirst().orElseThrow();
  private final EdDsa edDsa = new EdDsa(curve, spec, new CombTable(curve, curve.comb()));
  private final EdVerifier verifier = new EdVerifier(curve, spec);
  private final KeyPair pair = Signer.of("ed25519").generate(RANDOM);

  /** Ed25519 that claims so many lanes and spoils each third signature of a call. */
  @SuppressWarnings("unchecked") // a proxy knows no type arguments
  private Signatures<EdDsa, EdVerifier, EdMessage> spoiling(int lanes) {
    EdDsaAlgorithm right = new EdDsaAlgorithm(EdVariant.of(spec, "pure"), verifier);
    SignatureAlgorithm<EdDsa, EdVerifier, EdMessage> wrong =
        (SignatureAlgorithm<EdDsa, EdVerifier, EdMessage>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SignatureAlgorithm.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("lanes")) {
                    return lanes;
                  }
                  Object result = invoke(method, right, args);
                  if (method.getName().equals("sign")) {
                    byte[] out = (byte[]) args[1];
                    for (int i = 0; i < out.length; i += 3 * 64) {
                      out[i + 40] ^= 1;
                    }
                  }
                  return result;
                });
    return new Signatures<>(
        wrong, edDsa, verifier, kernels(edDsa, edDsa.capacity), kernels(verifier, 8));
  }

  private static Object invoke(Method method, Object target, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static <T> Kernels<T> kernels(T one, int capacity) {
    Variants<T> variants =
        new Variants<>(
            lanes -> {
              if (lanes > 1) {
                throw new UnsupportedOperationException("one lane only");
              }
              return one;
            },
            kernel -> capacity);
    return new Kernels<>(
        "ed25519",
        "test",
        variants,
        () -> {
          throw new AssertionError("not tried");
        });
  }

  private List<SignatureResult> sign(int lanes, FaultCheck check) {
    return spoiling(lanes)
        .sign(
            "ed25519", Collections.nCopies(COUNT, pair), Collections.nCopies(COUNT, INPUT), check);
  }

  @Test
  void allAreChecked() {
    FaultCheck check = FaultCheck.all();
    List<SignatureResult> results = sign(4, check);
    byte[] right = Signer.of("ed25519").sign(pair, new byte[3], new byte[0]);
    for (int i = 0; i < COUNT; i++) {
      SignatureResult result = results.get(i);
      if (i % 3 == 0) {
        assertTrue(
            assertThrows(IllegalStateException.class, result::signature)
                .toString()
                .contains("not released"));
      } else {
        assertArrayEquals(right, result.signature());
      }
    }
    assertEquals(COUNT, check.checked());
    assertEquals(3, check.faults());
    byte[] key = pair.publicKey();
    byte[] seed = pair.copyPrivateKey("ed25519");
    assertThrows(IllegalStateException.class, () -> spoiling(4).sign(seed, key, INPUT, check));
    assertEquals(4, check.faults());
  }

  @Test
  void noneAreCheckedWhereNoneAreToBe() {
    FaultCheck none = FaultCheck.none();
    assertEquals(COUNT, sign(4, none).stream().filter(r -> r.refusal() == null).count());
    assertEquals(0, none.checked());
    FaultCheck all = FaultCheck.all();
    assertEquals(COUNT, sign(1, all).stream().filter(r -> r.refusal() == null).count());
    assertEquals(0, all.checked()); // one lane is not checked
  }

  /** In calls that fill eight lanes, each has its turn. */
  @Test
  void samplesLeaveNoLaneOut() {
    FaultCheck check = FaultCheck.oneOf(9);
    int[] picked = new int[8];
    for (int i = 0; i < 8 * 9 * 10; i++) {
      picked[i % 8] += check.picks() ? 1 : 0;
    }
    for (int count : picked) {
      assertEquals(10, count);
    }
    assertFalse(FaultCheck.none().picks());
    assertThrows(IllegalArgumentException.class, () -> FaultCheck.oneOf(0));
  }
}
