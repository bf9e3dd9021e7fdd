/** Private keys in memory: ephemeral pairs behind handles, and named signing keys. */
package io.kexd.server.keys;
