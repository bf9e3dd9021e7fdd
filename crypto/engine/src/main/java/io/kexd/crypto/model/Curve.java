package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.util.List;
import java.util.Optional;

/**
 * One curve of the generated index: its card as constants, and its kernels. Integers are
 * hexadecimal, big-endian, reduced modulo the prime, unless said otherwise.
 *
 * @param id the card's name, for example {@code curve25519}
 * @param model the form of its equation
 * @param field the field of the coordinates
 * @param order the field of the scalars, modulo the prime order of the base point
 * @param a first coefficient of the equation
 * @param b second coefficient of the equation, which Edwards curves call d
 * @param baseX x of the base point
 * @param baseY y of the base point
 * @param cofactor the group's order is this times the order of the base point: a power of two
 * @param comb the fixed-base table of the base point
 * @param ladder the Montgomery form, where schemes use it
 * @param schemes what is computed on the curve
 * @param source where the parameters come from
 */
public record Curve(
    String id,
    Model model,
    Field field,
    Field order,
    String a,
    String b,
    String baseX,
    String baseY,
    int cofactor,
    Comb comb,
    Optional<Ladder> ladder,
    List<SchemeSpec> schemes,
    String source) {

  /**
   * The same curve on other kernels of the same two primes, of any number of lanes, equal in both.
   */
  public Curve withFields(Field field, Field order) {
    return new Curve(
        id, model, field, order, a, b, baseX, baseY, cofactor, comb, ladder, schemes, source);
  }

  /** The same curve with other tables of its base point and of its ladder's. */
  public Curve withCombs(Comb base, Comb ofLadder) {
    return new Curve(
        id,
        model,
        field,
        order,
        a,
        b,
        baseX,
        baseY,
        cofactor,
        base,
        ladder.map(l -> l.withComb(ofLadder)),
        schemes,
        source);
  }

  /** The form of a curve's equation. */
  public enum Model {
    /** a x^2 + y^2 = 1 + d x^2 y^2. */
    EDWARDS,
    /** y^2 = x^3 + a x + b. */
    WEIERSTRASS
  }

  /**
   * The ladder curve v^2 = u^3 + A u^2 + u that an Edwards curve maps to.
   *
   * @param A its coefficient, 2 modulo 4, as a number near zero
   * @param u of its base point
   * @param map how Edwards points map to u
   * @param baseX x of the Edwards point that maps to the base point, of prime order
   * @param baseY y of it
   * @param clearBits low bits of a scalar that are cleared: the binary logarithm of the larger
   *     cofactor of the curve and its twist
   * @param smallOrderU every canonical u of small order, on the ladder curve and on its twist, as
   *     little-endian encodings of {@code field.bytes} bytes
   * @param comb the fixed-base table of (baseX, baseY)
   */
  public record Ladder(
      long A,
      String u,
      Map map,
      String baseX,
      String baseY,
      int clearBits,
      List<String> smallOrderU,
      Comb comb) {

    Ladder withComb(Comb other) {
      return new Ladder(A, u, map, baseX, baseY, clearBits, smallOrderU, other);
    }
  }

  /** How Edwards points map to the ladder curve. */
  public enum Map {
    /** u = (1 + y) / (1 - y): RFC 7748 section 4.1. */
    BIRATIONAL,
    /** u = y^2 / x^2, an isogeny of degree four: RFC 7748 section 4.2. */
    ISO4
  }

  /**
   * Multiples of a point B in a resource. For window i = 0 .. windows-1 and j = 0 .. 2^(window-1)-1
   * it holds the point (x, y) = [(2j+1) 2^(window i)]B as two encoded elements of {@code
   * field.bytes} bytes each, canonical, little-endian: x, y.
   *
   * @param resource absolute name, for example {@code /io/kexd/crypto/curve25519.comb}; empty where
   *     it is computed when it is first needed
   * @param window bits of a window
   * @param windows number of windows; windows times window is at least the order's bits plus one
   * @param sha256 hash of the resource, hexadecimal
   */
  public record Comb(String resource, int window, int windows, String sha256) {}

  /**
   * A scheme on a curve.
   *
   * @param id for example {@code x25519}
   * @param kind {@code xdh} (RFC 7748), {@code ecdh} (SEC 1), {@code ecdh-te} (Edwards points),
   *     {@code eddsa} (RFC 8032) or {@code ecdsa} (FIPS 186-5)
   * @param status {@code standard}, {@code draft} or {@code experimental}
   * @param algorithms of a signature scheme, empty for an agreement
   * @param oid of the SubjectPublicKeyInfo, dotted, for example {@code 1.3.101.110}, for
   *     Weierstrass curves that of the named curve; empty where none is defined
   * @param kemId the DHKEM id of RFC 9180 section 7.1, or 0
   * @param rules of an EdDSA: {@code ed25519}, {@code ed448}, or {@code edx} for the experimental
   *     construction on SHAKE256; otherwise empty
   * @param name that the experimental EdDSA binds into its hashes, for example {@code Ed256t1};
   *     otherwise empty
   */
  public record SchemeSpec(
      String id,
      String kind,
      String status,
      List<Algorithm> algorithms,
      String oid,
      int kemId,
      String rules,
      String name) {}

  /**
   * A signature algorithm of a scheme.
   *
   * @param id for example {@code ed25519ph} or {@code ecdsa-p256-sha256}
   * @param variant {@code pure}, {@code ctx} or {@code ph} of an EdDSA; {@code sha256}, {@code
   *     sha384} or {@code sha512} of an ECDSA
   */
  public record Algorithm(String id, String variant) {}

  /**
   * A field that has kernels.
   *
   * @param prime as its card writes it, for example {@code 2^255 - 19}
   */
  public record PrimeField(String prime, Field field) {}
}
