package io.kexd.server.service;

import io.kexd.server.keys.Caller;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Asker;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One call, or one item of several: who makes it, what it asks for, whether somebody still waits
 * for its answer.
 */
public final class Call implements Asker {
  private final Caller caller;
  private final Operation operation;
  private final BooleanSupplier abandoned;
  private final LongSupplier nanosLeft;
  private final Optional<Group> group;
  private volatile String curve = Meters.NO_CURVE;

  /**
   * A call without a deadline.
   *
   * @param abandoned whether the caller has gone
   */
  public Call(Caller caller, Operation operation, BooleanSupplier abandoned) {
    this(caller, operation, abandoned, () -> Long.MAX_VALUE);
  }

  /**
   * A call.
   *
   * @param abandoned whether the deadline has passed or the caller has gone
   * @param nanosLeft until the deadline
   */
  public Call(
      Caller caller, Operation operation, BooleanSupplier abandoned, LongSupplier nanosLeft) {
    this(caller, operation, abandoned, nanosLeft, Optional.empty());
  }

  /** One of a group, whose work waits until the group is submitted. */
  public Call(
      Caller caller,
      Operation operation,
      BooleanSupplier abandoned,
      LongSupplier nanosLeft,
      Group group) {
    this(caller, operation, abandoned, nanosLeft, Optional.of(group));
  }

  private Call(
      Caller caller,
      Operation operation,
      BooleanSupplier abandoned,
      LongSupplier nanosLeft,
      Optional<Group> group) {
    this.caller = caller;
    this.operation = operation;
    this.abandoned = abandoned;
    this.nanosLeft = nanosLeft;
    this.group = group;
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public boolean isGone() {
    return abandoned.getAsBoolean();
  }

  @Override
  public long nanosLeft() {
    return nanosLeft.getAsLong();
  }

  /** What for. */
  public Operation operation() {
    return operation;
  }

  /** The curve's id, once it is known. */
  public String curve() {
    return curve;
  }

  Optional<Group> group() {
    return group;
  }

  /** Notes the curve; its id comes from the build, not from the request. */
  void on(String known) {
    curve = known;
  }
}
