package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** buf: the contract's rules, and a client that knows kexd by reflection alone. */
@Tag("foreign")
class BufTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final Tool buf = Tool.find("buf").in(Tool.ROOT.resolve("proto"));

  @Test
  void lint() throws Exception {
    assertTrue(
        Files.readString(Tool.ROOT.resolve("proto/buf.yaml")).contains("- STANDARD"),
        "the STANDARD rules are on");
    assertEquals("", buf.run("lint").success());
  }

  @Test
  void format() {
    assertEquals("", buf.run("format", "--diff", "--exit-code").success());
  }

  @Test
  void build(@TempDir Path folder) throws Exception {
    Path image = folder.resolve("image.binpb");
    buf.run("build", "--output", image).success();
    assertTrue(Files.size(image) > 0);
  }

  @Test
  void reflection() throws Exception {
    try (Daemon kexd = Daemon.plaintext()) {
      Set<String> services =
          curl(kexd, "", "--list-services").success().lines().collect(Collectors.toSet());
      assertTrue(
          services.containsAll(
              Set.of(
                  "kexd.v1.KeyExchangeService", "kexd.v1.SigningService", "grpc.health.v1.Health")),
          services::toString);

      JsonNode health =
          JSON.readTree(curl(kexd, "/grpc.health.v1.Health/Check", "--data", "{}").success());
      assertEquals("SERVING", health.get("status").asString());

      JsonNode exchanged =
          JSON.readTree(
              curl(
                      kexd,
                      "/kexd.v1.KeyExchangeService/Exchange",
                      "--data",
                      // Alice's public key, RFC 7748 section 6.1.
                      """
                      {"curve": "x25519", "peerPublicKey": "hSDwCYkwp1R0i33ctD73Wg2/OmLpzlvPjhZKbd6EWzE="}
                      """)
                  .success());
      assertEquals(32, Base64.getDecoder().decode(exchanged.get("publicKey").asString()).length);
      assertEquals(32, Base64.getDecoder().decode(exchanged.get("secret").asString()).length);

      Tool.Result result =
          curl(kexd, "/kexd.v1.KeyExchangeService/Exchange", "--data", "{\"curve\": \"x25519\"}");
      // buf exits with eight times the status code.
      assertEquals(8 * Status.Code.INVALID_ARGUMENT.value(), result.status(), result::all);
      assertTrue(result.err().contains("invalid_argument"), result::all);
    }
  }

  private Tool.Result curl(Daemon kexd, String method, String... arguments) {
    return buf.run(
        "curl",
        "--http2-prior-knowledge",
        "--protocol=grpc",
        List.of(arguments),
        "http://" + kexd.target() + method);
  }
}
