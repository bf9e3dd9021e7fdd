package io.kexd.server;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.ErrorReason;
import java.net.ConnectException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Many calls at once, and how they ended. */
final class Flood {
  static final String OK = "OK";
  static final String OVERLOADED = ErrorReason.ERROR_REASON_OVERLOADED.name();
  static final String SHUTTING_DOWN = ErrorReason.ERROR_REASON_SHUTTING_DOWN.name();

  /** There was nobody to accept it. */
  static final String UNREACHABLE = "UNREACHABLE";

  private static final int MOST = 100_000;

  private final Supplier<ListenableFuture<?>> call;
  private final Semaphore room = new Semaphore(MOST);
  private final Map<String, AtomicLong> ends = new ConcurrentHashMap<>();

  /**
   * @param call makes the next one
   */
  Flood(Supplier<ListenableFuture<?>> call) {
    this.call = call;
  }

  /** So many at any time, for so long; how many were OK in that time. */
  long keep(int atOnce, long nanos) {
    long before = count(OK);
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      if (MOST - room.availablePermits() < atOnce) {
        offer();
      } else {
        LockSupport.parkNanos(100_000);
      }
    }
    return count(OK) - before;
  }

  /** So many a second, whatever becomes of them, for so long; how many were OK in that time. */
  long pour(double perSecond, long nanos) {
    long before = count(OK);
    long begun = System.nanoTime();
    long offered = 0;
    for (long now = begun; now - begun < nanos; now = System.nanoTime()) {
      for (; offered < perSecond * (now - begun) / 1e9; offered++) {
        offer();
      }
      LockSupport.parkNanos(1_000_000);
    }
    return count(OK) - before;
  }

  void offer() {
    room.acquireUninterruptibly();
    Futures.addCallback(call.get(), new End(), MoreExecutors.directExecutor());
  }

  /** Waits until every call has ended. */
  void await() {
    room.acquireUninterruptibly(MOST);
    room.release(MOST);
  }

  long count(String end) {
    AtomicLong count = ends.get(end);
    return count == null ? 0 : count.get();
  }

  /** How calls have ended: OK, the name of a reason, {@link #UNREACHABLE}, or what else it was. */
  Set<String> ends() {
    return ends.keySet();
  }

  @Override
  public String toString() {
    return ends.toString();
  }

  private final class End implements FutureCallback<Object> {
    @Override
    public void onSuccess(Object reply) {
      ended(OK);
    }

    @Override
    public void onFailure(Throwable thrown) {
      ended(nameOf(thrown));
    }

    private void ended(String end) {
      ends.computeIfAbsent(end, e -> new AtomicLong()).incrementAndGet();
      room.release();
    }
  }

  private static String nameOf(Throwable thrown) {
    if (thrown.getCause() instanceof ConnectException) {
      return UNREACHABLE;
    }
    try {
      return thrown instanceof StatusRuntimeException failure
          ? Failure.of(failure).reason().name()
          : thrown.toString();
    } catch (AssertionError | RuntimeException withoutDetails) {
      return thrown.toString();
    }
  }
}
