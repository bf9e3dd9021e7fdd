/** The library against a daemon of its own, over a socket, and against servers that fail. */
@NullMarked
package io.kexd.client;

import org.jspecify.annotations.NullMarked;
