package io.kexd.crypto.gen.kernel;

/** A limb plan for which some bound cannot be proven. */
public final class PlanRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String problem;

  public PlanRefused(String problem) {
    super(problem);
    this.problem = problem;
  }

  @Override
  public String getMessage() {
    return problem;
  }
}
