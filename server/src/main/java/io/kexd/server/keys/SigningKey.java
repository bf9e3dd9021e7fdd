package io.kexd.server.keys;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A named signing key and its versions, as the store holds it: private keys are sealed. Immutable.
 *
 * @param algorithm its algorithm id
 * @param purpose what it may be used for
 * @param primary the newest version, which signs when none is named
 * @param minimal versions below it neither sign nor verify
 * @param state that of the whole key; a version also has its own
 * @param versions in the order of their numbers; empty when the key is destroyed
 */
public record SigningKey(
    Id id,
    String algorithm,
    Purpose purpose,
    Instant createdAt,
    int primary,
    int minimal,
    KeyState state,
    List<Version> versions) {

  /** What a key may be used for; fixed when it is made. */
  public enum Purpose {
    /** For signing data that callers send. */
    SIGN_DATA,
    /** For signing exchange transcripts that the server makes, and nothing else. */
    SIGN_EXCHANGE
  }

  /**
   * Which key.
   *
   * @param owner the caller it belongs to, as {@link #of} writes it
   * @param name its name among its owner's keys
   */
  public record Id(String owner, String name) {
    /** The key of that name among a caller's. */
    public static Id of(Caller owner, String name) {
      return new Id(owner(owner), name);
    }

    /** A caller as an owner. */
    static String owner(Caller caller) {
      return caller.kind().name() + ":" + caller.name();
    }
  }

  /**
   * One version.
   *
   * @param number counts from 1; a number is never used twice
   * @param publicKey canonical
   * @param sealed the private key
   */
  @SuppressWarnings("ArrayRecordComponent") // Never changed, so that the same arrays mean equal.
  public record Version(
      int number, byte[] publicKey, byte[] sealed, KeyState state, Instant createdAt) {
    /** The same in another state. */
    public Version in(KeyState other) {
      return new Version(number, publicKey, sealed, other, createdAt);
    }

    Version sealedAs(byte[] other) {
      return new Version(number, publicKey, other, state, createdAt);
    }

    /** Never shows the private key, sealed or not. */
    @Override
    public String toString() {
      return "Version[" + number + ", " + state.status() + "]";
    }
  }

  public SigningKey {
    versions = List.copyOf(versions);
  }

  /** Its name. */
  public String name() {
    return id.name();
  }

  /** Whether nothing but its name is left. */
  public boolean isDestroyed() {
    return state.status() == KeyState.Status.DESTROYED && versions.isEmpty();
  }

  /** The version of that number, the primary one for 0. */
  public Optional<Version> version(int number) {
    int wanted = number == 0 ? primary : number;
    return versions.stream().filter(version -> version.number() == wanted).findFirst();
  }

  /** The same in another state. */
  public SigningKey in(KeyState other) {
    return new SigningKey(id, algorithm, purpose, createdAt, primary, minimal, other, versions);
  }

  /** The same with another minimal version. */
  public SigningKey from(int least) {
    return new SigningKey(id, algorithm, purpose, createdAt, primary, least, state, versions);
  }

  /** The same with one version changed. */
  public SigningKey with(int number, UnaryOperator<Version> change) {
    return with(primary, versions.stream().map(v -> v.number() == number ? change.apply(v) : v));
  }

  /** The same with these versions. */
  public SigningKey having(List<Version> all) {
    return with(primary, all.stream());
  }

  /** The same with one more version, which becomes the primary one. */
  public SigningKey with(Version next) {
    List<Version> all = new ArrayList<>(versions);
    all.add(next);
    return with(next.number(), all.stream());
  }

  private SigningKey with(int newPrimary, Stream<Version> all) {
    return new SigningKey(
        id, algorithm, purpose, createdAt, newPrimary, minimal, state, all.toList());
  }

  /** What is left of it when all that is due is destroyed. */
  SigningKey destroyDue(Instant now) {
    return state.isDue(now)
        ? in(KeyState.DESTROYED).with(primary, Stream.empty())
        : with(primary, versions.stream().filter(version -> !version.state().isDue(now)));
  }

  /** Whether anything of it is due to be destroyed. */
  boolean isDue(Instant now) {
    return state.isDue(now) || versions.stream().anyMatch(version -> version.state().isDue(now));
  }

  /** Never shows its name or a private key. */
  @Override
  public String toString() {
    return "SigningKey[" + algorithm + ", " + purpose + ", " + state.status() + "]";
  }
}
