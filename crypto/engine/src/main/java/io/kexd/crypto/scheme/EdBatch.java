package io.kexd.crypto.scheme;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.MultiScalarVartime;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Batch verification by a random combination: the sum of z(i) times the {@link EdEquation} of item
 * i is neutral for all right signatures, and for a wrong one with a chance of 2^-128. The equation
 * is the one that {@link EdVerifier} tests, so both agree on every input. When the sum is not
 * neutral, the items are verified one by one to find the bad ones. Used once, by one thread. Time:
 * variable, all is public.
 */
public final class EdBatch {
  /** The random z(i) = 2r + 1 with r of 128 bits: odd, so that they have odd digits as they are. */
  private static final int RANDOM_BYTES = 16;

  private static final int SCALE_BITS = 8 * RANDOM_BYTES + 1;

  private final List<byte[]> publicKeys = new ArrayList<>();
  private final List<EdMessage> messages = new ArrayList<>();
  private final List<byte[]> signatures = new ArrayList<>();

  private final Curve curve;
  private final EdRules rules;
  private final EdVerifier single;

  EdBatch(Curve curve, EdRules rules, EdVerifier single) {
    this.curve = curve;
    this.rules = rules;
    this.single = single;
  }

  /** Adds a signature; sizes are those of the verifier. */
  public void add(byte[] publicKey, EdMessage message, byte[] signature) {
    publicKeys.add(publicKey);
    messages.add(message);
    signatures.add(signature);
  }

  private int size() {
    return messages.size();
  }

  /** Which items are right, in the order in which they were added. */
  public boolean[] verifyVartime(SecureRandom random) {
    boolean[] valid = new boolean[size()];
    if (size() < 2 || !combinationHolds(valid, random)) {
      verifyEach(valid);
    }
    return valid;
  }

  /** Whether the equation holds for all well-formed items, which are marked. */
  boolean combinationHolds(boolean[] wellFormed, SecureRandom random) {
    return new Combination(random).holds(wellFormed);
  }

  private void verifyEach(boolean[] valid) {
    Row row = new Row();
    long[] mask = new long[single.lanes];
    for (int start = 0; start < size(); start += single.lanes) {
      row.load(start);
      single.verifyVartime(mask, row.publicKeys, row.messages, row.signatures);
      for (int i = start; i < Math.min(size(), start + single.lanes); i++) {
        valid[i] = mask[i - start] != 0;
      }
    }
  }

  /** A row of items, one a lane; the last item, taken again, fills what is left over. */
  private final class Row {
    final byte[] publicKeys = new byte[single.bytes * single.lanes];
    final byte[] signatures = new byte[single.signatureBytes * single.lanes];
    final EdMessage[] messages = new EdMessage[single.lanes];

    void load(int start) {
      for (int lane = 0; lane < single.lanes; lane++) {
        int item = Math.min(start + lane, size() - 1);
        copy(EdBatch.this.publicKeys.get(item), publicKeys, lane);
        copy(EdBatch.this.signatures.get(item), signatures, lane);
        messages[lane] = EdBatch.this.messages.get(item);
      }
    }

    private static void copy(byte[] from, byte[] to, int lane) {
      System.arraycopy(from, 0, to, lane * from.length, from.length);
    }
  }

  /** The sum over all items that are well formed. */
  private final class Combination {
    private final Field f = curve.field();
    private final SecureRandom random;
    private final Group group = Group.of(curve);
    private final EdEquation equation = new EdEquation(curve, rules, group);
    private final OrderField order = equation.order;
    private final MultiScalarVartime sum = new MultiScalarVartime(curve, group);
    private final Point P = group.point();
    private final long[] valid = f.mask();
    private final long[] illFormed = f.mask();
    private final byte[] scales = new byte[order.bytes * f.lanes];
    private final byte[] factors = new byte[order.bytes * f.lanes];
    private final byte[] factorOfB = new byte[order.bytes * f.lanes];
    private final byte[] zero = new byte[order.bytes * f.lanes];

    Combination(SecureRandom random) {
      this.random = random;
    }

    boolean holds(boolean[] wellFormed) {
      Row row = new Row();
      for (int start = 0; start < size(); start += f.lanes) {
        row.load(start);
        addRow(row);
        for (int i = start; i < Math.min(size(), start + f.lanes); i++) {
          wellFormed[i] = valid[i - start] != 0;
        }
      }
      group.setBase(P);
      group.multiplyByCofactor(P);
      sum.add(P, factorOfB, order.bytes);
      sum.sum(P);
      group.sumLanes(P);
      group.isNeutral(valid, P);
      return valid[0] != 0;
    }

    /** Adds z ([k]A + R) in the lanes of a row, and z S to the factor of [h]B. */
    private void addRow(Row row) {
      equation.read(valid, row.publicKeys, row.messages, row.signatures);
      leaveOutIllFormed();
      drawScales();
      order.mulAdd(factors, scales, equation.k, zero);
      sum.add(equation.A, factors, order.bytes);
      sum.addShort(equation.R, scales, order.bytes, SCALE_BITS);
      order.mulAdd(factorOfB, scales, equation.S, factorOfB);
    }

    /** Replaces ill-formed items by 0 = 0. */
    private void leaveOutIllFormed() {
      for (int lane = 0; lane < f.lanes; lane++) {
        illFormed[lane] = ~valid[lane];
        if (illFormed[lane] != 0) {
          Arrays.fill(equation.S, lane * order.bytes, (lane + 1) * order.bytes, (byte) 0);
        }
      }
      group.setNeutral(equation.A, illFormed, P);
      group.setNeutral(equation.R, illFormed, P);
    }

    /** Moves the low bit of 128 random bits to the top and sets it. */
    private void drawScales() {
      byte[] drawn = new byte[RANDOM_BYTES];
      for (int lane = 0; lane < f.lanes; lane++) {
        int at = lane * order.bytes;
        random.nextBytes(drawn);
        System.arraycopy(drawn, 0, scales, at, RANDOM_BYTES);
        scales[at + RANDOM_BYTES] = (byte) (drawn[0] & 1);
        scales[at] |= 1;
      }
    }
  }
}
