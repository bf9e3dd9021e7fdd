/** The load generator, against services that misbehave. */
@NullMarked
package io.kexd.client.load;

import org.jspecify.annotations.NullMarked;
