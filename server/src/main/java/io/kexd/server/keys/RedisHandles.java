package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.kexd.crypto.KeyPair;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * The ephemeral pairs of all callers in Redis, for replicas that share them. Private keys are
 * sealed before they leave the process. Each operation is one call of a script, and so one atomic
 * step: resources/io/kexd/server/keys/handles.lua. Thread-safe.
 */
public final class RedisHandles implements HandleStore {
  /** 128 random bits that nobody guesses, and 64 more. */
  private static final int ID_BYTES = 24;

  /** After the random part, in base64url, an id tells the curve. */
  private static final int CURVE_AT = 4 * ID_BYTES / 3 + 1;

  private static final byte[] ALL = "kexd:live".getBytes(US_ASCII);
  private static final byte[] ISSUE = "issue".getBytes(US_ASCII);
  private static final byte[] CLAIM = "claim".getBytes(US_ASCII);

  private final Handles.Limits limits;
  private final Set<String> curves;
  private final SecureRandom random;
  private final Sealing sealing;
  private final RedisLink redis;

  /**
   * Begins to connect; calls are refused until it has.
   *
   * @param uri see {@link #check}
   * @param timeout of a call of Redis, and of an attempt to connect
   * @param limits {@code tombstones} does not count here
   * @param curves ids that handles may be of
   * @param timer runs attempts to connect
   * @param onNews told when Redis goes and comes
   */
  public RedisHandles(
      String uri,
      Duration timeout,
      Handles.Limits limits,
      Set<String> curves,
      Sealing sealing,
      SecureRandom random,
      ScheduledExecutorService timer,
      Consumer<String> onNews) {
    this.limits = limits;
    this.curves = Set.copyOf(curves);
    this.random = random;
    this.sealing = sealing;
    this.redis = new RedisLink(uri, timeout, script(), timer, onNews);
  }

  /**
   * Whether this is a URI of Redis: {@code redis://[[user]:password@]host[:port][/database]},
   * {@code rediss://} with TLS, {@code redis-sentinel://host[,host]/[database]#name}.
   */
  public static boolean check(String uri) {
    try {
      return RedisURI.create(uri) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String script() {
    try (InputStream in = RedisHandles.class.getResourceAsStream("handles.lua")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether Redis answers. */
  public boolean isUp() {
    return redis.isUp();
  }

  private final class RedisRoom implements Room {
    private final Caller owner;

    RedisRoom(Caller owner) {
      this.owner = owner;
    }

    @Override
    public CompletableFuture<Issued> keep(
        String curve, Duration ttl, ReusablePair.Bounds bounds, KeyPair pair) {
      try (pair) {
        if (bounds.max() > 1) {
          throw new IllegalArgumentException("a pair in Redis is for one use");
        }
        return issue(curve, ttl, pair);
      }
    }

    private CompletableFuture<Issued> issue(String curve, Duration ttl, KeyPair pair) {
      String id = newId(curve);
      Instant expiry = Instant.now().plus(ttl).truncatedTo(ChronoUnit.MILLIS);
      byte[] publicKey = pair.publicKey();
      byte[] tag = HandleRecord.tag(owner);
      byte[] sealed = new HandleRecord(id, curve, tag).seal(sealing, pair, expiry);
      return redis
          .run(
              keys(id, tag),
              ISSUE,
              tag,
              number(limits.tombstoneTime().toMillis()),
              sealed,
              number(Math.max(1, ttl.toMillis())),
              number(limits.perCaller()),
              number(limits.all()))
          .thenApply(
              reply -> {
                requireOk(reply);
                return new Issued(id, publicKey, expiry);
              });
    }

    @Override
    public void giveBack() {}
  }

  private final class RedisKept implements Kept {
    private final String id;
    private final String curve;
    private final Caller owner;

    RedisKept(String id, String curve, Caller owner) {
      this.id = id;
      this.curve = curve;
      this.owner = owner;
    }

    @Override
    public String curve() {
      return curve;
    }

    @Override
    public Handle.State state() {
      return Handle.State.LIVE;
    }

    @Override
    public boolean isReusable() {
      return false;
    }

    @Override
    public CompletableFuture<ReusablePair.Use> take() {
      byte[] tag = HandleRecord.tag(owner);
      return claim(tag).thenApply(reply -> ReusablePair.once(open(tag, reply)));
    }

    private KeyPair open(byte[] tag, List<byte[]> reply) {
      requireOk(reply);
      try {
        return new HandleRecord(id, curve, tag).open(sealing, reply.get(1));
      } catch (GeneralSecurityException e) {
        throw new CompletionException(e);
      }
    }

    @Override
    public CompletableFuture<Void> discard() {
      return claim(HandleRecord.tag(owner)).thenAccept(reply -> {});
    }

    private CompletableFuture<List<byte[]>> claim(byte[] tag) {
      return redis.run(keys(id, tag), CLAIM, tag, number(limits.tombstoneTime().toMillis()));
    }
  }

  private static void requireOk(List<byte[]> reply) {
    String outcome = new String(reply.get(0), US_ASCII);
    if (!outcome.equals("OK")) {
      throw new HandleFailure(HandleFailure.Why.valueOf(outcome));
    }
  }

  private static byte[][] keys(String id, byte[] tag) {
    return new byte[][] {
      ("kexd:handle:" + id).getBytes(US_ASCII),
      ("kexd:pair:" + id).getBytes(US_ASCII),
      ("kexd:live:" + new String(tag, US_ASCII)).getBytes(US_ASCII),
      ALL
    };
  }

  private static byte[] number(long value) {
    return Long.toString(value).getBytes(US_ASCII);
  }

  @Override
  public Optional<Room> room(Caller owner) {
    if (!redis.isConnected()) {
      throw new HandleFailure(HandleFailure.Why.UNAVAILABLE);
    }
    return Optional.of(new RedisRoom(owner));
  }

  @Override
  public Optional<Kept> find(Caller caller, String id) {
    if (id.length() <= CURVE_AT || id.charAt(CURVE_AT - 1) != '.') {
      return Optional.empty();
    }
    String curve = id.substring(CURVE_AT);
    return curves.contains(curve)
        ? Optional.of(new RedisKept(id, curve, caller))
        : Optional.empty();
  }

  @Override
  public boolean answersAtOnce() {
    return false;
  }

  /** Leaves what Redis holds to its other users, and to its time. */
  @Override
  public void close() {
    redis.close();
  }

  private String newId(String curve) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id) + "." + curve;
  }
}
