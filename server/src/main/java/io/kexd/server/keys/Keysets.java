package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.ServiceConfigurationError;

/**
 * Makes keysets for {@link Sealing}. A file is whole or not there at all, readable to its owner
 * alone, and on the disk when the method returns.
 */
public final class Keysets {
  private Keysets() {}

  /** Makes one with a fresh key, in clear. */
  public static void create(Path file) throws IOException {
    try {
      write(
          file,
          TinkJsonProtoKeysetFormat.serializeKeyset(
              build(KeysetHandle.newBuilder()),
              AeadConfig2026.get(),
              InsecureSecretKeyAccess.get()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Makes one with a fresh key, encrypted.
   *
   * @throws Sealing.Unusable when the key management service does not encrypt it
   */
  public static void create(Path file, KmsKey kms) throws IOException, Sealing.Unusable {
    String json;
    try {
      json =
          TinkJsonProtoKeysetFormat.serializeEncryptedKeyset(
              build(KeysetHandle.newBuilder()),
              kms.aead(),
              KeysetReader.ASSOCIATED,
              AeadConfig2026.get());
    } catch (GeneralSecurityException
        | IOException
        | RuntimeException
        | LinkageError
        | ServiceConfigurationError e) {
      throw new Sealing.Unusable(
          file,
          "the key management service (kmsUri) does not encrypt it: " + KeysetReader.root(e),
          e);
    }
    write(file, json);
  }

  /** One that lives in memory only. */
  static KeySeals.Box inMemory() {
    try {
      Aead aead = build(KeysetHandle.newBuilder()).getPrimitive(AeadConfig2026.get(), Aead.class);
      return new KeySeals.Box() {
        @Override
        public byte[] seal(byte[] plain, byte[] associated) {
          try {
            return aead.encrypt(plain, associated);
          } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
          }
        }

        @Override
        public byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException {
          return aead.decrypt(sealed, associated);
        }
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeysetHandle build(KeysetHandle.Builder keyset) throws GeneralSecurityException {
    return keyset
        .setConfiguration(AeadConfig2026.get())
        .addEntry(
            KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                .withRandomId()
                .makePrimary())
        .build();
  }

  private static void write(Path file, String json) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    PrivateFiles.create(fresh);
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.syncFolderOf(file);
  }
}
