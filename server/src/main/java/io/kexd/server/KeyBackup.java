package io.kexd.server;

import io.kexd.server.keys.Inventory;
import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.PrivateFiles;
import io.kexd.server.keys.SigningKeyStore;
import io.kexd.server.keys.StoreUnavailable;
import io.kexd.server.store.CannotOpenStore;
import io.kexd.server.store.JdbcSigningKeyStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Signing keys in a file: a database of SQLite like that of the embedded store, whole by itself.
 * What is in it stays sealed.
 */
final class KeyBackup {
  private KeyBackup() {}

  /**
   * Writes the intact keys of a store to a file, as they are at one moment. The file is there only
   * when it is whole, was read again and is on the disk.
   *
   * @return all keys of the store
   */
  static Inventory write(KeyStorage storage, Path file) throws StartException {
    require(Files.notExists(file), file + " exists already: name another file");
    require(
        file.toAbsolutePath().toString().indexOf('?') < 0,
        "the file's name and its folder's may not have a '?'");
    KeySeals seals = storage.existingSeals();
    Inventory now;
    try (SigningKeyStore store = storage.openExisting()) {
      now = storage.requireOwn(Inventory.of(store, seals));
    } catch (StoreUnavailable e) {
      throw KeyStorage.silent(e);
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      PrivateFiles.create(fresh);
    } catch (FileAlreadyExistsException e) {
      throw new StartException(
          fresh + " exists: another backup is being made, or was cut off; then delete it");
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
    fill(fresh, file, now, seals);
    return now;
  }

  private static void fill(Path fresh, Path file, Inventory now, KeySeals seals)
      throws StartException {
    try {
      try (SigningKeyStore copy = JdbcSigningKeyStore.newBackup(fresh.toAbsolutePath())) {
        require(
            now.copyTo(copy, Optional.empty(), seals), fresh + " was written to by somebody else");
      }
      Inventory written = read(fresh, seals);
      require(
          written.damaged().isEmpty() && written.intact().size() == now.intact().size(),
          fresh + " does not hold what was written: is the disk sound?");
      Files.move(fresh, file);
      PrivateFiles.syncFolderOf(file);
    } catch (CannotOpenStore | StoreUnavailable | IOException e) {
      throw cannotWrite(file, e);
    } finally {
      delete(fresh);
    }
  }

  private static StartException cannotWrite(Path file, Exception e) {
    return new StartException("cannot write " + file + ": " + e, e);
  }

  /**
   * Puts the keys of a file into a store that has none: all of them, or nothing.
   *
   * @param disabled whether keys that are enabled become disabled
   * @return what was restored
   */
  static Inventory restore(KeyStorage storage, Path file, boolean disabled) throws StartException {
    KeySeals seals = storage.existingSeals();
    Inventory found = read(file, seals);
    require(
        !found.isForeign(),
        storage.keysetFile() + " is not the keyset that sealed " + file + "; nothing was restored");
    require(
        found.damaged().isEmpty(),
        "damaged in "
            + file
            + ", or sealed by a key that is not in "
            + storage.keysetFile()
            + ": "
            + StoreCommand.names(found.damaged())
            + "; nothing was restored");
    Inventory wanted = disabled ? found.disabled(seals) : found;
    try (SigningKeyStore store = storage.openToFill()) {
      // Servers that have it open and empty seal under that keyset.
      Optional<byte[]> check = store.keysetCheck();
      require(
          check.isEmpty() || seals.isRight(check),
          storage.keysetFile()
              + " is not the keyset of the servers on this store; nothing was restored");
      require(
          wanted.copyTo(store, check, seals),
          "the store has signing keys already, which a restore would replace: name an empty one");
    } catch (StoreUnavailable e) {
      throw KeyStorage.silent(e);
    }
    return wanted;
  }

  /** Reads a copy, since reading a database may write to it. */
  private static Inventory read(Path file, KeySeals seals) throws StartException {
    Path log = file.resolveSibling(file.getFileName() + "-wal");
    require(
        Files.notExists(log),
        log + " lies beside it: that is a database in use, make a backup of it first");
    try {
      Path folder = Files.createTempDirectory("kexd-backup");
      try (InputStream in = Files.newInputStream(file)) {
        Path copy = folder.resolve("copy.db");
        Files.copy(in, copy);
        try (SigningKeyStore store = JdbcSigningKeyStore.backup(copy)) {
          return Inventory.of(store, seals);
        }
      } finally {
        deleteFolder(folder);
      }
    } catch (NoSuchFileException e) {
      throw new StartException("there is no file " + e.getFile(), e);
    } catch (IOException e) {
      throw new StartException("cannot read " + file + ": " + e, e);
    } catch (CannotOpenStore | StoreUnavailable e) {
      throw new StartException(file + " is no whole backup of signing keys: " + e.getMessage(), e);
    }
  }

  private static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static void delete(Path fresh) throws StartException {
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      throw new StartException("cannot delete " + fresh, e);
    }
  }

  private static void require(boolean holds, String problem) throws StartException {
    if (!holds) {
      throw new StartException(problem);
    }
  }
}
