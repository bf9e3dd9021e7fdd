package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;

/** Reads the file of a keyset: in clear, or encrypted by a key of a key management service. */
final class KeysetReader {
  /** What is bound to an encrypted keyset; nothing, as Tink's own tools have it. */
  static final byte[] ASSOCIATED = new byte[0];

  private static final Set<PosixFilePermission> TOO_OPEN =
      Set.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private static final int SHOWN = 200;

  private KeysetReader() {}

  static Aead read(Path file, Optional<KmsKey> kms) throws Sealing.Unusable {
    requirePrivate(file);
    String json = text(file);
    requireForm(file, json, kms.isPresent());
    KeysetHandle keyset = kms.isPresent() ? decrypted(file, json, kms.get()) : clear(file, json);
    Aead aead = aead(file, keyset);
    requireNamed(file, keyset);
    return aead;
  }

  private static String text(Path file) throws Sealing.Unusable {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Sealing.Unusable(file, "cannot read the file", e);
    }
  }

  private static void requireForm(Path file, String json, boolean encrypted)
      throws Sealing.Unusable {
    if (json.contains("\"encryptedKeyset\"") && !encrypted) {
      throw new Sealing.Unusable(
          file, "is encrypted by a key management service: set kmsUri to its key", null);
    }
    if (json.contains("\"keyData\"") && encrypted) {
      throw new Sealing.Unusable(
          file, "is in clear, but kmsUri is set: encrypt it (tinkey convert-keyset)", null);
    }
  }

  private static KeysetHandle clear(Path file, String json) throws Sealing.Unusable {
    try {
      return TinkJsonProtoKeysetFormat.parseKeyset(
          json, AeadConfig2026.get(), InsecureSecretKeyAccess.get());
    } catch (GeneralSecurityException | IllegalStateException e) {
      throw new Sealing.Unusable(
          file, "is no Tink keyset of AEAD keys in JSON and in clear; make one with tinkey", null);
    }
  }

  /** By one call of the service. Its client is not ours: whatever it throws is an answer. */
  private static KeysetHandle decrypted(Path file, String json, KmsKey kms)
      throws Sealing.Unusable {
    try {
      return TinkJsonProtoKeysetFormat.parseEncryptedKeyset(
          json, kms.aead(), ASSOCIATED, AeadConfig2026.get());
    } catch (GeneralSecurityException
        | IOException
        | RuntimeException
        | LinkageError
        | ServiceConfigurationError e) {
      throw new Sealing.Unusable(
          file, "the key management service (kmsUri) does not decrypt it: " + root(e), e);
    }
  }

  /** What the root of a failure says, on one line. */
  static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String name = root.getClass().getSimpleName() + ": ";
    String said =
        root.getClass() == GeneralSecurityException.class
            ? String.valueOf(root.getMessage())
            : name + root.getMessage();
    String line = said.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  private static Aead aead(Path file, KeysetHandle keyset) throws Sealing.Unusable {
    try {
      return keyset.getPrimitive(AeadConfig2026.get(), Aead.class);
    } catch (GeneralSecurityException e) {
      throw new Sealing.Unusable(
          file, "is no Tink keyset of AEAD keys; make one with tinkey", null);
    }
  }

  /** What a key without an id seals does not tell which key sealed it. */
  private static void requireNamed(Path file, KeysetHandle keyset) throws Sealing.Unusable {
    for (int i = 0; i < keyset.size(); i++) {
      if (keyset.getAt(i).getKey().getIdRequirementOrNull() == null) {
        throw new Sealing.Unusable(
            file,
            "has a RAW key, whose id does not stand in what it seals; use one of the template"
                + " AES256_GCM in its place",
            null);
      }
    }
  }

  private static void requirePrivate(Path file) throws Sealing.Unusable {
    try {
      if (Files.getPosixFilePermissions(file).stream().anyMatch(TOO_OPEN::contains)) {
        throw new Sealing.Unusable(file, "others can read or change it: chmod 600", null);
      }
    } catch (IOException e) {
      throw new Sealing.Unusable(file, "cannot read the file", e);
    } catch (UnsupportedOperationException e) {
      // This file system has no such permissions.
    }
  }
}
