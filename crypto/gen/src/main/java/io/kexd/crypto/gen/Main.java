package io.kexd.crypto.gen;

/** Turns curve cards into field kernels, tables and the index. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    if (args.length != 3) {
      throw new IllegalArgumentException("usage: Main CARDS SOURCES RESOURCES");
    }
  }
}
