/** Every meter in one place, and the management port. The only package that sees Micrometer. */
package io.kexd.server.metrics;
