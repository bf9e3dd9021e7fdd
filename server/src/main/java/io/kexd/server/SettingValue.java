package io.kexd.server;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One setting's value, from what YAML, the environment or a flag gave. */
final class SettingValue {
  private static final Pattern OF_A_SERVICE = Pattern.compile("KEXD_(PORT(_.*)?|SERVICE_.*)");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private SettingValue() {}

  static Object parse(String setting, Object value, RecordComponent component) {
    Class<?> type = component.getType();
    if (type == List.class) {
      return list(setting, value);
    }
    if (value instanceof Iterable<?> || value instanceof java.util.Map<?, ?>) {
      throw new SettingsException(setting, "takes one value");
    }
    String text = value.toString().strip();
    if (type == int.class) {
      return integer(setting, text);
    } else if (type == boolean.class) {
      return bool(setting, text);
    } else if (type == Duration.class) {
      return time(setting, text);
    } else if (type.isEnum()) {
      return choice(setting, text, type);
    } else if (type == Optional.class) {
      return text.isEmpty() ? Optional.empty() : Optional.of(part(setting, text, component));
    } else if (text.isEmpty()) {
      throw new SettingsException(setting, "may not be empty");
    }
    return text;
  }

  private static Object part(String setting, String text, RecordComponent optional) {
    boolean isPath =
        optional.getGenericType() instanceof ParameterizedType type
            && type.getActualTypeArguments()[0] == Path.class;
    return isPath ? path(setting, text) : text;
  }

  private static List<String> list(String setting, Object value) {
    Stream<?> items =
        value instanceof List<?> list ? list.stream() : Stream.of(value.toString().split(",", -1));
    List<String> texts = items.map(item -> String.valueOf(item).strip()).toList();
    if (texts.stream().anyMatch(String::isEmpty)) {
      throw new SettingsException(setting, "has an empty entry");
    }
    return texts;
  }

  private static int integer(String setting, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new SettingsException(setting, "takes a whole number" + hint(setting));
    }
  }

  /** Where a variable that nobody set on purpose comes from. */
  static String hint(String setting) {
    return OF_A_SERVICE.matcher(setting).matches()
        ? " (Kubernetes sets this variable for a Service named kexd, unless the pod says"
            + " enableServiceLinks: false)"
        : "";
  }

  private static Path path(String setting, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new SettingsException(setting, "is not a path");
    }
  }

  private static boolean bool(String setting, String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new SettingsException(setting, "takes true or false");
    };
  }

  private static Duration time(String setting, String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw new SettingsException(setting, "takes a time such as 500ms, 60s, 10m or 1h");
    }
    long count = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  private static Object choice(String setting, String text, Class<?> type) {
    Object[] choices = type.getEnumConstants();
    return Stream.of(choices)
        .filter(choice -> label(choice).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    setting,
                    "takes one of "
                        + Stream.of(choices)
                            .map(SettingValue::label)
                            .collect(Collectors.joining(", "))));
  }

  private static String label(Object choice) {
    return choice.toString().toLowerCase(Locale.ROOT);
  }
}
