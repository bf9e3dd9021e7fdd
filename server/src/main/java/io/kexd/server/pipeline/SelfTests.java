package io.kexd.server.pipeline;

import io.kexd.crypto.Scheme;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Lets no scheme serve before its self-test has passed, and none whose self-test failed. Each is
 * tested once, in the background or by whoever asks first. Thread-safe.
 */
public final class SelfTests implements AutoCloseable {
  /** What is known of a scheme. */
  public enum State {
    UNTESTED,
    PASSED,
    FAILED
  }

  /** One scheme's test; its monitor is held while it runs. */
  private static final class Test {
    private final Scheme scheme;
    private volatile State state = State.UNTESTED;

    Test(Scheme scheme) {
      this.scheme = scheme;
    }
  }

  private final Map<String, Test> tests = new LinkedHashMap<>();
  private final Consumer<Scheme> check;
  private final BiConsumer<Scheme, Throwable> onFailure;
  private volatile boolean closed;

  /**
   * @param served the schemes that callers may ask for
   * @param check throws when a scheme gives a wrong answer
   * @param onFailure told once of each scheme that must not serve, and why
   */
  public SelfTests(
      Collection<Scheme> served, Consumer<Scheme> check, BiConsumer<Scheme, Throwable> onFailure) {
    served.forEach(scheme -> tests.put(scheme.id(), new Test(scheme)));
    this.check = check;
    this.onFailure = onFailure;
  }

  /** What is known of a served scheme. */
  public State state(String id) {
    return test(id).state;
  }

  /**
   * Whether a served scheme may serve, which the first question finds out.
   *
   * @throws Error when the test could not be done, for want of memory for example; the scheme stays
   *     untested
   */
  public boolean passes(String id) {
    return run(test(id)) == State.PASSED;
  }

  private Test test(String id) {
    Test test = tests.get(id);
    if (test == null) {
      throw new IllegalArgumentException("not served: " + id);
    }
    return test;
  }

  private State run(Test test) {
    if (test.state != State.UNTESTED) {
      return test.state;
    }
    synchronized (test) {
      if (test.state == State.UNTESTED) {
        try {
          check.accept(test.scheme);
          test.state = State.PASSED;
        } catch (RuntimeException | LinkageError e) {
          // A LinkageError stays: a class whose constants are damaged. Other errors, such as a
          // want of memory, say nothing of the scheme.
          test.state = State.FAILED;
          onFailure.accept(test.scheme, e);
        }
      }
      return test.state;
    }
  }

  /** Tests what is left, one after another, on a thread of its own. */
  public void runInBackground() {
    Thread thread = new Thread(this::runAll, "kexd-self-tests");
    thread.setDaemon(true);
    thread.start();
  }

  private void runAll() {
    for (Test test : tests.values()) {
      if (closed) {
        return;
      }
      try {
        run(test);
      } catch (Error unfinished) {
        // The scheme is still untested: its first caller tests it, and that call's fault is logged.
      }
    }
  }

  /** Ends the background's work after the test that runs. */
  @Override
  public void close() {
    closed = true;
  }
}
