/** Constant-time masks, and wiping of secrets. */
package io.kexd.crypto.ct;
