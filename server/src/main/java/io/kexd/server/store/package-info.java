/** Signing keys in a database: SQLite or PostgreSQL, by JDBC. Every method blocks. */
@org.jspecify.annotations.NullMarked
package io.kexd.server.store;
