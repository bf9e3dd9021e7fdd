/**
 * {@code kexd bench strategies}: the comparisons of the mails that the project started from. Start
 * at {@link io.kexd.bench.strategy.Strategies}.
 */
package io.kexd.bench.strategy;
