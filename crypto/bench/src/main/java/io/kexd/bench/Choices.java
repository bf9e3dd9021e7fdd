package io.kexd.bench;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.KernelChoice.Measured;
import io.kexd.crypto.Scheme;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why which kernel serves: the times that the engine measured, as a table. */
final class Choices {
  private static final String LINE = "%-18s %-10s %-12s %s%n";
  private static final List<Integer> WAITING = List.of(1, 2, 4, 8);

  private Choices() {}

  static void print(List<String> schemes, PrintWriter out) {
    out.println();
    out.println(
        "Kernels, ns an operation when so many wait, as the engine timed them. *: it serves them;"
            + " cold: not timed, for want of time; absent: none here; wrong: never serves.");
    out.printf(
        LINE,
        "curve",
        "operation",
        "kernel",
        cells(WAITING.stream().map(String::valueOf).toList()));
    for (String id : schemes) {
      Scheme scheme = Curves.find(id).orElseThrow();
      for (KernelChoice choice : KernelChoice.of(id)) {
        out.printf(LINE, id, choice.operation(), scheme.kernel(choice.lanes()), describe(choice));
      }
    }
  }

  private static String describe(KernelChoice choice) {
    if (choice.state() == KernelChoice.State.READY) {
      return cells(WAITING.stream().map(waiting -> cell(choice, waiting)).toList());
    }
    return choice.state().name().toLowerCase(Locale.ROOT)
        + (choice.reason().isEmpty() ? "" : ": " + choice.reason());
  }

  private static String cell(KernelChoice choice, int waiting) {
    String nanos =
        choice.measured().stream()
            .filter(m -> m.waiting() == waiting)
            .map(Measured::nanosPerOperation)
            .map(String::valueOf)
            .findFirst()
            .orElse("-");
    return nanos + (choice.serves().contains(waiting) ? "*" : " ");
  }

  private static String cells(List<String> texts) {
    return texts.stream()
        .map(text -> String.format(Locale.ROOT, "%10s", text))
        .collect(Collectors.joining(" "));
  }
}
