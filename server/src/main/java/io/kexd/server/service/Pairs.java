package io.kexd.server.service;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.server.pipeline.KeyPairPool;
import io.kexd.server.pipeline.Line;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fresh key pairs: from the pool of the curve, and made on the spot.
 *
 * @param random for those that are made
 * @param pools by the curves that have one
 * @param refuses whether to make none for a curve whose pool is empty
 */
public record Pairs(SecureRandom random, Map<String, KeyPairPool> pools, boolean refuses) {
  /** A refill takes less. */
  private static final Duration RETRY = Duration.ofMillis(100);

  /**
   * How many pairs of a curve are ready.
   *
   * @param target after a refill
   * @param depth now
   */
  public record Ready(int target, int depth) {}

  /**
   * Pairs that the caller wipes.
   *
   * @param hits so many of them, the first ones, came ready from the pool
   */
  record Taken(List<KeyPair> pairs, int hits) {}

  /**
   * So many pairs; fewer when the pool is empty and that is refused. Otherwise they are all from
   * the pool or all made together: to make the few that it lacks would take nearly as long as to
   * make all, and their lanes and inversions would be half used.
   */
  Taken take(KeyAgreement agreement, int count) {
    KeyPairPool pool = pools.get(agreement.scheme().id());
    if (pool == null) {
      return new Taken(agreement.generate(random, count), 0);
    }
    List<KeyPair> pairs = new ArrayList<>(refuses ? pool.claim(count) : pool.claimAll(count));
    int hits = pairs.size();
    if (!refuses && hits < count) {
      addMade(pairs, agreement, count - hits);
    }
    return new Taken(pairs, hits);
  }

  /** Makes the rest; when that fails, nobody gets those that were claimed. */
  void addMade(List<KeyPair> pairs, KeyAgreement agreement, int count) {
    try {
      pairs.addAll(agreement.generate(random, count));
    } catch (RuntimeException | Error e) {
      pairs.forEach(KeyPair::close);
      throw e;
    }
  }

  /** What is told to those for whom there is none. */
  static Refusal none() {
    return Refusal.retry(
        Reason.OVERLOADED,
        "no key pair of this curve is ready, and this server makes none while a caller waits; try"
            + " again later",
        RETRY);
  }

  /** Whether a whole batch finds its pairs ready, or none is made for it. */
  boolean areReady(String curve) {
    KeyPairPool pool = pools.get(curve);
    return pool != null && (refuses || pool.depth() >= Line.MOST);
  }

  /** Those of a curve. */
  Ready ready(String curve) {
    KeyPairPool pool = pools.get(curve);
    return pool == null ? new Ready(0, 0) : new Ready(pool.target(), pool.depth());
  }
}
