/** The schemes: X25519 by RFC 7748, EdDSA by RFC 8032, and their key encodings. */
package io.kexd.crypto.scheme;
