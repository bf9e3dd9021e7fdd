package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.util.List;

/**
 * One curve of the generated index: its card as constants, and its kernels. Integers are
 * hexadecimal, big-endian, reduced modulo the prime, unless said otherwise.
 *
 * @param id the card's name, for example {@code curve25519}
 * @param field the field of the coordinates
 * @param order the field of the scalars, modulo the prime order of the base point
 * @param a coefficient a of the Edwards equation a x^2 + y^2 = 1 + d x^2 y^2
 * @param d coefficient d of it
 * @param baseX x of the base point
 * @param baseY y of the base point
 * @param cofactor the group's order is this times the order of the base point: a power of two
 * @param ladderA coefficient A of the ladder curve v^2 = u^3 + A u^2 + u
 * @param ladderU u of the ladder's base point, which the Edwards base point maps to
 * @param smallOrderU every canonical u of small order, on the ladder curve and on its twist, as
 *     little-endian encodings of {@code field.bytes} bytes
 * @param comb the fixed-base table
 * @param schemes what is computed on the curve
 * @param source where the parameters come from
 */
public record Curve(
    String id,
    Field field,
    Field order,
    String a,
    String d,
    String baseX,
    String baseY,
    int cofactor,
    long ladderA,
    String ladderU,
    List<String> smallOrderU,
    Comb comb,
    List<SchemeSpec> schemes,
    String source) {

  /**
   * Multiples of the base point B in a resource. For window i = 0 .. windows-1 and j = 0 ..
   * 2^(window-1)-1 it holds the point (x, y) = [(2j+1) 2^(window i)]B as three encoded elements of
   * {@code field.bytes} bytes each, canonical, little-endian: y + x, y - x, 2 d x y.
   *
   * @param resource absolute name, for example {@code /io/kexd/crypto/curve25519.comb}
   * @param window bits of a window
   * @param windows number of windows; windows times window is at least the order's bits plus one
   * @param sha256 hash of the resource, hexadecimal
   */
  public record Comb(String resource, int window, int windows, String sha256) {}

  /**
   * A scheme on a curve.
   *
   * @param id for example {@code x25519}
   * @param kind {@code xdh} (RFC 7748) or {@code eddsa} (RFC 8032)
   * @param status {@code standard}, {@code draft} or {@code experimental}
   * @param algorithms signature algorithm ids, empty for an agreement
   * @param oid of the SubjectPublicKeyInfo, dotted, for example {@code 1.3.101.110}; empty where
   *     none is defined
   * @param kemId the DHKEM id of RFC 9180 section 7.1, or 0
   */
  public record SchemeSpec(
      String id, String kind, String status, List<String> algorithms, String oid, int kemId) {}
}
