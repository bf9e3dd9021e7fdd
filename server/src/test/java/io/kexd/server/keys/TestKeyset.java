package io.kexd.server.keys;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** Keysets for tests of what is sealed. */
public final class TestKeyset {
  private TestKeyset() {}

  /** A file with a fresh keyset. */
  public static Path write(Path folder) throws IOException, GeneralSecurityException {
    KeysetHandle keyset =
        KeysetHandle.newBuilder()
            .setConfiguration(AeadConfig2026.get())
            .addEntry(
                KeysetHandle.generateEntryFromParameters(
                        PredefinedAeadParameters.XCHACHA20_POLY1305)
                    .withRandomId()
                    .makePrimary())
            .build();
    return Files.writeString(
        Files.createTempFile(folder, "keyset", ".json"),
        TinkJsonProtoKeysetFormat.serializeKeyset(
            keyset, AeadConfig2026.get(), InsecureSecretKeyAccess.get()));
  }
}
