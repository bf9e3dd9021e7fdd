/**
 * Prime fields: the abstract field with its lanes, encodings, roots and inverses. The kernels are
 * generated.
 */
package io.kexd.crypto.field;
