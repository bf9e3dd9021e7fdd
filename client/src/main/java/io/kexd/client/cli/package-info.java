/** The {@code kexd} command line: one class for each sub-command. */
@NullMarked
package io.kexd.client.cli;

import org.jspecify.annotations.NullMarked;
