package io.kexd.bench;

/** Welch's t-test of two samples, fed value by value: how sure it is that their means differ. */
final class Welch {
  private final long[] count = new long[2];
  private final double[] mean = new double[2];
  private final double[] squares = new double[2];

  /** Adds a value to sample 0 or 1 (Welford's update). */
  void add(int sample, double value) {
    count[sample]++;
    double delta = value - mean[sample];
    mean[sample] += delta / count[sample];
    squares[sample] += delta * (value - mean[sample]);
  }

  /** The difference of the means over its standard error; 0 while a sample is too small. */
  double t() {
    if (count[0] < 2 || count[1] < 2) {
      return 0;
    }
    double error = Math.sqrt(variance(0) / count[0] + variance(1) / count[1]);
    return error == 0 ? 0 : (mean[0] - mean[1]) / error;
  }

  private double variance(int sample) {
    return squares[sample] / (count[sample] - 1);
  }
}
