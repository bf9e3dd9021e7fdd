package io.kexd.server;

import java.util.function.UnaryOperator;

/** A setting that is wrong; the message is one line that names it. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String setting;
  private final String problem;

  SettingsException(String setting, String problem) {
    super(setting + ": " + problem);
    this.setting = setting;
    this.problem = problem;
  }

  /** The same under the name that whoever set it knows. */
  SettingsException named(UnaryOperator<String> names) {
    return new SettingsException(names.apply(setting), problem);
  }
}
