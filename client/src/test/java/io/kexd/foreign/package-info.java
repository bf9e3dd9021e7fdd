/**
 * kexd as others see it: clients in other languages and checkers that were not written here,
 * against a daemon in a process of its own. Tagged {@code foreign}; {@code .ci/tools} installs what
 * they need.
 */
@NullMarked
package io.kexd.foreign;

import org.jspecify.annotations.NullMarked;
