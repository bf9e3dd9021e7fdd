/** {@code kexd bench}: the engine on this machine. Start at {@link io.kexd.bench.Main}. */
package io.kexd.bench;
