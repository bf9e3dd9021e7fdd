package io.kexd.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A real PostgreSQL for tests, which also runs where tests are root. */
public final class Postgres implements AutoCloseable {
  private final EmbeddedPostgres server;
  private int databases;

  private Postgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /** Starts one. */
  public static Postgres start() throws IOException {
    return new Postgres(EmbeddedPostgres.start());
  }

  /** The URL of a new, empty database. */
  public String newDatabase() throws SQLException {
    String name = "kexd" + ++databases;
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return server.getJdbcUrl("postgres", name);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
