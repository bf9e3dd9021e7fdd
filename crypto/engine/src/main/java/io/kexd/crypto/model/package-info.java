/** Curve models: point formulas, point encodings and the fixed-base table. */
package io.kexd.crypto.model;
