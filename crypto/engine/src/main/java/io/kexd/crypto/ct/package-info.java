/** Constant-time masks, selection and wiping of secrets. */
package io.kexd.crypto.ct;
