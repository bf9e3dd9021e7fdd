package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.kexd.foreign.Tool;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** k8s/base as kustomize renders it, judged by kubernetes-models and by fabric8's model. */
@Tag("foreign")
class KustomizeTest {

  private final String yaml =
      Tool.find("kubectl").run("kustomize", Tool.ROOT.resolve("k8s/base")).success();
  private final Manifests manifests = Manifests.parse(yaml);

  @Test
  void fitsTheSchemas() {
    String out = Tool.node().runWith(yaml, Tool.SCRIPTS.resolve("manifests.js")).success();
    assertEquals(
        manifests.all().stream().map(m -> m.getKind() + " " + m.getMetadata().getName()).toList(),
        out.lines().toList());
    assertEquals(List.of(), manifests.unknownFields());
  }

  @Test
  void servicesSelectThePods() {
    Deployment deployment = manifests.get(Deployment.class, "kexd");
    Map<String, String> labels = deployment.getSpec().getTemplate().getMetadata().getLabels();
    assertEquals(labels, deployment.getSpec().getSelector().getMatchLabels());
    for (String name : List.of("kexd", "kexd-metrics")) {
      Map<String, String> selector = manifests.get(Service.class, name).getSpec().getSelector();
      assertTrue(!selector.isEmpty() && labels.entrySet().containsAll(selector.entrySet()), name);
    }
  }

  @Test
  void podMountsTheSettings() throws Exception {
    String name =
        manifests
            .get(Deployment.class, "kexd")
            .getSpec()
            .getTemplate()
            .getSpec()
            .getVolumes()
            .stream()
            .map(Volume::getConfigMap)
            .filter(Objects::nonNull)
            .map(source -> source.getName())
            .findFirst()
            .orElseThrow();
    assertTrue(name.startsWith("kexd-"), "a hash in the name restarts pods when settings change");
    assertEquals(
        Map.of("kexd.yaml", Files.readString(Tool.ROOT.resolve("k8s/base/kexd.yaml"))),
        manifests.get(ConfigMap.class, name).getData());
  }

  @Test
  void unknownFieldIsSeen() {
    Manifests wrong = Manifests.parse(yaml.replace("runAsNonRoot:", "runAsNonroot:"));
    assertEquals(
        List.of("Deployment kexd.spec.template.spec.securityContext.runAsNonroot"),
        wrong.unknownFields());
    assertTrue(wrong.all().stream().map(HasMetadata::getKind).anyMatch("Service"::equals));
  }
}
