package io.kexd.server.pipeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;

/** Answers that others published, from known-answers.properties. */
final class KnownAnswers {
  private static final String NONE = "-";

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Agreement(byte[] privateKey, byte[] peer, byte[] secret) {}

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Signature(byte[] privateKey, byte[] message, byte[] context, byte[] signature) {}

  private final Properties answers = new Properties();

  KnownAnswers() {
    try (InputStream in = KnownAnswers.class.getResourceAsStream("known-answers.properties")) {
      answers.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** That of an agreement. */
  Optional<Agreement> agreement(String id) {
    return find(id).map(f -> new Agreement(hex(f[0]), hex(f[1]), hex(f[2])));
  }

  /** That of a signature algorithm. */
  Optional<Signature> signature(String algorithm) {
    return find(algorithm).map(f -> new Signature(hex(f[0]), hex(f[1]), hex(f[2]), hex(f[3])));
  }

  private Optional<String[]> find(String id) {
    return Optional.ofNullable(answers.getProperty(id)).map(line -> line.split(" ", -1));
  }

  private static byte[] hex(String digits) {
    return digits.equals(NONE) ? new byte[0] : HexFormat.of().parseHex(digits);
  }
}
