package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.BatchVerifyResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.SignatureEncoding;
import io.kexd.v1.VerifyRequest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Signatures of others under given public keys, through the running server, in batches. */
class VerifyCorporaTest {
  private static final int BATCH = 64;

  /** One of so many is asked for by a call of its own too. */
  private static final int SINGLE = 16;

  private static TestServer server;

  private final List<VerifyRequest> asked = new ArrayList<>();
  private final List<Boolean> expected = new ArrayList<>();

  @BeforeAll
  static void start() throws StartException {
    server =
        TestServer.start(
            "curves", Curves.all().stream().map(Scheme::id).collect(Collectors.joining(",")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secp256r1_sha256",
        "secp256r1_sha512",
        "secp384r1_sha256",
        "secp384r1_sha384",
        "secp384r1_sha512",
        "secp521r1_sha512"
      })
  void wycheproofDer(String name) {
    wycheproofEcdsa(
        "wycheproof/ecdsa_" + name + "_test.json.gz", SignatureEncoding.SIGNATURE_ENCODING_DER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secp256r1_sha256",
        "secp256r1_sha512",
        "secp384r1_sha384",
        "secp384r1_sha512",
        "secp521r1_sha512"
      })
  void wycheproofP1363(String name) {
    wycheproofEcdsa(
        "wycheproof/ecdsa_" + name + "_p1363_test.json.gz",
        SignatureEncoding.SIGNATURE_ENCODING_P1363);
  }

  private void wycheproofEcdsa(String file, SignatureEncoding encoding) {
    for (JsonNode test : Corpora.casesIfPresent(file)) {
      JsonNode group = test.get("group");
      String curve = group.get("publicKey").get("curve").asString();
      add(
          test.get("result").asString().equals("valid"),
          ecdsa(curve, group.get("sha").asString())
              .setPublicKey(bytes(group, "publicKeyDer"))
              .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
              .setMessage(bytes(test, "msg"))
              .setSignatureEncoding(encoding)
              .setSignature(bytes(test, "sig")));
    }
    judge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  void wycheproofEddsa(String algorithm) {
    for (JsonNode test : Corpora.casesIfPresent("wycheproof/" + algorithm + "_test.json.gz")) {
      add(
          test.get("result").asString().equals("valid"),
          eddsa(algorithm, bytes(test.get("group").get("publicKey"), "pk"))
              .setMessage(bytes(test, "msg"))
              .setSignature(bytes(test, "sig")));
    }
    judge();
  }

  @ParameterizedTest
  @CsvSource({"acvp/ECDSA-SigVer-FIPS186-5.json.gz", "acvp/DetECDSA-SigGen-FIPS186-5.json.gz"})
  void acvpEcdsa(String file) {
    for (JsonNode test : Corpora.casesIfPresent(file)) {
      JsonNode group = test.get("group");
      JsonNode key = test.has("qx") ? test : group;
      String curve = group.get("curve").asString();
      add(
          !test.has("testPassed") || test.get("testPassed").asBoolean(),
          ecdsa(curve, group.get("hashAlg").asString(), key, "qx", "qy", test, "r", "s")
              .setMessage(bytes(test, "message")));
    }
    judge();
  }

  @ParameterizedTest
  @CsvSource({"acvp/EDDSA-SigVer-1.0.json.gz", "acvp/EDDSA-SigGen-1.0.json.gz"})
  void acvpEddsa(String file) {
    for (JsonNode test : Corpora.casesIfPresent(file)) {
      JsonNode group = test.get("group");
      ByteString context = test.has("context") ? bytes(test, "context") : ByteString.EMPTY;
      String family = group.get("curve").asString().replace("-", "").toLowerCase(Locale.ROOT);
      String variant =
          group.get("preHash").asBoolean()
              ? "ph"
              : family.equals("ed25519") && !context.isEmpty() ? "ctx" : "";
      add(
          !test.has("testPassed") || test.get("testPassed").asBoolean(),
          eddsa(family + variant, bytes(test.has("q") ? test : group, "q"))
              .setMessage(bytes(test, "message"))
              .setContext(context)
              .setSignature(bytes(test, "signature")));
    }
    judge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cavp/ecdsa_186-3_SigVer.rsp.gz", "cavp/ecdsa_186-3_SigGen.txt.gz"})
  void cavp(String file) {
    for (JsonNode test : Corpora.casesIfPresent(file)) {
      String[] names = test.get("section").asString().split(",", -1);
      add(
          !test.has("Result") || test.get("Result").asString().startsWith("P"),
          ecdsa(names[0], names[1], test, "Qx", "Qy", test, "R", "S")
              .setMessage(bytes(test, "Msg")));
    }
    judge();
  }

  /** Without the hashes that the service lacks. */
  @Test
  void rfc6979() {
    for (JsonNode test : Corpora.casesIfPresent("rfc/rfc6979_ecdsa.json")) {
      String hash = test.get("hash").asString();
      JsonNode group = test.get("group");
      if (!Set.of("SHA-1", "SHA-224").contains(hash)) {
        String curve = group.get("curve").asString().replace("NIST ", "");
        add(
            true,
            ecdsa(curve, hash, group, "Ux", "Uy", test, "r", "s")
                .setMessage(
                    ByteString.copyFrom(
                        test.get("message").asString().getBytes(StandardCharsets.US_ASCII))));
      }
    }
    judge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed25519ctx", "ed25519ph", "ed448", "ed448ph"})
  void rfc8032(String algorithm) {
    for (JsonNode test : Corpora.casesIfPresent("rfc/rfc8032_" + algorithm + ".json")) {
      VerifyRequest.Builder right =
          eddsa(algorithm, bytes(test, "publicKey"))
              .setContext(test.has("context") ? bytes(test, "context") : ByteString.EMPTY)
              .setMessage(bytes(test, "message"))
              .setSignature(bytes(test, "signature"));
      add(true, right);
      add(false, right.clone().setMessage(right.getMessage().concat(right.getSignature())));
    }
    judge();
  }

  @Test
  void signInput() {
    for (JsonNode test : Corpora.casesIfPresent("ed25519/sign.input.gz")) {
      String[] fields = test.get("fields").asString().split(":", -1);
      add(
          true,
          eddsa("ed25519", hex(fields[1]))
              .setMessage(hex(fields[2]))
              .setSignature(hex(fields[3].substring(0, 128))));
    }
    judge();
  }

  private void add(boolean valid, VerifyRequest.Builder request) {
    asked.add(request.build());
    expected.add(valid);
  }

  /** Asks for all that was added; a key that is none makes nothing valid. */
  private void judge() {
    for (int from = 0; from < asked.size(); from += BATCH) {
      List<VerifyRequest> part = asked.subList(from, Math.min(from + BATCH, asked.size()));
      BatchVerifyResponse reply =
          server
              .signing()
              .batchVerify(
                  BatchVerifyRequest.newBuilder()
                      .addAllItems(part.stream().map(VerifyCorporaTest::item).toList())
                      .build());
      assertEquals(part.size(), reply.getItemsCount());
      for (int i = 0; i < part.size(); i++) {
        assertEquals(
            expected.get(from + i), isValid(reply.getItems(i)), "case " + (from + i) + part.get(i));
        if ((from + i) % SINGLE == 0) {
          judgeAlone(part.get(i), reply.getItems(i));
        }
      }
    }
  }

  /** By itself a request has the same answer. */
  private void judgeAlone(VerifyRequest request, BatchVerifyResponse.Item item) {
    if (item.hasError()) {
      assertEquals(
          item.getError().getReason(),
          Failure.of(
                  assertThrows(
                      StatusRuntimeException.class, () -> server.signing().verify(request)))
              .reason());
    } else {
      assertEquals(item.getResponse(), server.signing().verify(request));
    }
  }

  private static BatchVerifyRequest.Item item(VerifyRequest request) {
    return BatchVerifyRequest.Item.newBuilder().setRequest(request).build();
  }

  private static boolean isValid(BatchVerifyResponse.Item item) {
    if (item.hasError()) {
      assertEquals(
          ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
          item.getError().getReason(),
          item.getError().getMessage());
      return false;
    }
    assertTrue(item.hasResponse());
    return item.getResponse().getValid();
  }

  private static VerifyRequest.Builder eddsa(String algorithm, ByteString key) {
    return VerifyRequest.newBuilder().setAlgorithm(algorithm).setPublicKey(key);
  }

  /** {@code P-256} or {@code secp256r1}; {@code SHA-256} or {@code SHA2-256}. */
  private static VerifyRequest.Builder ecdsa(String curve, String hash) {
    return VerifyRequest.newBuilder()
        .setAlgorithm("ecdsa-p" + bits(curve) + "-sha" + hash.substring(hash.length() - 3));
  }

  private static VerifyRequest.Builder ecdsa(
      String curve,
      String hash,
      JsonNode key,
      String x,
      String y,
      JsonNode signature,
      String r,
      String s) {
    int size = (bits(curve) + 7) / 8;
    return ecdsa(curve, hash)
        .setPublicKey(hex("04" + padded(key, x, size) + padded(key, y, size)))
        .setSignatureEncoding(SignatureEncoding.SIGNATURE_ENCODING_P1363)
        .setSignature(hex(padded(signature, r, size) + padded(signature, s, size)));
  }

  private static int bits(String curve) {
    return Integer.parseInt(curve.replace("P-", "").replace("secp", "").replace("r1", ""));
  }

  private static String padded(JsonNode node, String field, int size) {
    String digits = new BigInteger(node.get(field).asString(), 16).toString(16);
    return "0".repeat(2 * size - digits.length()) + digits;
  }

  private static ByteString bytes(JsonNode node, String field) {
    return hex(node.get(field).asString());
  }

  private static ByteString hex(String digits) {
    return ByteString.copyFrom(HexFormat.of().parseHex(digits));
  }
}
