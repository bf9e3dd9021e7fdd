package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KmsClient;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A key management service whose keys are keysets in files: test-kms://FILE. It is away while there
 * is no such file. Found as a service, as a cloud's client is.
 */
public final class TestKms implements KmsClient {
  static final AtomicInteger CALLS = new AtomicInteger();

  /** When they came, in nanoseconds. */
  static final List<Long> TIMES = new CopyOnWriteArrayList<>();

  private static final String SCHEME = "test-kms://";

  /** The URI of a fresh key in a folder. */
  public static String newKey(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "kms", ".json");
    Keysets.create(file);
    return SCHEME + file;
  }

  /** Where a key lies. */
  static Path file(String uri) {
    return Path.of(uri.substring(SCHEME.length()));
  }

  @Override
  public boolean doesSupport(String uri) {
    return uri.startsWith(SCHEME);
  }

  @Override
  public KmsClient withCredentials(String path) {
    return this;
  }

  @Override
  public KmsClient withDefaultCredentials() {
    return this;
  }

  @Override
  public Aead getAead(String uri) {
    return new Aead() {
      @Override
      public byte[] encrypt(byte[] plain, byte[] associated) throws GeneralSecurityException {
        return key(uri).encrypt(plain, associated);
      }

      @Override
      public byte[] decrypt(byte[] sealed, byte[] associated) throws GeneralSecurityException {
        return key(uri).decrypt(sealed, associated);
      }
    };
  }

  private static Aead key(String uri) throws GeneralSecurityException {
    CALLS.incrementAndGet();
    TIMES.add(System.nanoTime());
    try {
      return TinkJsonProtoKeysetFormat.parseKeyset(
              Files.readString(file(uri)), AeadConfig2026.get(), InsecureSecretKeyAccess.get())
          .getPrimitive(AeadConfig2026.get(), Aead.class);
    } catch (IOException e) {
      throw new GeneralSecurityException(
          "the call failed", new ConnectException("test-kms is\n away"));
    }
  }
}
