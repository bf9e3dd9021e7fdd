package io.kexd.server.store;

import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeyStore.Changes;
import io.kexd.server.keys.SigningKeyStore.Position;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From rows of a key beside one of its versions to keys. */
final class Rows {
  private Rows() {}

  /**
   * A key beside one of its versions, or beside none.
   *
   * @param key without versions; empty when the columns make no sense
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Row(SigningKey.Id id, Optional<SigningKey> key, byte[] seal, Optional<Version> version) {}

  static SigningKey.Id id(ResultSet row) throws SQLException {
    return new SigningKey.Id(text(row, "owner"), text(row, "name"));
  }

  static Row read(ResultSet row) throws SQLException {
    SigningKey.Id id = id(row);
    byte[] seal = bytes(row, "seal");
    try {
      return new Row(id, Optional.of(key(id, row)), seal, version(row));
    } catch (IllegalArgumentException e) {
      return new Row(id, Optional.empty(), seal, Optional.empty());
    }
  }

  private static SigningKey key(SigningKey.Id id, ResultSet row) throws SQLException {
    return new SigningKey(
        id,
        text(row, "algorithm"),
        SigningKey.Purpose.valueOf(text(row, "purpose")),
        Instant.ofEpochMilli(row.getLong("created_at")),
        row.getInt("primary_version"),
        row.getInt("minimal_version"),
        state(row, "state", "destroy_at"),
        List.of());
  }

  private static Optional<Version> version(ResultSet row) throws SQLException {
    int number = row.getInt("version");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(
            new Version(
                number,
                bytes(row, "public_key"),
                bytes(row, "sealed_key"),
                state(row, "version_state", "version_destroy_at"),
                Instant.ofEpochMilli(row.getLong("version_created_at"))));
  }

  private static KeyState state(ResultSet row, String state, String destroyAt) throws SQLException {
    KeyState.Status status = KeyState.Status.valueOf(text(row, state));
    long time = row.getLong(destroyAt);
    return new KeyState(
        status, row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(time)));
  }

  private static String text(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  private static byte[] bytes(ResultSet row, String column) throws SQLException {
    byte @Nullable [] value = row.getBytes(column);
    return value == null ? new byte[0] : value;
  }

  /** Those of one key follow each other. */
  static Changes changes(Position at, boolean isAll, List<Row> rows) {
    Map<SigningKey.Id, List<Row>> keys = new LinkedHashMap<>();
    rows.forEach(row -> keys.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row));
    List<Stored> stored = new ArrayList<>();
    List<SigningKey.Id> unreadable = new ArrayList<>();
    keys.forEach((id, own) -> stored(own).ifPresentOrElse(stored::add, () -> unreadable.add(id)));
    return new Changes(at, isAll, stored, unreadable);
  }

  private static Optional<Stored> stored(List<Row> rows) {
    if (rows.stream().anyMatch(row -> row.key().isEmpty())) {
      return Optional.empty();
    }
    Row first = rows.get(0);
    List<Version> versions = rows.stream().flatMap(row -> row.version().stream()).toList();
    return first.key().map(key -> new Stored(key.having(versions), first.seal()));
  }
}
