package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Seals what leaves the process, with a Tink AEAD keyset: its primary key seals, every key opens.
 * The file is read again when it has changed, at most {@value #LOOK_SECONDS} s later; one that
 * cannot be used changes nothing. Thread-safe.
 */
public final class Sealing {
  private static final int LOOK_SECONDS = 1;
  private static final long LOOK = TimeUnit.SECONDS.toNanos(LOOK_SECONDS);

  private static final Set<PosixFilePermission> TOO_OPEN =
      Set.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  /** A keyset that cannot be used. The message names the file, what is wrong and what to do. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(Path file, String problem, @Nullable Throwable cause) {
      super(file + ": " + problem, cause);
    }
  }

  /** What tells one state of the file from another. */
  private record Stamp(FileTime modified, long size, @Nullable Object inode) {}

  private static final Stamp NO_FILE = new Stamp(FileTime.fromMillis(0), 0, null);

  private record Keys(Aead aead, Stamp stamp) {}

  private final Path file;
  private final Consumer<String> onTrouble;
  private volatile Keys keys;
  private volatile long looked = System.nanoTime();

  /** The state of the file that was found unusable; told once. */
  private @Nullable Stamp unusable;

  /**
   * Reads a keyset.
   *
   * @param file a Tink keyset of AEAD keys, as JSON, in clear
   * @param onTrouble told when the file has changed and cannot be used
   */
  public Sealing(Path file, Consumer<String> onTrouble) throws Unusable {
    this.file = file;
    this.onTrouble = onTrouble;
    this.keys = read(file, stamp(file));
  }

  /** Seals something; it opens only with the same associated data. */
  public byte[] seal(byte[] plain, byte[] associated) {
    lookNowAndThen();
    try {
      return keys.aead().encrypt(plain, associated);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(file + ": its primary key does not seal", e);
    }
  }

  /**
   * Opens what was sealed, by any key of the keyset; the caller wipes it.
   *
   * @throws GeneralSecurityException when it was sealed by no such key or for other associated
   *     data, or was changed since
   */
  public byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException {
    lookNowAndThen();
    Keys tried = keys;
    try {
      return tried.aead().decrypt(sealed, associated);
    } catch (GeneralSecurityException e) {
      look();
      if (keys.equals(tried)) {
        throw new GeneralSecurityException(
            "not sealed by a key of " + file + " for this place, or changed since", e);
      }
    }
    return keys.aead().decrypt(sealed, associated);
  }

  private void lookNowAndThen() {
    if (System.nanoTime() - looked >= LOOK) {
      look();
    }
  }

  private synchronized void look() {
    looked = System.nanoTime();
    Stamp found = NO_FILE;
    try {
      found = stamp(file);
      if (!found.equals(keys.stamp()) && !found.equals(unusable)) {
        keys = read(file, found);
      }
    } catch (Unusable e) {
      if (!found.equals(unusable)) {
        onTrouble.accept(e.getMessage() + "; the keys that were read before stay in use");
      }
      unusable = found;
    }
  }

  private static Stamp stamp(Path file) throws Unusable {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(found.lastModifiedTime(), found.size(), found.fileKey());
    } catch (IOException e) {
      throw new Unusable(file, "cannot read the file", e);
    }
  }

  // A keyset that is itself sealed by a key management service would be opened here: a URI of its
  // key, and TinkJsonProtoKeysetFormat.parseEncryptedKeyset in place of parseKeyset.
  private static Keys read(Path file, Stamp stamp) throws Unusable {
    requirePrivate(file);
    try {
      KeysetHandle keyset =
          TinkJsonProtoKeysetFormat.parseKeyset(
              Files.readString(file), AeadConfig2026.get(), InsecureSecretKeyAccess.get());
      Keys read = new Keys(keyset.getPrimitive(AeadConfig2026.get(), Aead.class), stamp);
      requireNamed(file, keyset);
      return read;
    } catch (IOException e) {
      throw new Unusable(file, "cannot read the file", e);
    } catch (GeneralSecurityException | IllegalStateException e) {
      throw new Unusable(
          file, "is no Tink keyset of AEAD keys in JSON and in clear; make one with tinkey", null);
    }
  }

  /** What a key without an id seals does not tell which key sealed it. */
  private static void requireNamed(Path file, KeysetHandle keyset) throws Unusable {
    for (int i = 0; i < keyset.size(); i++) {
      if (keyset.getAt(i).getKey().getIdRequirementOrNull() == null) {
        throw new Unusable(
            file,
            "has a RAW key, whose id does not stand in what it seals; use one of the template"
                + " AES256_GCM in its place",
            null);
      }
    }
  }

  private static void requirePrivate(Path file) throws Unusable {
    try {
      if (Files.getPosixFilePermissions(file).stream().anyMatch(TOO_OPEN::contains)) {
        throw new Unusable(file, "others can read or change it: chmod 600", null);
      }
    } catch (IOException e) {
      throw new Unusable(file, "cannot read the file", e);
    } catch (UnsupportedOperationException e) {
      // This file system has no such permissions.
    }
  }
}
