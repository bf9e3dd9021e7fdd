package io.kexd.server;

import io.kexd.crypto.Scheme;
import io.kexd.server.pipeline.SelfTests;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The management port's page for people: what runs here, and where to look next. */
final class StatusPage {
  private StatusPage() {}

  // All of it comes from the build, none from callers: nothing needs escaping.
  static String html(
      boolean ready,
      List<Scheme> served,
      Function<Scheme, String> kernel,
      Function<Scheme, SelfTests.State> state) {
    StringBuilder rows = new StringBuilder();
    for (Scheme scheme : served) {
      rows.append("<tr>");
      cell(rows, scheme.id());
      cell(rows, scheme.kind() == Scheme.Kind.AGREEMENT ? "agree, exchange" : "sign, verify");
      cell(rows, scheme.status().name().toLowerCase(Locale.ROOT));
      cell(rows, kernel.apply(scheme));
      cell(rows, state.apply(scheme).name().toLowerCase(Locale.ROOT));
      rows.append("</tr>\n");
    }
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>kexd</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto }
    td, th { text-align: left; padding: .2rem 1.5rem .2rem 0 }
    </style>
    <h1>kexd %s</h1>
    <p>%s</p>
    <table>
    <tr><th>curve</th><th>does</th><th>status</th><th>kernels</th><th>self-test</th></tr>
    %s</table>
    <p><a href="/metrics">metrics</a>, <a href="/readyz">readiness</a>,
    <a href="/livez">liveness</a></p>
    </html>
    """
        .formatted(Version.NUMBER, ready ? "Serving." : "Not serving.", rows);
  }

  private static void cell(StringBuilder rows, String text) {
    rows.append("<td>").append(text).append("</td>");
  }
}
