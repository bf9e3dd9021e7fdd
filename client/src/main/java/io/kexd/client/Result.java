package io.kexd.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of one item of several: its value, or why there is none.
 *
 * @param <T> the value
 */
public final class Result<T> {
  private final @Nullable T value;
  private final @Nullable KexdException failure;

  private Result(@Nullable T value, @Nullable KexdException failure) {
    this.value = value;
    this.failure = failure;
  }

  static <T> Result<T> of(T value) {
    return new Result<>(value, null);
  }

  static <T> Result<T> failed(KexdException failure) {
    return new Result<>(null, failure);
  }

  /** Whether there is a value. */
  public boolean isOk() {
    return value != null;
  }

  /**
   * The value.
   *
   * @throws KexdException when there is none
   */
  public T get() {
    if (value == null) {
      throw failure == null ? new IllegalStateException("neither value nor failure") : failure;
    }
    return value;
  }

  /** Why there is no value; empty when there is one. */
  public Optional<KexdException> failure() {
    return Optional.ofNullable(failure);
  }
}
