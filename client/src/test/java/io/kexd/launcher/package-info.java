/** The script {@code kexd} at the top of the repository. */
@NullMarked
package io.kexd.launcher;

import org.jspecify.annotations.NullMarked;
