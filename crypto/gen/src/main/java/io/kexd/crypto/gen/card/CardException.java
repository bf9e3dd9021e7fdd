package io.kexd.crypto.gen.card;

/** A card that cannot be read, or whose mathematics is wrong. The message is one line. */
public final class CardException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String problem;

  public CardException(String problem) {
    super(problem);
    this.problem = problem;
  }

  @Override
  public String getMessage() {
    return problem;
  }
}
