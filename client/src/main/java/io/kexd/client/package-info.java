/** The Java client library of kexd. Start at {@link io.kexd.client.KexdClient}. */
@NullMarked
package io.kexd.client;

import org.jspecify.annotations.NullMarked;
