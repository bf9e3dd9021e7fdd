/** The command line, in this process and through the launcher. */
@NullMarked
package io.kexd.client.cli;

import org.jspecify.annotations.NullMarked;
