package io.kexd.server;

import java.util.function.UnaryOperator;

/** The server, or a command on its store, cannot go on; the message is one line that says why. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1;

  /** The setting that stands before the message, or empty. */
  private final String setting;

  private final String problem;

  StartException(String problem) {
    super(problem);
    this.setting = "";
    this.problem = problem;
  }

  StartException(String problem, Throwable cause) {
    super(problem, cause);
    this.setting = "";
    this.problem = problem;
  }

  StartException(String setting, String problem) {
    super(setting + ": " + problem);
    this.setting = setting;
    this.problem = problem;
  }

  StartException(String setting, String problem, Throwable cause) {
    super(setting + ": " + problem, cause);
    this.setting = setting;
    this.problem = problem;
  }

  /** The same with the setting under the name that whoever set it knows. */
  StartException named(UnaryOperator<String> names) {
    return setting.isEmpty() ? this : new StartException(names.apply(setting), problem, this);
  }
}
