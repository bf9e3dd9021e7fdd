package io.kexd.client.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a command early, but lets it print what it has, when the process is told to end. */
final class Interrupt implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean seen;

  /**
   * @param stop makes the command end soon
   */
  Interrupt(Runnable stop) {
    hook =
        new Thread(
            () -> {
              seen = true;
              stop.run();
              awaitDone();
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the process was told to end. */
  boolean seen() {
    return seen;
  }

  /** The process ends when this returns. */
  private void awaitDone() {
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("interrupted, and not done within " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has printed all. */
  @Override
  public void close() {
    done.countDown();
    if (!seen) {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
  }
}
