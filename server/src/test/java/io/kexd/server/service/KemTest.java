package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.server.Peer;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key schedule of DHKEM against the vectors of RFC 9180. */
class KemTest {
  /** Appendix A.1.1, A.3.1 and A.6.1: skRm, enc, shared_secret. */
  @ParameterizedTest
  @CsvSource({
    "x25519, 4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8,"
        + " 37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431,"
        + " fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc",
    "p256, f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2,"
        + " 04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac9"
        + "8536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4,"
        + " c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8",
    "p521, 01462680369ae375e4b3791070a7458ed527842f6a98a79ff5e0d4cbde83c27196"
        + "a3916956655523a6a2556a7af62c5cadabe2ef9da3760bb21e005202f7b2462847,"
        + " 040138b385ca16bb0d5fa0c0665fbbd7e69e3ee29f63991d3e9b5fa740aab8900a"
        + "aeed46ed73a49055758425a0ce36507c54b29cc5b85a5cee6bae0cf1c21f2731ec"
        + "e2013dc3fb7c8d21654bb161b463962ca19e8c654ff24c94dd2898de12051f1ed0"
        + "692237fb02b2f8d1dc1c73e9b366b529eb436e98a996ee522aef863dd5739d2f29b0,"
        + " 776ab421302f6eff7d7cb5cb1adaea0cd50872c71c2d63c30c4f1d5e43653336"
        + "fef33b103c67e7a98add2d3b66e2fda95b5b2a667aa9dac7e59cc1d46d30e818"
  })
  void rfc9180AppendixA(String curve, String privateKey, String enc, String secret)
      throws Exception {
    KeyAgreement agreement = KeyAgreement.of(curve);
    try (KeyPair receiver = agreement.fromPrivateKey(Peer.hex(privateKey))) {
      byte[] dh = agreement.agree(receiver, Peer.hex(enc));
      Kem kem = Kem.of(agreement.scheme()).orElseThrow();
      assertArrayEquals(Peer.hex(secret), kem.derive(dh, Peer.hex(enc), receiver.publicKey()));
    }
  }

  /** Whatever the index registers a KEM for has one here, and nothing else has. */
  @Test
  void everyRegisteredKemExists() {
    assertEquals(
        Arrays.stream(Kem.values()).collect(Collectors.toSet()),
        Curves.all().stream()
            .filter(scheme -> scheme.kemId() != 0)
            .map((Scheme scheme) -> Kem.of(scheme).orElseThrow())
            .collect(Collectors.toSet()));
    assertEquals(
        0,
        Curves.all().stream()
            .filter(scheme -> scheme.kemId() == 0 && Kem.of(scheme).isPresent())
            .count());
  }
}
