/**
 * The schemes: Diffie-Hellman by RFC 7748, by SEC 1 and on Edwards points, EdDSA by RFC 8032, ECDSA
 * by FIPS 186-5, and their key encodings.
 */
package io.kexd.crypto.scheme;
