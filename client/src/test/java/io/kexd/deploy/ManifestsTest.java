package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.kexd.foreign.Tool;
import io.kexd.server.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** k8s/base before rendering: what Kubernetes would run, and that it fits the server. */
class ManifestsTest {

  private final PodSpec pod = pod();
  private final Container container = container();

  private static PodSpec pod() {
    return read("deployment.yaml").get(Deployment.class, "kexd").getSpec().getTemplate().getSpec();
  }

  /** The one container of the pod. */
  static Container container() {
    return pod().getContainers().getFirst();
  }

  private static Manifests read(String file) {
    try {
      return Manifests.parse(Files.readString(Tool.ROOT.resolve("k8s/base").resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyFieldIsKnown() {
    for (String file : List.of("deployment.yaml", "services.yaml", "serviceaccount.yaml")) {
      assertEquals(List.of(), read(file).unknownFields(), file);
    }
  }

  @Test
  void podHasNoRightsItDoesNotNeed() {
    assertEquals(1, pod.getContainers().size());
    assertTrue(pod.getSecurityContext().getRunAsNonRoot());
    assertTrue(pod.getSecurityContext().getRunAsUser() > 0);
    assertEquals("RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
    assertEquals(false, pod.getAutomountServiceAccountToken());
    var context = container.getSecurityContext();
    assertEquals(false, context.getAllowPrivilegeEscalation());
    assertTrue(context.getReadOnlyRootFilesystem());
    assertEquals(List.of("ALL"), context.getCapabilities().getDrop());
  }

  @Test
  void resourcesAreSet() {
    var resources = container.getResources();
    assertNotNull(resources.getRequests().get("cpu"));
    assertNotNull(resources.getRequests().get("memory"));
    assertEquals(resources.getRequests().get("memory"), resources.getLimits().get("memory"));
  }

  @Test
  void probesAskTheManagementPort() {
    assertProbe("/readyz", container.getStartupProbe());
    assertProbe("/readyz", container.getReadinessProbe());
    assertProbe("/livez", container.getLivenessProbe());
  }

  private static void assertProbe(String path, Probe probe) {
    assertEquals(path, probe.getHttpGet().getPath());
    assertEquals("management", probe.getHttpGet().getPort().getStrVal());
  }

  @Test
  void servicesLeadToThePorts() {
    Map<String, Integer> ports =
        container.getPorts().stream()
            .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
    assertEquals(
        Map.of(
            "grpc", Settings.DEFAULTS.port(), "management", Settings.DEFAULTS.management().port()),
        ports);
    Manifests services = read("services.yaml");
    var grpc = services.get(Service.class, "kexd").getSpec().getPorts().getFirst();
    assertEquals(ports.get(grpc.getTargetPort().getStrVal()), grpc.getPort());
    var management = services.get(Service.class, "kexd-metrics").getSpec().getPorts().getFirst();
    assertEquals(ports.get(management.getTargetPort().getStrVal()), management.getPort());
  }

  @Test
  void podOutlivesTheShutdown() {
    assertTrue(
        pod.getTerminationGracePeriodSeconds() > Settings.DEFAULTS.shutdownGrace().toSeconds());
  }

  @Test
  void noVariableOfKubernetesIsTakenForASetting() {
    assertEquals(false, pod.getEnableServiceLinks());
  }

  @Test
  void settingsNameFilesOfTheSecret() throws Exception {
    String mount =
        container.getVolumeMounts().stream()
            .filter(m -> m.getName().equals("tls"))
            .map(VolumeMount::getMountPath)
            .findFirst()
            .orElseThrow();
    Map<String, Map<String, String>> settings =
        new Yaml().load(Files.readString(Tool.ROOT.resolve("k8s/base/kexd.yaml")));
    assertEquals(
        Map.of(
            "certificate",
            mount + "/tls.crt",
            "key",
            mount + "/tls.key",
            "clientCa",
            mount + "/ca.crt"),
        settings.get("tls"));
  }

  @Test
  void prometheusScrapesTheManagementPort() throws Exception {
    Map<String, Object> configuration =
        new Yaml().load(Files.readString(Tool.ROOT.resolve("deploy/prometheus.yml")));
    var management = Settings.DEFAULTS.management();
    String target = management.address() + ":" + management.port();
    assertTrue(
        configuration.toString().contains("targets=[" + target + "]"), configuration::toString);
  }
}
