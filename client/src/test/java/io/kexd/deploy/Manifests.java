package io.kexd.deploy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Kubernetes manifests in fabric8's typed model. */
record Manifests(List<HasMetadata> all) {

  private static final Pattern DOCUMENT_SEPARATOR = Pattern.compile("(?m)^---\\s*$");
  private static final String MODEL = "io.fabric8.kubernetes.api.model";

  /** Parses YAML documents. A value of the wrong type or an unknown kind fails the test. */
  static Manifests parse(String yaml) {
    KubernetesSerialization serialization = new KubernetesSerialization();
    return new Manifests(
        DOCUMENT_SEPARATOR
            .splitAsStream(yaml)
            .map(document -> serialization.unmarshal(document, HasMetadata.class))
            .toList());
  }

  /** The manifest of a kind and a name. */
  <T extends HasMetadata> T get(Class<T> kind, String name) {
    List<T> found =
        all.stream()
            .filter(kind::isInstance)
            .map(kind::cast)
            .filter(m -> m.getMetadata().getName().equals(name))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " manifests of " + kind.getSimpleName() + " " + name);
    }
    return found.getFirst();
  }

  /**
   * Paths of the fields that the model does not know: it keeps them aside instead of refusing them.
   */
  List<String> unknownFields() {
    List<String> unknown = new ArrayList<>();
    all.forEach(m -> collect(m, m.getKind() + " " + m.getMetadata().getName(), unknown));
    return unknown;
  }

  private static void collect(Object value, String path, List<String> unknown) {
    if (value instanceof Collection<?> items) {
      items.forEach(item -> collect(item, path + "[]", unknown));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((key, item) -> collect(item, path + "." + key, unknown));
    } else if (value.getClass().getName().startsWith(MODEL)) {
      properties(value)
          .forEach(
              (name, item) -> {
                if (name.equals("additionalProperties")) {
                  ((Map<?, ?>) item).keySet().forEach(key -> unknown.add(path + "." + key));
                } else {
                  collect(item, path + "." + name, unknown);
                }
              });
    }
  }

  private static Map<String, Object> properties(Object bean) {
    try {
      Map<String, Object> properties = new TreeMap<>();
      for (PropertyDescriptor property :
          Introspector.getBeanInfo(bean.getClass(), Object.class).getPropertyDescriptors()) {
        Object value =
            property.getReadMethod() == null ? null : property.getReadMethod().invoke(bean);
        if (value != null) {
          properties.put(property.getName(), value);
        }
      }
      return properties;
    } catch (IntrospectionException | ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
