package io.kexd.server.rpc;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what should not have happened, on one line and without a byte of input. */
final class Faults {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
  private static final int FRAMES = 12;

  private Faults() {}

  /** An exception's message may hold input, so only its class and its way are shown. */
  static void log(String where, Throwable fault) {
    StringBuilder line = new StringBuilder();
    for (Throwable t = fault; t != null; t = t.getCause()) {
      line.append(line.isEmpty() ? "" : ", caused by ").append(t.getClass().getName());
      line.append(
          Arrays.stream(t.getStackTrace())
              .limit(FRAMES)
              .map(frame -> frame.getClassName() + ":" + frame.getLineNumber())
              .collect(Collectors.joining(" < ", " at ", "")));
    }
    LOG.error("fault in {}: {}", where, line);
  }
}
