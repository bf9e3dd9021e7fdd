package io.kexd.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads {@link Settings} from a YAML file, then from environment variables, then from flags, the
 * later over the earlier. A key's variable is KEXD_ and the key in capitals, dots as underscores.
 */
final class SettingsReader {
  private static final String PREFIX = "KEXD_";

  /** A value, and the name under which whoever set it knows it. */
  private record Given(String name, Object value) {}

  private final Map<String, Given> given = new LinkedHashMap<>();
  private final Map<String, String> paths = new LinkedHashMap<>();
  private final Set<String> sections = new HashSet<>();

  private SettingsReader() {}

  /**
   * Reads what is given.
   *
   * @param flags by settings key
   * @throws SettingsException for an unknown key, or a file that cannot be read
   */
  static SettingsReader of(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    SettingsReader reader = new SettingsReader();
    reader.learnPaths(Settings.class, "");
    file.ifPresent(reader::readFile);
    reader.readEnvironment(environment);
    flags.forEach(
        (key, value) -> reader.given.put(key, new Given("--" + key.replace('.', '-'), value)));
    return reader;
  }

  /**
   * The settings.
   *
   * @throws SettingsException for a bad value or an impossible combination
   */
  Settings settings() {
    try {
      return build(Settings.class, "", Settings.DEFAULTS);
    } catch (SettingsException e) {
      throw e.named(this::nameOf);
    }
  }

  /** The name under which whoever set a key knows it: a variable or an option, else the key. */
  String nameOf(String key) {
    Given set = given.get(key);
    return set == null ? key : set.name();
  }

  private void learnPaths(Class<?> section, String prefix) {
    for (RecordComponent component : section.getRecordComponents()) {
      String path = prefix + component.getName();
      if (component.getType().isRecord()) {
        sections.add(path);
        learnPaths(component.getType(), path + ".");
      } else {
        paths.put(PREFIX + path.replace('.', '_').toUpperCase(Locale.ROOT), path);
      }
    }
  }

  /** Every key, in order, by its environment variable. */
  static Map<String, String> keys() {
    SettingsReader reader = new SettingsReader();
    reader.learnPaths(Settings.class, "");
    return reader.paths;
  }

  private void readFile(Path file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try (InputStream in = Files.newInputStream(file)) {
      Object root = new Yaml(new SafeConstructor(options)).load(in);
      if (root instanceof Map<?, ?> map) {
        flatten("", map);
      } else if (root != null) {
        throw new SettingsException("--config", "the file is not a list of `key: value`");
      }
    } catch (IOException e) {
      throw new SettingsException("--config", "cannot read the file");
    } catch (MarkedYAMLException e) {
      throw new SettingsException("--config", "not YAML: " + where(e));
    } catch (YAMLException e) {
      throw new SettingsException(
          "--config", e.getCause() instanceof IOException ? "cannot read the file" : "not YAML");
    }
  }

  private static String where(MarkedYAMLException e) {
    String problem = String.valueOf(e.getProblem()).lines().findFirst().orElse("");
    return e.getProblemMark() == null
        ? problem
        : "line " + (e.getProblemMark().getLine() + 1) + ": " + problem;
  }

  private void flatten(String prefix, Map<?, ?> map) {
    map.forEach(
        (key, value) -> {
          String path = prefix + key;
          boolean isSection = sections.contains(path);
          if (isSection && value instanceof Map<?, ?> section) {
            flatten(path + ".", section);
          } else if (isSection && value == null) {
            return; // All its keys are commented out.
          } else if (!paths.containsValue(path)) {
            throw new SettingsException(path, "no such setting");
          } else if (value != null) {
            given.put(path, new Given(path, value));
          }
        });
  }

  private void readEnvironment(Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (!name.startsWith(PREFIX)) {
            return;
          }
          String path = paths.get(name);
          if (path == null) {
            throw new SettingsException(
                name, "no setting has this environment variable" + SettingValue.hint(name));
          }
          given.put(path, new Given(name, value));
        });
  }

  private <T> T build(Class<T> section, String prefix, T defaults) {
    RecordComponent[] components = section.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        Object fallback = components[i].getAccessor().invoke(defaults);
        values[i] = value(components[i], prefix + components[i].getName(), fallback);
      }
      return section.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SettingsException wrong) {
        throw wrong;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private Object value(RecordComponent component, String path, Object fallback) {
    if (component.getType().isRecord()) {
      return build((Class<Object>) component.getType(), path + ".", fallback);
    }
    Given set = given.get(path);
    return set == null ? fallback : SettingValue.parse(set.name(), set.value(), component);
  }
}
