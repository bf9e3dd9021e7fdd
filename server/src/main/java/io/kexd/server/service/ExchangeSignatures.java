package io.kexd.server.service;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.pipeline.Reservation;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Signatures over exchanges, by keys that sign nothing else. What is signed is the transcript that
 * key_exchange_service.proto documents; the signer's own ephemeral key stands in it as the
 * responder's.
 */
public final class ExchangeSignatures {
  private static final String LABEL = "kexd-exchange-v1";

  /** The first byte after the label. */
  private enum Kind {
    GENERATE(1),
    EXCHANGE(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  /**
   * What a caller wants.
   *
   * @param key the signing key's name; empty for no signature
   * @param context covered by the signature
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by its text.
  public record Wish(String key, byte[] context) {
    /** No signature. */
    public static final Wish NONE = new Wish("", new byte[0]);

    /** Equal for equal wishes. */
    String text() {
      return key + ":" + HexFormat.of().formatHex(context);
    }
  }

  /** A signature and the version that made it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Made(byte[] signature, int version) {}

  /** A key that may sign exchanges. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Signer(SigningKey key, Version version, byte[] context) {}

  private final Signing signing;
  private final Limits limits;

  public ExchangeSignatures(Signing signing, Limits limits) {
    this.signing = signing;
    this.limits = limits;
  }

  /** Finds the key before anything is computed, or refuses; empty when no signature is wanted. */
  Optional<Signer> signer(Call call, Wish wish) {
    if (wish.key().isEmpty()) {
      if (wish.context().length > 0) {
        throw Refusal.invalid("context", "goes with sign_with; leave it unset without");
      }
      return Optional.empty();
    }
    limits.checkParameter("context", wish.context());
    SigningKey key = signing.exchangeKey(call, wish.key());
    return Optional.of(new Signer(key, StoredKeys.usable(key, 0), wish.context()));
  }

  /** Time for the signature, if one is wanted, to be admitted with the exchange. */
  List<Reservation> reserve(Call call, Optional<Signer> signer) {
    return signer.map(by -> signing.reserveExchange(call, by.key())).stream().toList();
  }

  /**
   * Signs a new pair.
   *
   * @param publicKey in that format
   * @param expiry milliseconds since 1970
   */
  CompletableFuture<Made> ofGenerated(
      Call call, Signer signer, Scheme scheme, byte[] publicKey, KeyFormat format, long expiry) {
    byte[] own = canonical(scheme, publicKey, format);
    return sign(
        call, signer, transcript(Kind.GENERATE, scheme, new byte[0], own, expiry, false, signer));
  }

  /**
   * Signs an exchange.
   *
   * @param publicKey in that format, as the peer's is
   */
  CompletableFuture<Made> ofExchanged(
      Call call,
      Signer signer,
      Scheme scheme,
      byte[] peer,
      byte[] publicKey,
      KeyFormat format,
      boolean reused) {
    byte[] initiator = canonical(scheme, peer, format);
    byte[] responder = canonical(scheme, publicKey, format);
    return sign(
        call, signer, transcript(Kind.EXCHANGE, scheme, initiator, responder, 0, reused, signer));
  }

  private CompletableFuture<Made> sign(Call call, Signer signer, byte[] transcript) {
    return signing
        .signExchange(call, signer.key(), signer.version(), transcript)
        .thenApply(signature -> new Made(signature, signer.version().number()));
  }

  private static byte[] canonical(Scheme scheme, byte[] publicKey, KeyFormat format) {
    try {
      return KeyAgreement.of(scheme.id()).decode(publicKey, format);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException(e); // It was good a moment ago.
    }
  }

  private static byte[] transcript(
      Kind kind,
      Scheme scheme,
      byte[] initiator,
      byte[] responder,
      long expiry,
      boolean reused,
      Signer signer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(LABEL.getBytes(StandardCharsets.US_ASCII));
      out.writeByte(kind.code);
      byte[] curve = scheme.id().getBytes(StandardCharsets.US_ASCII);
      out.writeByte(curve.length);
      out.write(curve);
      write(out, initiator);
      write(out, responder);
      out.writeLong(expiry);
      out.writeByte(reused ? 1 : 0);
      write(out, signer.context());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, byte[] field) throws IOException {
    out.writeShort(field.length);
    out.write(field);
  }
}
