package io.kexd.client.cli;

import io.kexd.v1.Curve;
import io.kexd.v1.KernelUse;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What computes as many operations as wait, a line for each curve, operation and kernel. */
final class KernelTable {
  private static final String LINE = "%-18s %-9s %-12s %8s %8s %8s %8s%n";
  private static final List<Integer> WAITING = List.of(1, 2, 4, 8);

  private KernelTable() {}

  static void print(List<Curve> curves, PrintWriter out) {
    out.println("Microseconds that an operation takes when 1, 2, 4, or 8 and more wait.");
    out.println("-: another kernel is faster and serves; yes: it serves, and is not timed (yet).");
    out.printf(LINE, "CURVE", "OPERATION", "KERNEL", "1", "2", "4", "8");
    for (Curve curve : curves) {
      List<KernelUse> left = new ArrayList<>(curve.getKernelsList());
      while (!left.isEmpty()) {
        KernelUse first = left.getFirst();
        List<KernelUse> line = left.stream().filter(use -> isOfLine(use, first)).toList();
        left.removeAll(line);
        print(curve.getId(), line, out);
      }
    }
    out.flush();
  }

  private static boolean isOfLine(KernelUse use, KernelUse first) {
    return use.getOperation().equals(first.getOperation())
        && use.getKernel().equals(first.getKernel());
  }

  private static void print(String curve, List<KernelUse> line, PrintWriter out) {
    List<String> cells =
        new ArrayList<>(
            List.of(curve, line.get(0).getOperation(), line.get(0).getKernel().getName()));
    WAITING.forEach(waiting -> cells.add(time(line, waiting)));
    out.printf(LINE, cells.toArray());
  }

  private static String time(List<KernelUse> line, int waiting) {
    return line.stream()
        .filter(use -> use.getWaiting() == waiting)
        .map(
            use ->
                use.hasTime()
                    ? String.format(
                        Locale.ROOT,
                        "%.1f",
                        use.getTime().getSeconds() * 1e6 + use.getTime().getNanos() / 1e3)
                    : "yes")
        .findFirst()
        .orElse("-");
  }
}
