package io.kexd.crypto.scheme;

import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.DoubleScalarVartime;
import java.security.InvalidKeyException;
import java.util.Arrays;

/**
 * EdDSA verification by one rule: A and R canonical encodings of points, S below l, and [h]([S]B -
 * [k]A - R) neutral with the cofactor h (RFC 8032 sections 5.1.7 and 5.2.7); the rules {@code edx}
 * also refuse an A of small order. f.lanes operations a call. Immutable; safe for use by several
 * threads. Time: variable, all is public.
 */
public final class EdVerifier {
  /** Bytes of a public key. */
  public final int bytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations a call. */
  public final int lanes;

  private final Curve curve;
  private final EdRules rules;
  private final BaseMultiples base;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  public EdVerifier(Curve curve, Curve.SchemeSpec spec) {
    this.curve = curve;
    this.rules = EdRules.of(spec);
    this.base = new BaseMultiples(curve);
    this.bytes = curve.field().bits / 8 + 1;
    this.signatureBytes = 2 * bytes;
    this.lanes = curve.field().lanes;
  }

  /**
   * Validates one public key.
   *
   * @return a copy of it
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    if (publicKey.length != bytes) {
      throw new InvalidKeyException(
          "the public key has " + publicKey.length + " bytes, must have " + bytes);
    }
    long[] valid = new long[lanes];
    Workspace w = pool.take();
    w.equation.readKey(valid, Arrays.copyOf(publicKey, lanes * bytes));
    pool.giveBack(w);
    if (valid[0] == 0) {
      throw new InvalidKeyException(
          "the public key is not the canonical encoding of a point"
              + (rules.refusesSmallOrder ? " of large order" : ""));
    }
    return publicKey.clone();
  }

  /** valid = -1 where the signature is right, one message a lane. */
  public void verifyVartime(
      long[] valid, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
    Workspace w = pool.take();
    w.verify(valid, publicKeys, messages, signatures);
    pool.giveBack(w);
  }

  /** Batch verification by the same rule. */
  public EdBatch batch() {
    return new EdBatch(curve, rules, this);
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final EdEquation equation = new EdEquation(curve, rules, group);
    private final OrderField order = equation.order;
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);
    private final Point P = group.point();
    private final Operand operandR = group.operand();
    private final long[] neutral = curve.field().mask();
    private final byte[] factorOfB = new byte[order.bytes * lanes];
    private final byte[] cofactor = new byte[order.bytes * lanes];
    private final byte[] zero = new byte[order.bytes * lanes];

    Workspace() {
      for (int lane = 0; lane < lanes; lane++) {
        cofactor[lane * order.bytes] = (byte) curve.cofactor();
      }
    }

    void verify(long[] valid, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
      equation.read(valid, publicKeys, messages, signatures);
      order.mulAdd(factorOfB, equation.S, cofactor, zero); // [S][h]B = [h S mod l]B
      multiplier.multiply(P, factorOfB, equation.k, order.bytes, equation.A);
      group.toOperand(operandR, equation.R);
      group.add(P, operandR, false);
      group.isNeutral(neutral, P);
      for (int lane = 0; lane < lanes; lane++) {
        valid[lane] &= neutral[lane];
      }
    }
  }
}
