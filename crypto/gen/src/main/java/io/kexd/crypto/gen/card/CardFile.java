package io.kexd.crypto.gen.card;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The lines {@code key = value} of a card. {@code #} at the start of a line or after a blank begins
 * a comment. Each key is taken once; {@link #end} refuses those that nobody took.
 */
public final class CardFile {
  private final String name;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Set<String> taken = new HashSet<>();

  private CardFile(String name) {
    this.name = name;
  }

  public static CardFile read(Path file) throws IOException {
    return parse(String.valueOf(file.getFileName()), Files.readAllLines(file));
  }

  /** The lines of a file; its name is for errors. */
  public static CardFile parse(String name, List<String> lines) {
    CardFile file = new CardFile(name);
    for (int i = 0; i < lines.size(); i++) {
      file.line(name + ":" + (i + 1), lines.get(i).replaceFirst("(^|\\s)#.*", "").strip());
    }
    return file;
  }

  private void line(String place, String line) {
    if (line.isEmpty()) {
      return;
    }
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw new CardException(place + ": '" + line + "' is not of the form key = value");
    }
    Entry entry =
        new Entry(place, line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    if (entry.key().isEmpty() || entry.value().isEmpty()) {
      throw entry.error("key and value must not be empty");
    }
    if (entries.put(entry.key(), entry) != null) {
      throw entry.error("the key stands twice");
    }
  }

  /** The file's name. */
  public String name() {
    return name;
  }

  /** Whether a key is there. */
  public boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The entry of a key that must be there. */
  public Entry take(String key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      throw new CardException(name + ": key '" + key + "' is missing");
    }
    taken.add(key);
    return entry;
  }

  /** All entries whose key begins so, in the order of the file. */
  public List<Entry> takeAll(String prefix) {
    List<Entry> all = new ArrayList<>();
    for (String key : entries.keySet()) {
      if (key.startsWith(prefix)) {
        all.add(take(key));
      }
    }
    return all;
  }

  /** Refuses keys that were not taken. */
  public void end() {
    for (Entry entry : entries.values()) {
      if (!taken.contains(entry.key())) {
        throw entry.error("unknown key");
      }
    }
  }
}
