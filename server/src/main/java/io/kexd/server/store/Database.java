package io.kexd.server.store;

import static org.flywaydb.core.api.MigrationState.FUTURE_SUCCESS;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;

/** Connections to the database of signing keys, whose schema is brought up to date first. */
final class Database {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** What there must be of a schema when a database is opened. */
  enum Schema {
    /** Nothing: it is made, or brought up to date. */
    MADE,
    /** One of this version. */
    PRESENT,
    /** One of this version, or an older one, which is brought up to date. */
    UPGRADED
  }

  private Database() {}

  /** SQLite in a file. Every commit is synced to the disk. */
  static HikariDataSource sqlite(Path file, Schema schema) throws CannotOpenStore {
    return sqlite(
        file
            + "?journal_mode=WAL&synchronous=FULL&transaction_mode=IMMEDIATE&busy_timeout=5000"
            + "&secure_delete=true",
        schema);
  }

  /** SQLite in a file that is whole by itself, without a log beside it, once it is closed. */
  static HikariDataSource backup(Path file, Schema schema) throws CannotOpenStore {
    return sqlite(file + "?journal_mode=DELETE&synchronous=EXTRA", schema);
  }

  /** SQLite without a file; it ends with the process. */
  static HikariDataSource memory() throws CannotOpenStore {
    return sqlite(":memory:", Schema.MADE);
  }

  private static HikariDataSource sqlite(String what, Schema schema) throws CannotOpenStore {
    HikariConfig config = config("jdbc:sqlite:" + what, 1);
    config.setMaxLifetime(0); // What is in memory lives as long as its one connection.
    return open(config, schema);
  }

  /**
   * PostgreSQL.
   *
   * @param url of JDBC, with the user
   */
  static HikariDataSource postgres(String url, Optional<String> password, Schema schema)
      throws CannotOpenStore {
    HikariConfig config = config(url, 2);
    password.ifPresent(config::setPassword);
    // Nobody waits for ever, neither for a server that has gone nor for one that holds a lock.
    config.addDataSourceProperty("socketTimeout", "15");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.setConnectionInitSql(
        "SET lock_timeout = '5s'; SET statement_timeout = '10s';"
            + " SET idle_in_transaction_session_timeout = '10s'");
    return open(config, schema);
  }

  private static HikariConfig config(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("kexd-signing-keys");
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(CONNECT.toMillis());
    return config;
  }

  private static HikariDataSource open(HikariConfig config, Schema schema) throws CannotOpenStore {
    HikariDataSource pool;
    try {
      pool = new HikariDataSource(config);
    } catch (RuntimeException e) { // Also of a URL that no driver takes.
      throw new CannotOpenStore(e);
    }
    try {
      prepare(pool, schema);
      return pool;
    } catch (FlywayException e) {
      pool.close();
      throw new CannotOpenStore(e);
    } catch (CannotOpenStore e) {
      pool.close();
      throw e;
    }
  }

  private static void prepare(HikariDataSource pool, Schema schema) throws CannotOpenStore {
    Flyway flyway =
        Flyway.configure()
            .dataSource(pool)
            .locations("classpath:io/kexd/server/store")
            .table("signing_schema")
            .load();
    if (schema != Schema.MADE) {
      require(flyway.info(), schema);
    }
    if (schema != Schema.PRESENT) {
      flyway.migrate();
    }
  }

  private static void require(MigrationInfoService found, Schema schema) throws CannotOpenStore {
    if (found.current() == null) {
      throw new CannotOpenStore("it holds no signing keys of kexd");
    }
    if (Stream.of(found.applied()).anyMatch(one -> one.getState() == FUTURE_SUCCESS)) {
      throw new CannotOpenStore("it is of a newer kexd: take that one");
    }
    if (schema == Schema.PRESENT && found.pending().length > 0) {
      throw new CannotOpenStore("it is of an older kexd: start this one's server first");
    }
  }
}
