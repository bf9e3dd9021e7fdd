package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.FieldPlan;
import io.kexd.crypto.gen.kernel.FieldKernels;
import io.kexd.crypto.gen.kernel.FieldSource;
import io.kexd.crypto.gen.kernel.LanesSource;
import io.kexd.crypto.gen.kernel.Plan;
import io.kexd.crypto.gen.kernel.PlanRefused;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The classes of fields made so far: cards that name the same class share it. */
final class Fields {
  /** Those of 256 and 512 bit vectors. */
  static final List<Integer> LANES = List.of(4, 8);

  private record Made(String origin, BigInteger modulus, FieldPlan line) {}

  private final Map<String, Made> classes = new HashMap<>();

  /** Sources by class name, of what a card's line asks for; none where it is made already. */
  Map<String, String> sources(CardFile file, String key, FieldPlan line, BigInteger modulus) {
    String origin = file.name() + ", " + key;
    Made made = classes.putIfAbsent(line.className(), new Made(origin, modulus, line));
    if (made != null && !(made.line.equals(line) && made.modulus.equals(modulus))) {
      throw differs(file, key, line, made);
    }
    if (made != null) {
      return Map.of();
    }
    try {
      return sources(origin, line, modulus);
    } catch (PlanRefused e) {
      throw file.take(key).error(e.getMessage());
    }
  }

  private static Map<String, String> sources(String origin, FieldPlan line, BigInteger modulus) {
    Map<String, String> sources = new TreeMap<>();
    FieldKernels kernels = FieldKernels.search(plan(line.limbs(), modulus));
    sources.put(line.className(), new FieldSource(line.className(), origin, kernels).text());
    line.lanes()
        .ifPresent(
            limbs -> {
              for (int lanes : LANES) {
                String name = line.className(lanes);
                FieldKernels many = FieldKernels.inLanes(plan(limbs, modulus), lanes);
                sources.put(name, new LanesSource(name, origin, many, lanes).text());
              }
            });
    return sources;
  }

  private static Plan plan(FieldPlan.Limbs limbs, BigInteger modulus) {
    return Plan.of(modulus, limbs.count(), limbs.radix());
  }

  private static CardException differs(CardFile file, String key, FieldPlan line, Made made) {
    return file.take(key)
        .error(
            "the class %s is made of %s, with another prime or other limbs: choose another name"
                .formatted(line.className(), made.origin));
  }
}
