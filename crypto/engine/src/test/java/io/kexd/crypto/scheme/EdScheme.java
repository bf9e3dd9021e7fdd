package io.kexd.crypto.scheme;

import io.kexd.crypto.field.LaneByLane;
import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An EdDSA of the index, as it is or on fields of several lanes. */
record EdScheme(Curve curve, Curve.SchemeSpec spec) {
  /** A key, a message and its signature. */
  static final class Item {
    final byte[] key;
    final EdMessage message;
    final byte[] signature;

    Item(byte[] key, EdMessage message, byte[] signature) {
      this.key = key;
      this.message = message;
      this.signature = signature;
    }
  }

  static List<EdScheme> all() {
    List<EdScheme> all = new ArrayList<>();
    for (Curve curve : CurveIndex.ALL) {
      for (Curve.SchemeSpec spec : curve.schemes()) {
        if (spec.kind().equals("eddsa")) {
          all.add(new EdScheme(curve, spec));
        }
      }
    }
    return all;
  }

  EdScheme withLanes(int lanes) {
    return new EdScheme(withLanes(lanes, curve), spec);
  }

  /** A curve of the index on other kernels, each lane computed by those of one lane. */
  static Curve withLanes(int lanes, Curve curve) {
    Curve c = Card.of(curve.id());
    if (lanes == 1) {
      return c;
    }
    return c.withFields(new LaneByLane(lanes, c.field()), new LaneByLane(lanes, c.order()));
  }

  EdDsa edDsa() {
    return new EdDsa(curve, spec, new CombTable(curve, curve.comb()));
  }

  EdVerifier verifier() {
    return new EdVerifier(curve, spec);
  }

  /** Bytes of an encoded point, of S and of a private key. */
  int bytes() {
    return curve.field().bits / 8 + 1;
  }

  static byte[] random(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  /** A message of a random variant, with a context where it may have one. */
  EdMessage message(Random random) {
    List<Curve.Algorithm> algorithms = spec.algorithms();
    EdVariant variant =
        EdVariant.of(spec, algorithms.get(random.nextInt(algorithms.size())).variant());
    byte[] context = random(random, variant.acceptsContext(5) ? 5 : 0);
    return variant.ofMessage(random(random, random.nextInt(100)), context);
  }

  /** A right signature by a random key; of one lane. */
  Item sign(EdDsa edDsa, Random random) {
    byte[] seed = random(random, bytes());
    byte[] key = new byte[bytes()];
    byte[] signature = random(random, 2 * bytes()); // all of it is to be overwritten
    EdMessage message = message(random);
    edDsa.publicKeys(key, seed);
    edDsa.sign(signature, seed, key, new EdMessage[] {message});
    return new Item(key, message, signature);
  }

  /** The encoding of (0, -1), which has order two on every Edwards curve: y = p - 1. */
  byte[] orderTwo() {
    byte[] encoded = new byte[bytes()];
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] = curve.field().modulus.shiftRight(8 * i).byteValue();
    }
    encoded[0]--;
    return encoded;
  }

  /** R neutral and S = 0: right for a key of small order, whatever the message. */
  byte[] neutralSignature() {
    byte[] signature = new byte[2 * bytes()];
    signature[0] = 1;
    return signature;
  }

  boolean refusesSmallOrder() {
    return EdRules.of(spec).refusesSmallOrder;
  }

  @Override
  public String toString() {
    return spec.id() + ", lanes " + curve.field().lanes;
  }
}
