package io.kexd.server.pipeline;

import io.kexd.server.metrics.Operation;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Work to be computed.
 *
 * @param curve the id of the curve that it is on
 * @param operation what it does
 * @param abandoned whether nobody waits for it any more; asked once, before it begins
 * @param work what runs on a worker
 */
public record Task<T>(
    String curve, Operation operation, BooleanSupplier abandoned, Supplier<T> work) {}
