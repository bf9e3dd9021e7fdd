package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.field.LaneByLane;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.DoubleScalarVartime;
import io.kexd.crypto.mult.MontgomeryLadder;
import io.kexd.crypto.mult.SignedComb;
import java.lang.management.ManagementFactory;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/** Arithmetic allocates nothing; an API call allocates its results and little else. */
class AllocationTest {
  private static final int WARM_UP = 200;
  private static final int CALLS = 50;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Curve curve = CurveIndex.ALL.get(0);
  private final Field f = curve.field();
  private final Group group = Group.of(curve);
  private final CombTable table = new CombTable(curve, curve.comb());
  private final Point P = group.point();
  private final long[] u = f.element();
  private final long[] mask = f.mask();
  private final byte[] scalar = new byte[32];

  private interface Call {
    void run() throws InvalidKeyException;
  }

  /** Bytes allocated a call. */
  private static long allocated(Call call) throws InvalidKeyException {
    for (int i = 0; i < WARM_UP; i++) {
      call.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      call.run();
    }
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
  }

  @Test
  void measuresAllocation() throws InvalidKeyException {
    byte[][] sink = new byte[1][];
    assertTrue(allocated(() -> sink[0] = new byte[1000]) >= 1000);
  }

  @Test
  void ladder() throws InvalidKeyException {
    MontgomeryLadder ladder = new MontgomeryLadder(curve);
    scalar[31] = 0x40;
    u[0] = 9;
    assertEquals(0, allocated(() -> ladder.multiply(u, scalar, u)));
  }

  @Test
  void comb() throws InvalidKeyException {
    SignedComb comb = new SignedComb(curve, group, table);
    scalar[3] = 77;
    assertEquals(0, allocated(() -> comb.multiply(P, scalar, 32)));
  }

  @Test
  void doubleScalar() throws InvalidKeyException {
    DoubleScalarVartime multiplier =
        new DoubleScalarVartime(curve, group, new BaseMultiples(curve));
    Point base = group.point();
    group.setBase(base);
    scalar[3] = 77;
    assertEquals(0, allocated(() -> multiplier.multiply(P, scalar, scalar, 32, base)));
  }

  @Test
  void codecAndOrder() throws InvalidKeyException {
    PointCodec codec = new PointCodec(curve, group);
    FieldRoots roots = new FieldRoots(f);
    OrderField order = new OrderField(curve.order());
    byte[] wide = new byte[64];
    long[] s = order.f.element();
    group.setBase(P);
    assertEquals(0, allocated(() -> codec.encode(scalar, P)));
    assertEquals(0, allocated(() -> codec.decode(mask, P, scalar)));
    assertEquals(0, allocated(() -> roots.invert(u, u)));
    assertEquals(0, allocated(() -> order.reduce(s, wide, 0, 64)));
    assertEquals(0, allocated(() -> order.mulAdd(s, s, s, s)));
    assertEquals(0, allocated(() -> order.write(scalar, 0, s)));
  }

  @Test
  void laneByLane() throws InvalidKeyException {
    OrderField order = new OrderField(new LaneByLane(8, curve.order()));
    byte[] wide = new byte[8 * 64];
    long[] s = order.f.element();
    BatchInverse inverse = new BatchInverse(order.f, 1);
    long[][] elements = {s};
    assertEquals(0, allocated(() -> order.reduce(s, wide, 0, 64)));
    assertEquals(0, allocated(() -> order.mulAdd(s, s, s, s)));
    assertEquals(0, allocated(() -> inverse.invert(elements, 1)));
  }

  /**
   * Results, the copy of the private key, and a few small objects. On schemes that no test of this
   * JVM warms, so that one lane serves: LaunchesTest measures kernels of several.
   */
  @Test
  void wholeCalls() throws InvalidKeyException {
    SecureRandom random = new SecureRandom();
    KeyAgreement x448 = KeyAgreement.of("x448");
    Signer signer = Signer.of("ed448");
    Verifier verifier = Verifier.of("ed448");
    byte[] none = new byte[0];
    byte[] seed = new byte[56];
    try (KeyPair a = x448.generate(random);
        KeyPair e = signer.generate(random)) {
      byte[] peer = x448.generate(random).publicKey();
      byte[] key = e.publicKey();
      byte[] signature = signer.sign(e, scalar, none);
      long agree = allocated(() -> x448.agree(a, peer));
      long keygen = allocated(() -> x448.fromPrivateKey(seed));
      long sign = allocated(() -> signer.sign(e, scalar, none));
      long verify = allocated(() -> verifier.verifyVartime(key, scalar, none, signature));
      System.out.printf(
          "allocated bytes a call: agree %d, keygen %d, sign %d, verify %d%n",
          agree, keygen, sign, verify);
      assertTrue(agree <= 1024, "agree: " + agree);
      assertTrue(keygen <= 1024, "keygen: " + keygen);
      assertTrue(sign <= 1280, "sign: " + sign);
      assertTrue(verify <= 256, "verify: " + verify);
    }
  }
}
