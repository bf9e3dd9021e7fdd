-- For SQLite and PostgreSQL alike: SQLite takes BYTEA as a type of numbers and leaves bytes in it as they are.
-- Times are milliseconds since 1970.

-- One row. `revision` counts the changes of signing keys; whoever writes increments it first, so that writers come one after
-- another and revisions become visible in their order. `keyset_check` is sealed and tells the right keyset from a wrong one.
CREATE TABLE signing_store (
  revision BIGINT NOT NULL,
  keyset_check BYTEA
);

INSERT INTO signing_store (revision) VALUES (0);

-- A destroyed key keeps its row, without versions: its name is never used again.
CREATE TABLE signing_key (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  purpose TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  primary_version INTEGER NOT NULL,
  minimal_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  destroy_at BIGINT,
  -- Authenticates all of the key's columns and versions but `revision`.
  seal BYTEA NOT NULL,
  -- The store's at the key's last change.
  revision BIGINT NOT NULL,
  PRIMARY KEY (owner, name)
);

CREATE INDEX signing_key_revision ON signing_key (revision);
CREATE INDEX signing_key_destroy_at ON signing_key (destroy_at);

CREATE TABLE signing_key_version (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  destroy_at BIGINT,
  created_at BIGINT NOT NULL,
  public_key BYTEA NOT NULL,
  -- The private key, sealed by the keyset.
  sealed_key BYTEA NOT NULL,
  PRIMARY KEY (owner, name, version)
);

CREATE INDEX signing_key_version_destroy_at ON signing_key_version (destroy_at);
