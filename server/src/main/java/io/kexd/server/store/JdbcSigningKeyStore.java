package io.kexd.server.store;

import com.zaxxer.hikari.HikariDataSource;
import io.kexd.server.keys.DamagedKey;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeyStore;
import io.kexd.server.keys.StoreUnavailable;
import io.kexd.server.store.Database.Schema;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;

/** Signing keys in SQLite or PostgreSQL. */
public final class JdbcSigningKeyStore implements SigningKeyStore {
  /** A key and its versions are read by one statement, so that they are of one moment. */
  private static final String SELECT =
      """
      SELECT k.owner, k.name, k.algorithm, k.purpose, k.created_at, k.primary_version,
        k.minimal_version, k.state, k.destroy_at, k.seal,
        v.version, v.state AS version_state, v.destroy_at AS version_destroy_at,
        v.created_at AS version_created_at, v.public_key, v.sealed_key
      FROM signing_key k LEFT JOIN signing_key_version v ON v.owner = k.owner AND v.name = k.name
      WHERE %s
      ORDER BY k.owner, k.name, v.version
      """;

  private static final String ONE = "owner = :owner AND name = :name";

  /** Who reads less often than once in so many changes reads all keys. */
  private static final int KEPT_CHANGES = 1_000;

  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private JdbcSigningKeyStore(HikariDataSource pool) {
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
  }

