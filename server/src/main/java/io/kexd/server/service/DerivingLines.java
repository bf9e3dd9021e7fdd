package io.kexd.server.service;

import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Line;

/**
 * The lines of one kind of agreement: where deriving may take longer than agreeing, each operation
 * is computed and measured by itself, so that the others' estimate is theirs.
 */
record DerivingLines<Q, R>(Line<Q, R> brief, Line<Q, R> lengthy) {
  static <Q, R> DerivingLines<Q, R> of(
      Work work, String curve, Operation operation, Line.Computation<Q, R> computation) {
    return new DerivingLines<>(
        work.line(curve, operation, computation),
        work.lineOfSingles(curve, operation, request -> 0, computation));
  }

  /** That of operations which end so. */
  Line<Q, R> on(Derivation derivation) {
    return derivation.isLong() ? lengthy : brief;
  }
}
