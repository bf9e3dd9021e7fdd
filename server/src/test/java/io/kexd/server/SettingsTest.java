package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** Settings from a file, the environment and flags; wrong ones are named. */
class SettingsTest {
  @TempDir static Path folder;

  @Test
  void theManualShowsEveryKeyWithItsDefault() throws IOException {
    Path manual = Path.of(System.getProperty("kexd.root", ".."), "server", "kexd.yaml");
    assertEquals(
        Settings.DEFAULTS, SettingsReader.of(Optional.of(manual), Map.of(), Map.of()).settings());
    List<String> shown = new ArrayList<>();
    flatten("", new Yaml().load(Files.readString(manual)), shown);
    assertEquals(List.copyOf(SettingsReader.keys().values()), shown);
  }

  private static void flatten(String prefix, Map<String, Object> map, List<String> keys) {
    map.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> section) {
            @SuppressWarnings("unchecked")
            Map<String, Object> nested = (Map<String, Object>) section;
            flatten(prefix + key + ".", nested, keys);
          } else {
            keys.add(prefix + key);
          }
        });
  }

  @Test
  void nothingSetMeansTheDefaults() throws IOException {
    assertEquals(Settings.DEFAULTS, read("", Map.of(), Map.of()));
    assertEquals(Settings.DEFAULTS, read("tls:\n#  key: a\nhandles: {}", Map.of(), Map.of()));
    assertEquals(
        Settings.DEFAULTS,
        SettingsReader.of(Optional.empty(), Map.of("HOME", "/", "KEXDX", "1"), Map.of())
            .settings());
  }

  /** What only the whole of a section can judge, too. */
  @Test
  void aWrongSettingIsNamedAsItWasGiven() {
    Map<String, String> environment = Map.of("KEXD_WARMUP", "25h", "KEXD_PORT", "1");
    SettingsException e =
        assertThrows(SettingsException.class, () -> read("warmUp: 1s", environment, Map.of()));
    assertEquals("KEXD_WARMUP: may be at most 24h", e.getMessage());
    e =
        assertThrows(
            SettingsException.class,
            () -> read("port: 2", Map.of("KEXD_PORT", "1"), Map.of("port", "65536")));
    assertEquals("--port: must be 0 to 65535", e.getMessage());
    e =
        assertThrows(
            SettingsException.class,
            () -> read("{}", Map.of("KEXD_TLS_CERTIFICATE", "a"), Map.of()));
    assertEquals("tls.key: is needed with tls.certificate", e.getMessage());
  }

  @Test
  void theLaterSourceWins() throws IOException {
    String file =
        """
        port: 1
        workers: 3
        handles:
          maxTtl: 2m
          maxPerCaller: 7
        curves: [ed25519]
        reflection: never
        """;
    Settings settings =
        read(
            file,
            Map.of(
                "KEXD_PORT", "2", "KEXD_HANDLES_MAXTTL", "90s", "KEXD_CURVES", "x25519, ed25519"),
            Map.of("port", "3"));
    assertEquals(3, settings.port());
    assertEquals(Duration.ofSeconds(90), settings.handles().maxTtl());
    assertEquals(7, settings.handles().maxPerCaller());
    assertEquals(3, settings.workers());
    assertEquals(List.of("x25519", "ed25519"), settings.curves());
    assertEquals(Settings.Reflection.NEVER, settings.reflection());
    assertEquals(Settings.DEFAULTS.limits(), settings.limits());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prot: 1 | prot: no such setting",
        "handles: {maxTTL: 1s} | handles.maxTTL: no such setting",
        "handles: 3 | handles: no such setting",
        "handels: {} | handels: no such setting",
        "nothing: | nothing: no such setting",
        "port: many | port: takes a whole number",
        "port: [1] | port: takes one value",
        "port: {a: 1} | port: takes one value",
        "port: 65536 | port: must be 0 to 65535",
        "port: -1 | port: must be 0 to 65535",
        "management: {port: 99999} | management.port: must be 0 to 65535",
        "workers: -1 | workers: must be 0 to 1024",
        "insecure: maybe | insecure: takes true or false",
        "curves: [] | curves: must name at least one",
        "curves: [x25519, ''] | curves: has an empty entry",
        "reflection: on | reflection: takes one of auto, always, never",
        "log: {level: loud} | log.level: takes one of error, warn, info, debug",
        "shutdownGrace: 20 | shutdownGrace: takes a time such as 500ms, 60s, 10m or 1h",
        "handles: {defaultTtl: 0s} | handles.defaultTtl: must be more than nothing",
        "handles: {defaultTtl: 11m} | handles.defaultTtl: may not be longer than handles.maxTtl",
        "handles: {maxPerCaller: 0} | handles.maxPerCaller: must be at least 1",
        "reuse: {curves: [x25519]} | reuse.callers: is needed with reuse.curves",
        "reuse: {callers: [anonymous]} | reuse.curves: is needed with reuse.callers",
        "reuse: {maxUses: 17} | reuse.maxUses: must be 1 to 16",
        "reuse: {window: 11s} | reuse.window: must be more than nothing and at most 10s",
        "reuse: {window: 0s} | reuse.window: must be more than nothing and at most 10s",
        "limits: {backlog: 0s} | limits.backlog: must be more than nothing",
        "limits: {inFlightSize: 8912895} | limits.inFlightSize: must be at least 17/8 of"
            + " limits.requestSize, or some batches could never be admitted",
        "limits: {inFlightSize: 8912896, batchItems: 1024} | limits.inFlightSize: must be at least"
            + " 16,320 bytes for each of limits.batchItems, which a reply may have",
        "handles: {max: 9} | handles.max: may not be less than handles.maxPerCaller",
        "handles: {maxTtl: 25h} | handles.maxTtl: may be at most 24h",
        "handles: {tombstoneTime: 999999999h} | handles.tombstoneTime: may be at most 24h",
        "handles: {store: disk} | handles.store: takes one of memory, redis",
        "handles: {store: redis} | redis.keyset: is needed with handles.store: redis",
        "redis: {uri: 'http://a'} | redis.uri: takes redis://, rediss:// or redis-sentinel://, and"
            + " a host",
        "redis: {kmsUri: key} | redis.kmsUri: takes the URI of a key, such as"
            + " gcp-kms://projects/... or aws-kms://arn:...",
        "signingKeys: {kmsUri: 'kms:a'} | signingKeys.kmsUri: takes the URI of a key, such as"
            + " gcp-kms://projects/... or aws-kms://arn:...",
        "redis: {timeout: 0s} | redis.timeout: must be more than nothing",
        "requestIds: {window: 999999999h} | requestIds.window: may be at most 24h",
        "shutdownGrace: 25h | shutdownGrace: may be at most 24h",
        "limits: {inFlight: 0} | limits.inFlight: must be at least 1",
        "limits: {requestSize: 1048576} | limits.requestSize: must be at least 64 KiB more than"
            + " limits.messageSize",
        "limits: {parameterSize: 65536} | limits.parameterSize: must be 1 byte to 16 KiB",
        "limits: {messageSize: 2147483647} | limits.messageSize: must be 1 byte to 16 MiB",
        "kernels: 2 | kernels: takes one of auto, scalar, 4, 8",
        "kernels: fast | kernels: takes one of auto, scalar, 4, 8",
        "warmUp: 25h | warmUp: may be at most 24h",
        "tls: {certificate: a.pem} | tls.key: is needed with tls.certificate",
        "tls: {key: a.key} | tls.certificate: is needed with tls.key",
        "tls: {clientCa: ca.pem} | tls.certificate: is needed with tls.clientCa",
        "address: '' | address: may not be empty",
        "address: no.such.host.invalid | address: no such host",
        "management: {address: no.such.host.invalid} | management.address: no such host",
        "tls: {certificate: \"a\\0b\", key: a.key} | tls.certificate: is not a path",
        "a: 1: 2 | --config: not YAML: line 1: mapping values are not allowed here",
        "- a | --config: the file is not a list of `key: value`",
      })
  void wrongSettingsAreNamed(String yaml, String line) {
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> read(yaml, Map.of(), Map.of()));
    assertEquals(line, wrong.getMessage());
  }

  @Test
  void kernelsAreNamedByTheirLanes() throws IOException {
    assertEquals(Settings.Kernels.EIGHT, read("kernels: 8", Map.of(), Map.of()).kernels());
    assertEquals(Settings.Kernels.FOUR, read("", Map.of("KEXD_KERNELS", "4"), Map.of()).kernels());
    assertEquals(Settings.Kernels.SCALAR, read("kernels: scalar", Map.of(), Map.of()).kernels());
  }

  @Test
  void aKeyGivenTwiceIsRefused() {
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> read("port: 1\nport: 2\n", Map.of(), Map.of()));
    assertTrue(wrong.toString().contains(": --config: not YAML: line"), wrong.toString());
  }

  @Test
  void theEnvironmentIsNamedAsSuch() {
    assertWrongVariable("KEXD_PROT", "1", "KEXD_PROT: no setting has this environment variable");
    assertWrongVariable("KEXD_WORKERS", "x", "KEXD_WORKERS: takes a whole number");
    String kubernetes =
        " (Kubernetes sets this variable for a Service named kexd, unless the pod says"
            + " enableServiceLinks: false)";
    assertWrongVariable(
        "KEXD_PORT", "tcp://10.0.0.1:9090", "KEXD_PORT: takes a whole number" + kubernetes);
    for (String name : List.of("KEXD_SERVICE_HOST", "KEXD_PORT_9090_TCP_ADDR")) {
      assertWrongVariable(
          name, "10.0.0.1", name + ": no setting has this environment variable" + kubernetes);
    }
  }

  private static void assertWrongVariable(String name, String value, String line) {
    SettingsException wrong =
        assertThrows(
            SettingsException.class,
            () -> SettingsReader.of(Optional.empty(), Map.of(name, value), Map.of()).settings());
    assertEquals(line, wrong.getMessage());
  }

  @Test
  void aDirectoryIsNotAFile() {
    SettingsException wrong =
        assertThrows(
            SettingsException.class,
            () -> SettingsReader.of(Optional.of(folder), Map.of(), Map.of()));
    assertEquals("--config: cannot read the file", wrong.getMessage());
  }

  @Test
  void aFileThatIsNotThere() {
    SettingsException wrong =
        assertThrows(
            SettingsException.class,
            () ->
                SettingsReader.of(Optional.of(folder.resolve("absent.yaml")), Map.of(), Map.of()));
    assertEquals("--config: cannot read the file", wrong.getMessage());
  }

  @Test
  void plaintextOffLoopbackMustBeSaidOutLoud() throws IOException {
    for (String address : List.of("0.0.0.0", "'::'", "192.0.2.1")) {
      SettingsException wrong =
          assertThrows(
              SettingsException.class, () -> read("address: " + address, Map.of(), Map.of()));
      assertTrue(wrong.toString().contains(": address: is not loopback"), wrong.toString());
      Settings settings = read("address: " + address, Map.of(), Map.of("insecure", "true"));
      assertTrue(settings.insecure());
      assertFalse(settings.servesReflection());
    }
    for (String address : List.of("127.0.0.1", "127.1.2.3", "'::1'", "localhost")) {
      assertTrue(read("address: " + address, Map.of(), Map.of()).servesReflection());
    }
    String tls = "address: 0.0.0.0\ntls: {certificate: a, key: b}";
    assertFalse(read(tls, Map.of(), Map.of()).servesReflection());
    assertTrue(read(tls + "\nreflection: always", Map.of(), Map.of()).servesReflection());
  }

  /** What is a standard, by the issue's list; a draft or an experiment must be named. */
  @Test
  void standardsAreServedByDefault() {
    assertEquals(
        Set.of(
            "x25519",
            "x448",
            "p256",
            "p384",
            "p521",
            "ed25519",
            "ed448",
            "ecdsa-p256",
            "ecdsa-p384",
            "ecdsa-p521"),
        Set.copyOf(Settings.DEFAULTS.curves()));
  }

  @Test
  void aCurveThatThisBuildLacks() {
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> TestServer.start("curves", "x25519,p999"));
    String all = Curves.all().stream().map(Scheme::id).collect(Collectors.joining(", "));
    assertEquals("curves: this build has no p999; it has " + all, wrong.getMessage());
  }

  @Test
  void filesThatAreNoCertificates() throws Exception {
    Path junk = Files.writeString(folder.resolve("junk.pem"), "junk");
    Certificates certificates = new Certificates(folder);
    Certificates.Pem one = certificates.server();
    Certificates.Pem two = certificates.issue("other", Certificates.dns("other"));
    String good = one.certificate().toString();
    assertTlsWrong("tls.certificate: cannot read the file", "/no/such", "/no/such", "");
    assertTlsWrong(
        "tls.certificate: is not a certificate in PEM", junk.toString(), one.key().toString(), "");
    assertTlsWrong("tls.key: is not a PKCS #8 private key in PEM", good, junk.toString(), "");
    assertTlsWrong("tls.key: cannot read the file", good, "/no/such", "");
    assertTlsWrong("tls.key: does not go with tls.certificate", good, two.key().toString(), "");
    assertTlsWrong(
        "tls.clientCa: is not a certificate in PEM", good, one.key().toString(), junk.toString());
  }

  private static void assertTlsWrong(String line, String certificate, String key, String ca) {
    SettingsException wrong =
        assertThrows(
            SettingsException.class,
            () ->
                TestServer.start(
                    "tls.certificate", certificate, "tls.key", key, "tls.clientCa", ca));
    assertEquals(line, wrong.getMessage());
  }

  private static Settings read(
      String yaml, Map<String, String> environment, Map<String, String> flags) throws IOException {
    Path file = Files.writeString(Files.createTempFile(folder, "settings", ".yaml"), yaml);
    return SettingsReader.of(Optional.of(file), environment, flags).settings();
  }
}
