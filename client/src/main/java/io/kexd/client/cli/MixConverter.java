package io.kexd.client.cli;

import io.kexd.client.load.Mix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code x25519:exchange=70,p521:exchange=30}. */
final class MixConverter implements ITypeConverter<Mix> {
  @Override
  public Mix convert(String value) {
    try {
      return Mix.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
