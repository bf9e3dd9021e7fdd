package io.kexd.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.server.service.Reason;
import io.kexd.v1.ErrorReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The error contract in three places: the proto, the code, the page for callers. */
class StatusesTest {
  @Test
  void theReasonsAreThoseOfTheProto() {
    TreeSet<String> proto =
        Stream.of(ErrorReason.values())
            .filter(reason -> reason != ErrorReason.UNRECOGNIZED)
            .filter(reason -> reason != ErrorReason.ERROR_REASON_UNSPECIFIED)
            .map(reason -> reason.name().substring("ERROR_REASON_".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    TreeSet<String> ours =
        Stream.of(Reason.values())
            .filter(reason -> reason != Reason.OK)
            .map(Reason::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(proto, ours);
  }

  @Test
  void thePageForCallersHasEachWithItsStatus() throws IOException {
    Path page = Path.of(System.getProperty("kexd.root", ".."), "docs", "errors.md");
    Matcher row =
        Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| `([A-Z_]+)` \\|").matcher(Files.readString(page));
    Map<String, String> documented = new TreeMap<>();
    while (row.find()) {
      documented.put(row.group(1), row.group(2));
    }
    Map<String, String> sent = new TreeMap<>();
    for (Reason reason : Reason.values()) {
      if (reason != Reason.OK) {
        sent.put(reason.name(), Statuses.code(reason).name());
      }
    }
    assertEquals(sent, documented);
  }
}
