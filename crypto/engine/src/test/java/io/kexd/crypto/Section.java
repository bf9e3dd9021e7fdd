package io.kexd.crypto;

import java.util.ArrayList;
import java.util.List;

/** The records below a line {@code [name]} of a vector file. */
record Section(String name, List<Records> records) {
  static List<Section> parse(String text) {
    List<Section> sections = new ArrayList<>();
    String[] parts = text.replace("\r", "").split("(?m)^\\[", -1);
    for (int i = 1; i < parts.length; i++) {
      int end = parts[i].indexOf(']');
      sections.add(
          new Section(parts[i].substring(0, end), Records.parse(parts[i].substring(end + 1))));
    }
    return sections;
  }
}
