/**
 * An open-loop load generator: calls start when the plan says, whatever became of those before.
 * Start at {@link io.kexd.client.load.Load}.
 */
@NullMarked
package io.kexd.client.load;

import org.jspecify.annotations.NullMarked;
