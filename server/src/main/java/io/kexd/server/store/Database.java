package io.kexd.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Connections to the database of signing keys, whose schema is brought up to date first. */
final class Database {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  private Database() {}

  /** SQLite in a file. Every commit is synced to the disk. */
  static HikariDataSource sqlite(Path file) throws CannotOpenStore {
    return sqlite(
        file
            + "?journal_mode=WAL&synchronous=FULL&transaction_mode=IMMEDIATE&busy_timeout=5000"
            + "&secure_delete=true");
  }

  /** SQLite without a file; it ends with the process. */
  static HikariDataSource memory() throws CannotOpenStore {
    return sqlite(":memory:");
  }

  private static HikariDataSource sqlite(String what) throws CannotOpenStore {
    HikariConfig config = config("jdbc:sqlite:" + what, 1);
    config.setMaxLifetime(0); // What is in memory lives as long as its one connection.
    return open(config);
  }

  /**
   * PostgreSQL.
   *
   * @param url of JDBC, with the user
   */
  static HikariDataSource postgres(String url, Optional<String> password) throws CannotOpenStore {
    HikariConfig config = config(url, 2);
    password.ifPresent(config::setPassword);
    // Nobody waits for ever, neither for a server that has gone nor for one that holds a lock.
    config.addDataSourceProperty("socketTimeout", "15");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.setConnectionInitSql("SET lock_timeout = '5s'; SET statement_timeout = '10s'");
    return open(config);
  }

  private static HikariConfig config(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("kexd-signing-keys");
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(CONNECT.toMillis());
    return config;
  }

  private static HikariDataSource open(HikariConfig config) throws CannotOpenStore {
    HikariDataSource pool;
    try {
      pool = new HikariDataSource(config);
    } catch (RuntimeException e) { // Also of a URL that no driver takes.
      throw new CannotOpenStore(e);
    }
    try {
      Flyway.configure()
          .dataSource(pool)
          .locations("classpath:io/kexd/server/store")
          .table("signing_schema")
          .load()
          .migrate();
      return pool;
    } catch (FlywayException e) {
      pool.close();
      throw new CannotOpenStore(e);
    }
  }
}
