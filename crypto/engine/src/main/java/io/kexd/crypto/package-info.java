/**
 * The elliptic-curve engine: key agreement and signatures on every curve that has a card. Start at
 * {@link io.kexd.crypto.Curves}.
 */
package io.kexd.crypto;