  /** In a file of SQLite, which is made if there is none. */
  public static JdbcSigningKeyStore sqlite(Path file) throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.sqlite(file, Schema.MADE));
  }

  /** In a file of SQLite that was made before by this version. */
  public static JdbcSigningKeyStore existingSqlite(Path file) throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.sqlite(file, Schema.PRESENT));
  }

  /** In an empty file, which is whole by itself once the store is closed. */
  public static JdbcSigningKeyStore newBackup(Path file) throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.backup(file, Schema.MADE));
  }

  /**
   * In a copy of a backup, which may be of an older version.
   *
   * @throws CannotOpenStore also when the file is not whole
   */
  public static JdbcSigningKeyStore backup(Path copy) throws CannotOpenStore {
    JdbcSigningKeyStore store = new JdbcSigningKeyStore(Database.backup(copy, Schema.UPGRADED));
    try {
      if (!store.isWhole()) {
        throw new CannotOpenStore("it is damaged");
      }
      return store;
    } catch (CannotOpenStore e) {
      store.close();
      throw e;
    } catch (StoreUnavailable e) {
      store.close();
      throw new CannotOpenStore(e);
    }
  }

  private boolean isWhole() {
    return run(
        handle ->
            handle.createQuery("PRAGMA integrity_check(1)").mapTo(String.class).one().equals("ok"));
  }

  /** In memory; nothing outlives it. */
  public static JdbcSigningKeyStore memory() throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.memory());
  }

  /**
   * In PostgreSQL.
   *
   * @param url of JDBC, with the user
   */
  public static JdbcSigningKeyStore postgres(String url, Optional<String> password)
      throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.postgres(url, password, Schema.MADE));
  }

  /** In a database of PostgreSQL that this version made before. */
  public static JdbcSigningKeyStore existingPostgres(String url, Optional<String> password)
      throws CannotOpenStore {
    return new JdbcSigningKeyStore(Database.postgres(url, password, Schema.PRESENT));
  }

  @Override
  public Changes since(Position seen) {
    return run(
        handle -> {
          // Before the keys: what is written meanwhile is read twice, and never missed.
          long revision = revision(handle);
          Position now = new Position(revision, token(handle, revision));
          if (now.equals(seen)) {
            return new Changes(now, false, List.of(), List.of());
          }
          boolean isKnown =
              !seen.token().isEmpty() && seen.token().equals(token(handle, seen.revision()));
          return Rows.changes(
              now,
              !isKnown,
              handle
                  .createQuery(SELECT.formatted("k.revision > :since"))
                  .bind("since", isKnown ? seen.revision() : 0)
                  .map((row, context) -> Rows.read(row))
                  .list());
        });
  }

  @Override
  public boolean knows(Position left) {
    return run(handle -> left.token().equals(token(handle, left.revision())));
  }

  /** That of a change; empty when it is long ago, or never was. */
  private static String token(Handle handle, long revision) {
    return handle
        .createQuery("SELECT token FROM signing_change WHERE revision = :revision")
        .bind("revision", revision)
        .mapTo(String.class)
        .findOne()
        .orElse("");
  }

  private static long revision(Handle handle) {
    return handle.createQuery("SELECT revision FROM signing_store").mapTo(Long.class).one();
  }

  @Override
  public Position change(SigningKey.Id id, Function<Present, Optional<Stored>> change) {
    return inTransaction(handle -> change(handle, id, change));
  }

  private <T> T inTransaction(Function<Handle, T> work) {
    return run(
        handle -> {
          handle.begin();
          try {
            T result = work.apply(handle);
            handle.commit();
            return result;
          } catch (RuntimeException e) {
            handle.rollback();
            throw e;
          }
        });
  }

  private static Position change(
      Handle handle, SigningKey.Id id, Function<Present, Optional<Stored>> change) {
    Position next = nextPosition(handle);
    Optional<Stored> present = one(handle, id);
    change
        .apply(new Present(present, held(handle, id.owner())))
        .ifPresent(stored -> write(handle, stored, present.isPresent(), next.revision()));
    return next;
  }

  @Override
  public boolean fill(List<Stored> keys, Optional<byte[]> was, byte[] check) {
    return inTransaction(
        handle -> {
          long revision = nextPosition(handle).revision();
          if (handle.createQuery("SELECT COUNT(*) FROM signing_key").mapTo(Long.class).one() > 0
              || !Arrays.equals(was.orElse(null), keysetCheck(handle).orElse(null))) {
            return false;
          }
          handle.execute("UPDATE signing_store SET keyset_check = ?", check);
          keys.forEach(stored -> write(handle, stored, false, revision));
          return true;
        });
  }

  /** First, since it keeps other writers out until the end. */
  private static Position nextPosition(Handle handle) {
    handle.execute("UPDATE signing_store SET revision = revision + 1");
    long revision = revision(handle);
    String token = UUID.randomUUID().toString();
    handle.execute("INSERT INTO signing_change (revision, token) VALUES (?, ?)", revision, token);
    handle.execute("DELETE FROM signing_change WHERE revision <= ?", revision - KEPT_CHANGES);
    return new Position(revision, token);
  }

  private static Optional<Stored> one(Handle handle, SigningKey.Id id) {
    Changes found =
        Rows.changes(
            Position.START,
            false,
            bind(handle.createQuery(SELECT.formatted("k.owner = :owner AND k.name = :name")), id)
                .map((row, context) -> Rows.read(row))
                .list());
    if (!found.unreadable().isEmpty()) {
      throw new DamagedKey();
    }
    return found.keys().stream().findFirst();
  }

  private static int held(Handle handle, String owner) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM signing_key WHERE owner = :owner AND state <> 'DESTROYED'")
        .bind("owner", owner)
        .mapTo(Integer.class)
        .one();
  }

  private static void write(Handle handle, Stored stored, boolean exists, long revision) {
    SigningKey key = stored.key();
    Update update =
        handle.createUpdate(
            exists
                ? "UPDATE signing_key SET primary_version = :primary, minimal_version = :minimal,"
                    + " state = :state, destroy_at = :destroyAt, seal = :seal,"
                    + " revision = :revision WHERE "
                    + ONE
                : "INSERT INTO signing_key (owner, name, algorithm, purpose, created_at,"
                    + " primary_version, minimal_version, state, destroy_at, seal, revision)"
                    + " VALUES (:owner, :name, :algorithm, :purpose, :createdAt, :primary,"
                    + " :minimal, :state, :destroyAt, :seal, :revision)");
    if (!exists) {
      update
          .bind("algorithm", key.algorithm())
          .bind("purpose", key.purpose().name())
          .bind("createdAt", key.createdAt().toEpochMilli());
    }
    bind(update, key.id())
        .bind("primary", key.primary())
        .bind("minimal", key.minimal())
        .bind("state", key.state().status().name())
        .bind("destroyAt", key.state().destroyAt().map(Instant::toEpochMilli).orElse(null))
        .bind("seal", stored.seal())
        .bind("revision", revision)
        .execute();
    bind(handle.createUpdate("DELETE FROM signing_key_version WHERE " + ONE), key.id()).execute();
    key.versions().forEach(version -> insert(handle, key.id(), version));
  }

  private static void insert(Handle handle, SigningKey.Id id, SigningKey.Version version) {
    bind(
            handle.createUpdate(
                "INSERT INTO signing_key_version (owner, name, version, state, destroy_at,"
                    + " created_at, public_key, sealed_key) VALUES (:owner, :name, :version,"
                    + " :state, :destroyAt, :createdAt, :publicKey, :sealed)"),
            id)
        .bind("version", version.number())
        .bind("state", version.state().status().name())
        .bind("destroyAt", version.state().destroyAt().map(Instant::toEpochMilli).orElse(null))
        .bind("createdAt", version.createdAt().toEpochMilli())
        .bind("publicKey", version.publicKey())
        .bind("sealed", version.sealed())
        .execute();
  }

  private static <S extends SqlStatement<S>> S bind(S statement, SigningKey.Id id) {
    return statement.bind("owner", id.owner()).bind("name", id.name());
  }

  @Override
  public List<SigningKey.Id> due(Instant now) {
    return run(
        handle ->
            handle
                .createQuery(
                    "SELECT owner, name FROM signing_key WHERE destroy_at <= :now UNION"
                        + " SELECT owner, name FROM signing_key_version WHERE destroy_at <= :now")
                .bind("now", now.toEpochMilli())
                .map((row, context) -> Rows.id(row))
                .list());
  }

  @Override
  public Optional<byte[]> keysetCheck() {
    return run(JdbcSigningKeyStore::keysetCheck);
  }

  private static Optional<byte[]> keysetCheck(Handle handle) {
    return handle
        .createQuery("SELECT keyset_check FROM signing_store")
        .map((row, context) -> Optional.ofNullable(row.getBytes("keyset_check")))
        .one();
  }

  @Override
  public void setKeysetCheck(Optional<byte[]> was, byte[] check) {
    run(
        handle ->
            was.isEmpty()
                ? handle.execute(
                    "UPDATE signing_store SET keyset_check = ? WHERE keyset_check IS NULL", check)
                : handle.execute(
                    "UPDATE signing_store SET keyset_check = ? WHERE keyset_check = ?",
                    check,
                    was.get()));
  }

  private <T> T run(Function<Handle, T> work) {
    try (Handle handle = jdbi.open()) {
      return work.apply(handle);
    } catch (JdbiException e) {
      throw new StoreUnavailable(e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
