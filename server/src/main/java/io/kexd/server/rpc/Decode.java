package io.kexd.server.rpc;

import io.kexd.crypto.EcdsaOptions;
import io.kexd.crypto.KeyFormat;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.service.Derivation;
import io.kexd.server.service.HashName;
import io.kexd.server.service.Refusal;
import io.kexd.server.service.SignedInput;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Purpose;
import io.kexd.v1.Role;
import io.kexd.v1.SignatureEncoding;
import java.time.Duration;
import java.util.Optional;

/** From the wire's types to the services'; what the wire cannot rule out is refused here. */
final class Decode {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /** What duration.proto allows: 10,000 years. */
  private static final long MAX_SECONDS = 315_576_000_000L;

  private Decode() {}

  static KeyFormat format(KeyEncoding encoding) {
    return switch (encoding) {
      case KEY_ENCODING_UNSPECIFIED, KEY_ENCODING_RAW -> KeyFormat.RAW;
      case KEY_ENCODING_COMPRESSED -> KeyFormat.COMPRESSED;
      case KEY_ENCODING_SPKI -> KeyFormat.SPKI;
      case UNRECOGNIZED -> throw Refusal.invalid("encoding", "is not a value of KeyEncoding");
    };
  }

  static boolean isInitiator(Role role) {
    return switch (role) {
      case ROLE_UNSPECIFIED, ROLE_INITIATOR -> true;
      case ROLE_RESPONDER -> false;
      case UNRECOGNIZED -> throw Refusal.invalid("role", "is not a value of Role");
    };
  }

  static SigningKey.Purpose purpose(Purpose purpose) {
    return switch (purpose) {
      case PURPOSE_UNSPECIFIED, PURPOSE_SIGN_DATA -> SigningKey.Purpose.SIGN_DATA;
      case PURPOSE_SIGN_EXCHANGE -> SigningKey.Purpose.SIGN_EXCHANGE;
      case UNRECOGNIZED -> throw Refusal.invalid("purpose", "is not a value of Purpose");
    };
  }

  static Derivation derivation(Hkdf hkdf) {
    HashName hash =
        hkdf.getHash() == Hash.HASH_UNSPECIFIED
            ? HashName.SHA256
            : hash("hkdf.hash", hkdf.getHash());
    if (hash == HashName.SHAKE256) {
      throw Refusal.invalid("hkdf.hash", "must be SHA-256, SHA-384 or SHA-512");
    }
    return new Derivation.HkdfOutput(
        hash,
        hkdf.getSalt().toByteArray(),
        hkdf.getInfo().toByteArray(),
        hkdf.getLength(),
        hkdf.getOmitPublicKeys());
  }

  static HashName hash(String field, Hash hash) {
    return switch (hash) {
      case HASH_SHA256 -> HashName.SHA256;
      case HASH_SHA384 -> HashName.SHA384;
      case HASH_SHA512 -> HashName.SHA512;
      case HASH_SHAKE256 -> HashName.SHAKE256;
      case HASH_UNSPECIFIED -> throw Refusal.invalid(field, "is required");
      case UNRECOGNIZED -> throw Refusal.invalid(field, "is not a value of Hash");
    };
  }

  static SignedInput.Ecdsa ecdsa(SignatureEncoding encoding, boolean lowS, boolean deterministic) {
    Optional<EcdsaOptions.Encoding> choice =
        switch (encoding) {
          case SIGNATURE_ENCODING_UNSPECIFIED -> Optional.empty();
          case SIGNATURE_ENCODING_DER -> Optional.of(EcdsaOptions.Encoding.DER);
          case SIGNATURE_ENCODING_P1363 -> Optional.of(EcdsaOptions.Encoding.P1363);
          case UNRECOGNIZED ->
              throw Refusal.invalid("signature_encoding", "is not a value of SignatureEncoding");
        };
    return new SignedInput.Ecdsa(choice, lowS, deterministic);
  }

  /** Any time that a well-formed Duration can hold; whether it makes sense is for the service. */
  static Duration duration(String field, com.google.protobuf.Duration duration) {
    long seconds = duration.getSeconds();
    int nanos = duration.getNanos();
    boolean mixedSigns = (seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0);
    boolean tooLong = seconds < -MAX_SECONDS || seconds > MAX_SECONDS;
    if (mixedSigns || tooLong || Math.abs((long) nanos) >= NANOS_PER_SECOND) {
      throw Refusal.invalid(field, "is not a well-formed duration");
    }
    return Duration.ofSeconds(seconds, nanos);
  }
}
