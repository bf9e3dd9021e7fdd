/** Scalar multiplications. */
package io.kexd.crypto.mult;
