package io.kexd.server;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A source whose outages are logged: each once, when it begins and when it ends. Thread-safe. */
final class LoggedSource<T> implements IntFunction<T> {
  private static final Logger LOG = LoggerFactory.getLogger(LoggedSource.class);

  private final String what;
  private final IntFunction<T> source;
  private final AtomicBoolean failing = new AtomicBoolean();

  /**
   * @param what it makes, for the log
   */
  LoggedSource(String what, IntFunction<T> source) {
    this.what = what;
    this.source = source;
  }

  @Override
  public T apply(int count) {
    T made;
    try {
      made = source.apply(count);
    } catch (RuntimeException | Error e) {
      if (failing.compareAndSet(false, true)) {
        LOG.error("no {} can be made, which is tried again: {}", what, e.toString());
      }
      throw e;
    }
    if (failing.compareAndSet(true, false)) {
      LOG.info("{} are made again", what);
    }
    return made;
  }
}
