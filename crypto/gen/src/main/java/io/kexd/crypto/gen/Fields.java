package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.FieldPlan;
import io.kexd.crypto.gen.kernel.FieldKernels;
import io.kexd.crypto.gen.kernel.FieldSource;
import io.kexd.crypto.gen.kernel.Plan;
import io.kexd.crypto.gen.kernel.PlanRefused;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The classes of fields made so far: cards that name the same class share it. */
final class Fields {
  private record Made(String origin, Plan plan) {}

  private final Map<String, Made> classes = new HashMap<>();

  /** The source of the class that a card's line asks for; empty where it is made already. */
  Optional<String> source(CardFile file, String key, FieldPlan line, BigInteger modulus) {
    try {
      Plan plan = Plan.of(modulus, line.limbs(), line.radix());
      String origin = file.name() + ", " + key;
      Made made = classes.putIfAbsent(line.className(), new Made(origin, plan));
      if (made == null) {
        FieldKernels kernels = FieldKernels.search(plan);
        return Optional.of(new FieldSource(line.className(), origin, kernels).text());
      }
      if (!made.plan.equals(plan)) {
        throw differs(file, key, line, made);
      }
      return Optional.empty();
    } catch (PlanRefused e) {
      throw file.take(key).error(e.getMessage());
    }
  }

  private static CardException differs(CardFile file, String key, FieldPlan line, Made made) {
    return file.take(key)
        .error(
            "the class %s is made of %s, with another prime or other limbs: choose another name"
                .formatted(line.className(), made.origin));
  }
}
