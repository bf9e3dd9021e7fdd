package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.Parameters;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.mac.MacConfig;
import com.google.crypto.tink.mac.PredefinedMacParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sealed opens in its place alone, and keys change while it runs. */
class SealingTest {
  private static final byte[] SECRET = "a private key".getBytes(UTF_8);
  private static final byte[] PLACE = "its place".getBytes(UTF_8);

  @TempDir Path folder;
  private final List<String> trouble = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void register() throws GeneralSecurityException {
    AeadConfig.register();
    MacConfig.register();
  }

  @Test
  void whatIsSealedOpensInItsPlaceAlone() throws Exception {
    Sealing sealing = sealing(write(keyset(PredefinedAeadParameters.AES256_GCM)));
    byte[] sealed = sealing.seal(SECRET, PLACE);
    assertArrayEquals(SECRET, sealing.open(sealed, PLACE));
    assertThrows(
        GeneralSecurityException.class, () -> sealing.open(sealed, "another".getBytes(UTF_8)));
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThrows(GeneralSecurityException.class, () -> sealing.open(changed, PLACE));
    }
    assertFalse(new String(sealed, UTF_8).contains(new String(SECRET, UTF_8)));
  }

  @Test
  void anotherKeysetOpensNothing() throws Exception {
    byte[] sealed = sealing(write(keyset(PredefinedAeadParameters.AES256_GCM))).seal(SECRET, PLACE);
    Path file = write(keyset(PredefinedAeadParameters.AES256_GCM));
    GeneralSecurityException e =
        assertThrows(GeneralSecurityException.class, () -> sealing(file).open(sealed, PLACE));
    assertTrue(String.valueOf(e.getMessage()).contains(file.toString()), e.getMessage());
  }

  /** The three steps of a rotation, on two replicas that read the file at different times. */
  @Test
  void keysRotateWhileItRuns() throws Exception {
    KeysetHandle first = keyset(PredefinedAeadParameters.XCHACHA20_POLY1305);
    Path here = write(first);
    Path there = folder.resolve("there");
    Sealing one = sealing(here);
    Sealing two = sealing(write(first, there));
    byte[] old = one.seal(SECRET, PLACE);

    KeysetHandle added =
        KeysetHandle.newBuilder(first)
            .addEntry(
                KeysetHandle.generateEntryFromParameters(
                        PredefinedAeadParameters.XCHACHA20_POLY1305)
                    .withRandomId())
            .build();
    assertEquals(write(added, here), here);
    assertEquals(write(added, there), there);
    KeysetHandle.Builder builder = KeysetHandle.newBuilder(added);
    builder.getAt(1).makePrimary();
    KeysetHandle promoted = builder.build();
    assertEquals(write(promoted, here), here);
    byte[] fresh = sealedByAnother(one, old);
    assertArrayEquals(SECRET, two.open(fresh, PLACE));
    assertArrayEquals(SECRET, two.open(old, PLACE));
    assertArrayEquals(SECRET, one.open(old, PLACE));

    assertEquals(write(KeysetHandle.newBuilder(promoted).deleteAt(0).build(), here), here);
    // What no key opens makes it look at once.
    Sealing three = sealing(here);
    assertArrayEquals(SECRET, three.open(fresh, PLACE));
    assertThrows(GeneralSecurityException.class, () -> three.open(old, PLACE));
    assertEquals(List.of(), trouble);
  }

  /** Tink's prefix, which names the key, changes once the new primary key seals. */
  private static byte[] sealedByAnother(Sealing sealing, byte[] old) throws InterruptedException {
    byte[] fresh = sealing.seal(SECRET, PLACE);
    for (int i = 0; i < 400 && Arrays.equals(old, 0, 5, fresh, 0, 5); i++) {
      Thread.sleep(10);
      fresh = sealing.seal(SECRET, PLACE);
    }
    assertFalse(Arrays.equals(old, 0, 5, fresh, 0, 5));
    return fresh;
  }

  @Test
  void aBadFileChangesNothingWhileItRuns() throws Exception {
    Path file = write(keyset(PredefinedAeadParameters.AES256_GCM));
    Sealing sealing = sealing(file);
    byte[] sealed = sealing.seal(SECRET, PLACE);
    byte[] foreign =
        sealing(write(keyset(PredefinedAeadParameters.AES256_GCM))).seal(SECRET, PLACE);
    Files.writeString(file, "no keyset");
    for (int i = 0; i < 3; i++) {
      assertThrows(GeneralSecurityException.class, () -> sealing.open(foreign, PLACE));
    }
    assertEquals(1, trouble.size(), trouble.toString());
    assertTrue(trouble.get(0).startsWith(file + ": is no Tink keyset"), trouble.get(0));
    assertArrayEquals(SECRET, sealing.open(sealed, PLACE));
  }

  @Test
  void theErrorNamesTheFileAndWhatToDo() throws Exception {
    assertUnusable(folder.resolve("none"), ": cannot read the file");
    Path text = Files.writeString(folder.resolve("text"), "{}");
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
    assertUnusable(text, ": is no Tink keyset of AEAD keys");
    assertUnusable(
        write(keyset(PredefinedMacParameters.HMAC_SHA256_128BITTAG)),
        ": is no Tink keyset of AEAD keys");
    Path open = write(keyset(PredefinedAeadParameters.AES256_GCM));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    assertUnusable(open, ": others can read or change it: chmod 600");
    // As a mounted secret has it.
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("r--r-----"));
    assertArrayEquals(SECRET, roundTrip(sealing(open)));
  }

  /** Nobody could tell what such a key sealed from what another did. */
  @Test
  void aKeyWithoutItsIdInWhatItSealsIsRefused() throws Exception {
    AesGcmParameters raw =
        AesGcmParameters.builder()
            .setKeySizeBytes(32)
            .setIvSizeBytes(12)
            .setTagSizeBytes(16)
            .setVariant(AesGcmParameters.Variant.NO_PREFIX)
            .build();
    String problem = ": has a RAW key, whose id does not stand in what it seals; use one of the";
    assertUnusable(write(keyset(raw)), problem);
    KeysetHandle.Builder.Entry second =
        KeysetHandle.generateEntryFromParameters(raw).withRandomId();
    assertUnusable(
        write(
            KeysetHandle.newBuilder(keyset(PredefinedAeadParameters.AES256_GCM))
                .addEntry(second)
                .build()),
        problem);
  }

  private void assertUnusable(Path file, String problem) {
    Sealing.Unusable e = assertThrows(Sealing.Unusable.class, () -> sealing(file));
    assertTrue(String.valueOf(e.getMessage()).startsWith(file + problem), e.getMessage());
  }

  private static byte[] roundTrip(Sealing sealing) throws GeneralSecurityException {
    return sealing.open(sealing.seal(SECRET, PLACE), PLACE);
  }

  private Sealing sealing(Path file) throws Sealing.Unusable {
    return new Sealing(file, trouble::add);
  }

  private static KeysetHandle keyset(Parameters parameters) throws GeneralSecurityException {
    return KeysetHandle.newBuilder()
        .addEntry(KeysetHandle.generateEntryFromParameters(parameters).withRandomId().makePrimary())
        .build();
  }

  private Path write(KeysetHandle keyset) throws IOException, GeneralSecurityException {
    return write(keyset, Files.createTempFile(folder, "keyset", ".json"));
  }

  /** Another file in its place, as whoever rotates keys does it. */
  private Path write(KeysetHandle keyset, Path file) throws IOException, GeneralSecurityException {
    Path fresh = Files.createTempFile(folder, "fresh", ".json");
    Files.writeString(
        fresh,
        TinkJsonProtoKeysetFormat.serializeKeyset(
            keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
    return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
