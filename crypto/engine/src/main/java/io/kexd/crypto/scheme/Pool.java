package io.kexd.crypto.scheme;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/**
 * Idle workspaces of a scheme, so that operations allocate none. A thread takes one for the time of
 * an operation; when none is idle a new one is made, and surplus ones are dropped.
 */
final class Pool<T> {
  private final Supplier<T> maker;
  private final ArrayBlockingQueue<T> idle =
      new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());

  Pool(Supplier<T> maker) {
    this.maker = maker;
  }

  T take() {
    T workspace = idle.poll();
    return workspace != null ? workspace : maker.get();
  }

  /** Takes a workspace back, or drops it when enough are idle; it holds no secret any more. */
  void giveBack(T workspace) {
    idle.offer(workspace);
  }
}
