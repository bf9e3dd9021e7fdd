package io.kexd.server.service;

import io.kexd.server.keys.Caller;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.util.function.BooleanSupplier;

/** One call: who makes it, what it asks for, whether somebody still waits for its answer. */
public final class Call {
  private final Caller caller;
  private final Operation operation;
  private final BooleanSupplier abandoned;
  private volatile String curve = Meters.NO_CURVE;

  /**
   * @param abandoned whether the deadline has passed or the caller has gone
   */
  public Call(Caller caller, Operation operation, BooleanSupplier abandoned) {
    this.caller = caller;
    this.operation = operation;
    this.abandoned = abandoned;
  }

  /** Who calls. */
  public Caller caller() {
    return caller;
  }

  /** What for. */
  public Operation operation() {
    return operation;
  }

  /** The curve's id, once it is known. */
  public String curve() {
    return curve;
  }

  BooleanSupplier abandoned() {
    return abandoned;
  }

  /** Notes the curve; its id comes from the build, not from the request. */
  void on(String known) {
    curve = known;
  }
}
