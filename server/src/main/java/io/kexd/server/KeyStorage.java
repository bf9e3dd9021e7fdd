package io.kexd.server;

import io.kexd.server.keys.Inventory;
import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.Keysets;
import io.kexd.server.keys.KmsKey;
import io.kexd.server.keys.Sealing;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeyStore;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.keys.StoreUnavailable;
import io.kexd.server.store.CannotOpenStore;
import io.kexd.server.store.JdbcSigningKeyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the store of signing keys and the keyset that seals them, as the settings say.
 *
 * @param data the folder of the embedded database
 * @param store {@link #EMBEDDED}, {@link #MEMORY} or a JDBC URL of PostgreSQL
 * @param passwordFile holds PostgreSQL's password
 * @param keyset the keyset's file; empty for keyset.json in the folder
 * @param kms what encrypted the keyset; empty when it is in clear
 */
record KeyStorage(
    Path data,
    String store,
    Optional<Path> passwordFile,
    Optional<Path> keyset,
    Optional<KmsKey> kms,
    SigningKeys.Config config) {
  /** SQLite, in the folder. */
  static final String EMBEDDED = "embedded";

  /** Nothing outlives the process. */
  static final String MEMORY = "memory";

  private static final Logger LOG = LoggerFactory.getLogger(KeyStorage.class);
  private static final String STORE = "signingKeys.store";
  private static final String KEYSET = "signingKeys.keyset";
  private static final String DATA = "data";

  /** Opens both; closing the keys closes the store. */
  SigningKeys open() throws StartException {
    if (store.equals(MEMORY)) {
      LOG.warn("signing keys live in memory and end with the process (signingKeys.store: memory)");
      return open(openStore(), KeySeals.inMemory());
    }
    if (store.equals(EMBEDDED)) {
      makeFolder();
    }
    SigningKeyStore opened = openStore();
    try {
      return open(opened, seals(opened));
    } catch (StartException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** The store as it is, for a command; nothing of it is made. */
  SigningKeyStore openExisting() throws StartException {
    requireDurable();
    if (store.equals(EMBEDDED) && Files.notExists(database())) {
      throw new StartException(DATA, "there are no signing keys: no file " + database());
    }
    try {
      return store.equals(EMBEDDED)
          ? JdbcSigningKeyStore.existingSqlite(database())
          : JdbcSigningKeyStore.existingPostgres(store, password());
    } catch (CannotOpenStore e) {
      throw cannotOpen(e);
    }
  }

  /** The store for a command that fills it; what is missing of it is made. */
  SigningKeyStore openToFill() throws StartException {
    requireDurable();
    if (store.equals(EMBEDDED)) {
      makeFolder();
    }
    return openStore();
  }

  private void requireDurable() throws StartException {
    if (store.equals(MEMORY)) {
      throw new StartException(STORE, "is memory: signing keys are in their server alone");
    }
  }

  /** The keyset as it is, for a command; none is made. */
  KeySeals existingSeals() throws StartException {
    requireDurable();
    try {
      return KeySeals.under(new Sealing(keysetFile(), kms, LOG::error));
    } catch (Sealing.Unusable e) {
      throw new StartException(KEYSET, String.valueOf(e.getMessage()), e);
    }
  }

  /** Refuses a store that another keyset sealed. */
  Inventory requireOwn(Inventory keys) throws StartException {
    if (keys.isForeign()) {
      throw wrongKeyset();
    }
    return keys;
  }

  private StartException wrongKeyset() {
    return new StartException(
        KEYSET, keysetFile() + " is not the keyset that sealed the signing keys");
  }

  private SigningKeys open(SigningKeyStore opened, KeySeals seals) throws StartException {
    try {
      return SigningKeys.open(opened, seals, config, new Log());
    } catch (SigningKeys.WrongKeyset e) {
      throw wrongKeyset();
    } catch (StoreUnavailable e) {
      throw silent(e);
    }
  }

  static StartException silent(StoreUnavailable why) {
    return new StartException(STORE, "does not answer: " + why.getMessage(), why);
  }

  private SigningKeyStore openStore() throws StartException {
    try {
      return switch (store) {
        case MEMORY -> JdbcSigningKeyStore.memory();
        case EMBEDDED -> JdbcSigningKeyStore.sqlite(database());
        default -> JdbcSigningKeyStore.postgres(store, password());
      };
    } catch (CannotOpenStore e) {
      throw cannotOpen(e);
    }
  }

  private StartException cannotOpen(CannotOpenStore why) {
    return new StartException(
        store.equals(EMBEDDED) ? DATA : STORE,
        "cannot open the database of signing keys: " + why.getMessage(),
        why);
  }

  private Path database() {
    return data.resolve("kexd.db");
  }

  private Optional<String> password() throws StartException {
    if (passwordFile.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(passwordFile.get()).strip());
    } catch (IOException e) {
      throw new StartException("signingKeys.passwordFile", "cannot read the file", e);
    }
  }

  private void makeFolder() throws StartException {
    try {
      if (!Files.isDirectory(data)) {
        Files.createDirectories(
            data,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    } catch (IOException e) {
      throw new StartException(
          DATA,
          "cannot make the folder "
              + data
              + " for signing keys; name another one, or set signingKeys.store to memory",
          e);
    }
  }

  /** Where the keyset is. */
  Path keysetFile() {
    return keyset.orElse(data.resolve("keyset.json"));
  }

  private KeySeals seals(SigningKeyStore opened) throws StartException {
    Path file = keysetFile();
    boolean fresh = keyset.isEmpty() && !Files.exists(file);
    try {
      if (fresh) {
        make(file, opened);
      }
      KeySeals seals = KeySeals.under(new Sealing(file, kms, LOG::error));
      if (fresh) {
        opened.setKeysetCheck(opened.keysetCheck(), seals.check());
      }
      return seals;
    } catch (Sealing.Unusable e) {
      throw new StartException(KEYSET, String.valueOf(e.getMessage()), e);
    } catch (StoreUnavailable e) {
      throw silent(e);
    }
  }

  private void make(Path file, SigningKeyStore opened) throws StartException, Sealing.Unusable {
    SigningKeyStore.Changes all = opened.since(SigningKeyStore.Position.START);
    if (!all.unreadable().isEmpty()
        || all.keys().stream().anyMatch(stored -> !stored.key().isDestroyed())) {
      throw new StartException(
          KEYSET,
          file + " is missing, and nothing else opens the signing keys: put its backup back");
    }
    try {
      if (kms.isPresent()) {
        Keysets.create(file, kms.get());
      } else {
        Keysets.create(file);
      }
    } catch (IOException e) {
      throw new StartException(KEYSET, "cannot write " + file, e);
    }
    LOG.warn(
        "made the keyset {}, which seals every signing key: back it up, apart from the database;"
            + " without it the keys are lost",
        file);
  }

  /** A key for the operator, if its name and its owner still look like some. */
  static String plain(SigningKey.Id key) {
    return plain(key.name()) + " of " + plain(key.owner());
  }

  private static String plain(String text) {
    return text.matches("[\\x21-\\x7e]{1,300}") ? text : "(unreadable)";
  }

  private static final class Log implements SigningKeys.Events {
    @Override
    public void damaged(SigningKey.Id key) {
      LOG.error(
          "the signing key {} is damaged in the store, or sealed by another keyset: it is"
              + " refused until a backup is restored",
          plain(key));
    }

    @Override
    public void unavailable(RuntimeException why) {
      LOG.error("the store of signing keys does not answer: {}", String.valueOf(why.getMessage()));
    }

    @Override
    public void available() {
      LOG.info("the store of signing keys answers again");
    }

    @Override
    public void resealed(int count) {
      LOG.info("sealed {} signing keys anew, by the keyset's new primary key", count);
    }
  }
}
