package io.kexd.client.cli;

import java.time.DateTimeException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 30s}, {@code 5m} or {@code 1h30m}. */
final class TimeConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String value) {
    try {
      return Duration.parse("PT" + value);
    } catch (DateTimeException e) {
      throw new TypeConversionException("a time is written 30s, 5m or 1h30m");
    }
  }
}
