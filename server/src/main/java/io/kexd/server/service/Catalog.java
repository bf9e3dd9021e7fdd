package io.kexd.server.service;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The schemes of this build, and which of them the settings enable. */
public final class Catalog {
  private final Set<String> enabled;

  /**
   * @param enabled ids that the settings name; all of them exist
   */
  public Catalog(Collection<String> enabled) {
    this.enabled = Set.copyOf(enabled);
  }

  /** Every scheme of this build, enabled or not. */
  public List<Scheme> all() {
    return Curves.all();
  }

  /** Whether the settings enable a scheme. */
  public boolean isEnabled(Scheme scheme) {
    return enabled.contains(scheme.id());
  }

  /** The enabled agreement of that id, or a refusal that says what is wrong with the id. */
  Scheme agreement(Call call, String id) {
    if (id.isEmpty()) {
      throw Refusal.invalid("curve", "is required; ListCurves names the curves");
    }
    Scheme scheme =
        Curves.find(id)
            .orElseThrow(
                () ->
                    Refusal.of(
                        Reason.UNKNOWN_CURVE, "curve", "no such curve; ListCurves names them"));
    call.on(scheme.id());
    requireEnabled(scheme);
    if (scheme.kind() != Scheme.Kind.AGREEMENT) {
      throw Refusal.invalid("curve", scheme.id() + " can sign and verify, not agree on a secret");
    }
    return scheme;
  }

  /** The enabled scheme of a signature algorithm, or a refusal. */
  Scheme algorithm(Call call, String algorithm) {
    if (algorithm.isEmpty()) {
      throw Refusal.invalid("algorithm", "is required; ListCurves names the algorithms");
    }
    Scheme scheme =
        all().stream()
            .filter(s -> s.algorithms().contains(algorithm))
            .findFirst()
            .orElseThrow(() -> unknownAlgorithm(algorithm));
    call.on(scheme.id());
    requireEnabled(scheme);
    return scheme;
  }

  /** Notes the scheme of an algorithm on the call, enabled or not. */
  static void note(Call call, String algorithm) {
    Curves.all().stream()
        .filter(scheme -> scheme.algorithms().contains(algorithm))
        .findFirst()
        .ifPresent(scheme -> call.on(scheme.id()));
  }

  private static Refusal unknownAlgorithm(String algorithm) {
    return Curves.find(algorithm)
        .map(scheme -> Refusal.invalid("algorithm", whyNoAlgorithm(scheme)))
        .orElseGet(
            () ->
                Refusal.of(
                    Reason.UNKNOWN_CURVE, "algorithm", "no such algorithm; ListCurves names them"));
  }

  private static String whyNoAlgorithm(Scheme scheme) {
    return scheme.kind() == Scheme.Kind.AGREEMENT
        ? "that curve can agree on a secret, not sign"
        : "that is a family; its algorithms are " + String.join(", ", scheme.algorithms());
  }

  /** Refuses an encoding of public keys that a scheme does not have. */
  static void requireFormat(Scheme scheme, KeyFormat format) {
    if (!scheme.formats().contains(format)) {
      throw Refusal.invalid(
          "encoding",
          scheme.id() + " has no such encoding of keys; ListCurves names those that it has");
    }
  }

  private void requireEnabled(Scheme scheme) {
    if (!isEnabled(scheme)) {
      throw Refusal.of(
          Reason.CURVE_DISABLED,
          scheme.id()
              + " is not enabled on this server; its setting `curves` names those that are");
    }
  }
}
