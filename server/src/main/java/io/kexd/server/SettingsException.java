package io.kexd.server;

/** A setting that is wrong; the message is one line that names it. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SettingsException(String setting, String problem) {
    super(setting + ": " + problem);
  }
}
