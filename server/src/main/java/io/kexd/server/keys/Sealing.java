package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.Optional;
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

  /** A service that did not decrypt the file may do so later. */
  private static final long AGAIN = TimeUnit.SECONDS.toNanos(5);

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
  private final Optional<KmsKey> kms;
  private final Consumer<String> onTrouble;
  private volatile Keys keys;
  private volatile long looked = System.nanoTime();

  /** The state of the file that was found unusable; told once. */
  private @Nullable Stamp unusable;

  private boolean asking;
  private long askAgain;

  /** Reads a keyset that is in clear. */
  public Sealing(Path file, Consumer<String> onTrouble) throws Unusable {
    this(file, Optional.empty(), onTrouble);
  }

  /**
   * Reads a keyset.
   *
   * @param file a Tink keyset of AEAD keys, as JSON
   * @param kms what encrypted it; asked each time that the file is read, and by a thread of its own
   *     when that is not the first time
   * @param onTrouble told when the file has changed and cannot be used
   */
  public Sealing(Path file, Optional<KmsKey> kms, Consumer<String> onTrouble) throws Unusable {
    this.file = file;
    this.kms = kms;
    this.onTrouble = onTrouble;
    this.keys = read(stamp(file));
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
    try {
      Stamp found = stamp(file);
      if (found.equals(keys.stamp())) {
        return;
      }
      if (kms.isPresent()) {
        askAside(found);
      } else if (!found.equals(unusable)) {
        take(found);
      }
    } catch (Unusable e) {
      reject(NO_FILE, e);
    }
  }

  private void take(Stamp found) {
    try {
      keys = read(found);
    } catch (Unusable e) {
      reject(found, e);
    }
  }

  private synchronized void reject(Stamp found, Unusable why) {
    if (!found.equals(unusable)) {
      onTrouble.accept(why.getMessage() + "; the keys that were read before stay in use");
    }
    unusable = found;
  }

  /** A call of the service may take long, and nobody who seals waits for it. */
  private void askAside(Stamp found) {
    if (asking || (found.equals(unusable) && System.nanoTime() - askAgain < 0)) {
      return;
    }
    asking = true;
    Thread asker = new Thread(() -> ask(found), "kexd-keyset");
    asker.setDaemon(true);
    asker.start();
  }

  private void ask(Stamp found) {
    try {
      take(found);
    } finally {
      synchronized (this) {
        askAgain = System.nanoTime() + AGAIN;
        asking = false;
      }
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

  private Keys read(Stamp stamp) throws Unusable {
    return new Keys(KeysetReader.read(file, kms), stamp);
  }
}
