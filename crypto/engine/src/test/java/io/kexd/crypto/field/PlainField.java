package io.kexd.crypto.field;

import java.math.BigInteger;

/** Limbs without arithmetic: what the codec makes of them is its own doing. */
final class PlainField extends Field {
  PlainField(int lanes, int limbs, int radix, BigInteger modulus, int excessBits) {
    super(lanes, limbs, radix, modulus, 1, excessBits);
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sqr(long[] r, long[] a) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    throw new UnsupportedOperationException();
  }

  /** Any element counts as tight. */
  @Override
  public void carry(long[] r, long[] a) {
    copy(r, a);
  }
}
