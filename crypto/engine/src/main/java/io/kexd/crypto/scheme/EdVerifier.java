package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.DoubleScalarVartime;
import io.kexd.crypto.mult.StrausVartime;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * EdDSA verification by one rule: A and R canonical encodings of points, S below l, and [h]([S]B -
 * [k]A - R) neutral with the cofactor h (RFC 8032 sections 5.1.7 and 5.2.7); the rules {@code edx}
 * also refuse an A of small order. Any number of operations a call, as many as there are messages;
 * keys and signatures lie one after the other. Immutable; safe for use by several threads. Time:
 * variable, all is public.
 */
public final class EdVerifier {
  /** Bytes of a public key. */
  public final int bytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations computed at once. */
  public final int lanes;

  /** Operations that share work where some is shared. */
  public final int capacity;

  private final Curve curve;
  private final EdRules rules;
  private final BaseMultiples base;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);
  private final Pool<EdCombination> combinations = new Pool<>(this::combination);

  public EdVerifier(Curve curve, Curve.SchemeSpec spec) {
    this.curve = curve;
    this.rules = EdRules.of(spec);
    this.base = new BaseMultiples(curve);
    this.bytes = curve.field().bits / 8 + 1;
    this.signatureBytes = 2 * bytes;
    this.lanes = curve.field().lanes;
    this.capacity = Groups.MOST * lanes;
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
    Workspace w = pool.take();
    boolean valid = w.equation.isKey(publicKey);
    pool.giveBack(w);
    if (!valid) {
      throw new InvalidKeyException(
          "the public key is not the canonical encoding of a point"
              + (rules.refusesSmallOrder ? " of large order" : ""));
    }
    return publicKey.clone();
  }

  /** valid = whether the signature is right, for each message. */
  public void verifyVartime(
      boolean[] valid, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
    verifyVartime(valid, publicKeys, messages, signatures, 0, messages.length);
  }

  private void verifyVartime(
      boolean[] valid,
      byte[] publicKeys,
      EdMessage[] messages,
      byte[] signatures,
      int start,
      int end) {
    Workspace w = pool.take();
    for (int first = start; first < end; first += lanes) {
      w.verify(publicKeys, messages, signatures, first);
      for (int i = first; i < Math.min(end, first + lanes); i++) {
        valid[i] = w.valid[i - first] != 0;
      }
    }
    pool.giveBack(w);
  }

  /** Batch verification by the same rule. */
  public EdBatch batch() {
    return new EdBatch(this);
  }

  /**
   * The same by random combinations; the items of one that does not hold are verified each.
   *
   * @param random draws the combination; a caller that could foresee it could forge
   */
  public boolean[] verifyTogetherVartime(
      byte[] publicKeys, EdMessage[] messages, byte[] signatures, SecureRandom random) {
    boolean[] valid = new boolean[messages.length];
    EdCombination c = combinations.take();
    for (int first = 0; first < messages.length; first += c.capacity) {
      int end = Math.min(messages.length, first + c.capacity);
      if (end - first < 2 || !c.holds(valid, publicKeys, messages, signatures, first, random)) {
        verifyVartime(valid, publicKeys, messages, signatures, first, end);
      }
    }
    combinations.giveBack(c);
    return valid;
  }

  /** A combination of this verifier's equations. */
  EdCombination combination() {
    return new EdCombination(curve, rules, base);
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final EdEquation equation = new EdEquation(curve, rules, group);
    private final OrderField order = equation.order;
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);

    /** For an operation that is alone; null where the lanes are not for that. */
    private final @Nullable StrausVartime alone =
        StrausVartime.isFor(lanes) ? StrausVartime.of(curve, group, base) : null;

    private final Point P = group.point();
    private final Operand operandR = group.operand();
    private final long[] valid = curve.field().mask();
    private final long[] neutral = curve.field().mask();
    private final byte[] factorOfB = new byte[order.bytes * lanes];
    private final byte[] k = new byte[order.bytes * lanes];

    /** Sets valid for the operations from {@code first} on. */
    void verify(byte[] publicKeys, EdMessage[] messages, byte[] signatures, int first) {
      equation.read(valid, publicKeys, messages, signatures, first);
      for (int i = 0; i < equation.S.length; i++) {
        int at = i * order.f.lanes * order.bytes;
        order.f.mulSmall(equation.S[i], equation.S[i], curve.cofactor());
        order.write(factorOfB, at, equation.S[i]); // [S][h]B = [h S mod l]B
        order.write(k, at, equation.k[i]);
      }
      if (alone != null && Math.min(lanes, messages.length - first) == 1) {
        alone.multiply(P, factorOfB, k, order.bytes, equation.A);
      } else {
        multiplier.multiply(P, factorOfB, k, order.bytes, equation.A);
      }
      group.toOperand(operandR, equation.R);
      group.add(P, operandR, false);
      group.isNeutral(neutral, P);
      Mask.and(valid, neutral);
    }
  }
}
