package io.kexd.server;

import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.KmsKey;
import io.kexd.server.keys.RedisHandles;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Every setting. A nested record is a section of the settings file, a component is a key in it;
 * {@link SettingsReader} fills them by these names. server/kexd.yaml shows all of them with their
 * defaults and is the manual; a test holds the two together.
 *
 * @param address where gRPC listens; off loopback it takes TLS, or {@code insecure}
 * @param port 0 takes a free one
 * @param insecure allows plaintext off loopback
 * @param curves ids of the schemes that are served
 * @param workers threads that compute; 0 means one a processor
 * @param batching whether operations of one kind that wait share calls of the engine
 * @param kernels who computes: the fastest, or one that is forced
 * @param warmUp processor time in which kernels are compiled and timed after the start
 * @param reflection whether gRPC reflection is on
 * @param data the folder of what outlives the process
 * @param shutdownGrace how long calls in flight may take to finish after SIGTERM
 * @param kmsClients a folder of jars with clients of key management services
 */
public record Settings(
    String address,
    int port,
    boolean insecure,
    List<String> curves,
    int workers,
    boolean batching,
    Kernels kernels,
    Duration warmUp,
    Reflection reflection,
    Duration shutdownGrace,
    String data,
    Optional<Path> kmsClients,
    Management management,
    Tls tls,
    Handles handles,
    Redis redis,
    Pools pools,
    Reuse reuse,
    RequestIds requestIds,
    SigningKeys signingKeys,
    Limits limits,
    Log log) {

  /** What holds when nothing is set. */
  public static final Settings DEFAULTS =
      new Settings(
          "127.0.0.1",
          9090,
          false,
          standards(),
          0,
          true,
          Kernels.AUTO,
          Duration.ofSeconds(60),
          Reflection.AUTO,
          Duration.ofSeconds(20),
          "kexd-data",
          Optional.empty(),
          new Management("127.0.0.1", 9464),
          new Tls(Optional.empty(), Optional.empty(), Optional.empty()),
          new Handles(
              Store.MEMORY,
              Duration.ofSeconds(60),
              Duration.ofMinutes(10),
              10_000,
              1_000_000,
              Duration.ofMinutes(10),
              1_000_000),
          new Redis(
              "redis://127.0.0.1:6379", Optional.empty(), Optional.empty(), Duration.ofMillis(500)),
          new Pools(
              List.of("p256", "p384", "p521", "x25519", "x448"),
              1_024,
              768,
              Duration.ofMinutes(10),
              WhenEmpty.COMPUTE),
          new Reuse(List.of(), List.of(), Reuse.MOST, Reuse.LONGEST),
          new RequestIds(Duration.ofSeconds(60), 100_000),
          new SigningKeys(
              KeyStorage.EMBEDDED,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Duration.ofSeconds(1),
              Duration.ofMinutes(5),
              Duration.ofHours(24),
              1_000,
              VerifySignatures.SAMPLED),
          new Limits(
              1_024,
              Duration.ofSeconds(1),
              128 << 20,
              4 << 20,
              1 << 20,
              1_024,
              256,
              256,
              Duration.ofMillis(50),
              128),
          new Log(Level.INFO));

  private static List<String> standards() {
    return Curves.all().stream()
        .filter(scheme -> scheme.status() == Scheme.Status.STANDARD)
        .map(Scheme::id)
        .toList();
  }

  /** AUTO measures which kernel is the fastest; the others force one, named by its lanes. */
  public enum Kernels {
    AUTO("auto", OptionalInt.empty()),
    SCALAR("scalar", OptionalInt.of(1)),
    FOUR("4", OptionalInt.of(4)),
    EIGHT("8", OptionalInt.of(8));

    private final String label;
    private final OptionalInt lanes;

    Kernels(String label, OptionalInt lanes) {
      this.label = label;
      this.lanes = lanes;
    }

    /** The lanes that are forced. */
    OptionalInt lanes() {
      return lanes;
    }

    /** As the settings write it. */
    @Override
    public String toString() {
      return label;
    }
  }

  /** AUTO is on for plaintext on loopback, off otherwise. */
  public enum Reflection {
    AUTO,
    ALWAYS,
    NEVER
  }

  /** The management port: plain HTTP without authentication. */
  public record Management(String address, int port) {
    public Management {
      portNumber("management.port", port);
      isLoopback("management.address", address);
    }
  }

  /**
   * PEM files; empty for plaintext.
   *
   * @param key PKCS #8
   * @param clientCa when set, every client must show a certificate that it signed
   */
  public record Tls(Optional<Path> certificate, Optional<Path> key, Optional<Path> clientCa) {
    public Tls {
      require(
          key.isPresent() || certificate.isEmpty(), "tls.key", "is needed with tls.certificate");
      require(
          certificate.isPresent() || key.isEmpty(), "tls.certificate", "is needed with tls.key");
      require(
          certificate.isPresent() || clientCa.isEmpty(),
          "tls.certificate",
          "is needed with tls.clientCa");
    }

    boolean enabled() {
      return certificate.isPresent();
    }
  }

  /** Where ephemeral pairs are kept. */
  public enum Store {
    /** In this process. */
    MEMORY,
    /** In Redis, for replicas that share them. */
    REDIS
  }

  /**
   * Redis, where handles are kept in it.
   *
   * @param uri redis://, rediss:// or redis-sentinel://; it may hold a password
   * @param keyset a Tink AEAD keyset that seals private keys, as JSON
   * @param kmsUri the key of a key management service that encrypted the keyset
   * @param timeout of a call
   */
  public record Redis(
      String uri, Optional<Path> keyset, Optional<String> kmsUri, Duration timeout) {
    public Redis {
      requireKey("redis.kmsUri", kmsUri);
      require(
          RedisHandles.check(uri),
          "redis.uri",
          "takes redis://, rediss:// or redis-sentinel://, and a host");
      positive("redis.timeout", timeout);
    }

    /** Never shows the URI, which may hold a password. */
    @Override
    public String toString() {
      return "Redis[" + keyset + ", " + timeout + "]";
    }
  }

  /**
   * Ephemeral pairs.
   *
   * @param store where they are kept
   * @param max live pairs in all
   * @param tombstoneTime how long an ended pair is told from an unknown one
   * @param tombstones ended pairs remembered at most
   */
  public record Handles(
      Store store,
      Duration defaultTtl,
      Duration maxTtl,
      int maxPerCaller,
      int max,
      Duration tombstoneTime,
      int tombstones) {
    public Handles {
      positive("handles.defaultTtl", defaultTtl);
      positive("handles.maxTtl", maxTtl);
      require(
          defaultTtl.compareTo(maxTtl) <= 0,
          "handles.defaultTtl",
          "may not be longer than handles.maxTtl");
      atLeast("handles.maxPerCaller", maxPerCaller, 1);
      require(max >= maxPerCaller, "handles.max", "may not be less than handles.maxPerCaller");
      positive("handles.tombstoneTime", tombstoneTime);
      atLeast("handles.tombstones", tombstones, 0);
    }
  }

  /** What a caller gets when a pool has no pair. */
  public enum WhenEmpty {
    /** A pair that is made for it. */
    COMPUTE,
    /** A refusal. */
    REFUSE
  }

  /**
   * Ready key pairs.
   *
   * @param curves those that have a pool, if they are served
   * @param target pairs of a curve; 0 means no pools
   * @param lowWater fewer than these call for a refill
   * @param maxAge how long a pair may wait
   */
  public record Pools(
      List<String> curves, int target, int lowWater, Duration maxAge, WhenEmpty whenEmpty) {
    private static final int MOST = 100_000;

    public Pools {
      curves = List.copyOf(curves);
      require(target >= 0 && target <= MOST, "pools.target", "must be 0 to 100,000");
      require(
          target == 0 || (lowWater >= 1 && lowWater <= target),
          "pools.lowWater",
          "must be 1 to pools.target");
      positive("pools.maxAge", maxAge);
    }
  }

  /**
   * Pairs that serve several agreements; none unless curves and callers are named.
   *
   * @param callers SPIFFE ids, DNS names, or {@code anonymous}
   * @param maxUses of one pair
   * @param window from its first use on
   */
  public record Reuse(List<String> curves, List<String> callers, int maxUses, Duration window) {
    private static final int MOST = 16;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    public Reuse {
      curves = List.copyOf(curves);
      callers = List.copyOf(callers);
      require(
          curves.isEmpty() || !callers.isEmpty(), "reuse.callers", "is needed with reuse.curves");
      require(
          callers.isEmpty() || !curves.isEmpty(), "reuse.curves", "is needed with reuse.callers");
      require(maxUses >= 1 && maxUses <= MOST, "reuse.maxUses", "must be 1 to 16");
      require(
          window.isPositive() && window.compareTo(LONGEST) <= 0,
          "reuse.window",
          "must be more than nothing and at most 10s");
    }
  }

  /**
   * Safe retries.
   *
   * @param window how long an id is remembered
   * @param max ids remembered at most
   */
  public record RequestIds(Duration window, int max) {
    public RequestIds {
      positive("requestIds.window", window);
      atLeast("requestIds.max", max, 1);
    }
  }

  /** Which signatures made in lanes are verified before they leave. */
  public enum VerifySignatures {
    SAMPLED,
    ALL
  }

  /**
   * Signing keys.
   *
   * @param store embedded, memory, or a JDBC URL of PostgreSQL
   * @param keyset Tink's JSON; empty for keyset.json in the data folder
   * @param kmsUri the key of a key management service that encrypted the keyset
   * @param refresh how often changes of other servers are read
   * @param maxAge without the store for so long, no key is used
   * @param destroyAfter the delay of a destruction
   */
  public record SigningKeys(
      String store,
      Optional<Path> passwordFile,
      Optional<Path> keyset,
      Optional<String> kmsUri,
      Duration refresh,
      Duration maxAge,
      Duration destroyAfter,
      int maxPerCaller,
      VerifySignatures verifySignatures) {
    private static final Duration MAX_DELAY = Duration.ofDays(30);

    public SigningKeys {
      boolean postgres = store.startsWith("jdbc:postgresql:");
      require(
          postgres || List.of(KeyStorage.EMBEDDED, KeyStorage.MEMORY).contains(store),
          "signingKeys.store",
          "takes embedded, memory or a URL that begins with jdbc:postgresql:");
      require(
          postgres || passwordFile.isEmpty(),
          "signingKeys.passwordFile",
          "goes with a store of PostgreSQL");
      require(
          keyset.isPresent() || !postgres,
          "signingKeys.keyset",
          "is needed with PostgreSQL: every server on it takes the same one");
      requireKey("signingKeys.kmsUri", kmsUri);
      positive("signingKeys.refresh", refresh);
      require(
          maxAge.compareTo(refresh) > 0 && maxAge.compareTo(Duration.ofDays(1)) <= 0,
          "signingKeys.maxAge",
          "must be longer than signingKeys.refresh, and at most 24h");
      require(
          destroyAfter.isPositive() && destroyAfter.compareTo(MAX_DELAY) <= 0,
          "signingKeys.destroyAfter",
          "must be more than nothing, and at most 720h");
      atLeast("signingKeys.maxPerCaller", maxPerCaller, 0);
    }
  }

  /**
   * Bounds on requests.
   *
   * @param inFlight operations admitted at once, waiting or computed
   * @param backlog how long they may take, by their estimated time
   * @param inFlightSize bytes of their messages
   * @param requestSize bytes on the wire
   * @param messageSize bytes of a message to sign or to verify
   * @param parameterSize bytes of salt, info and context, each
   * @param streamsPerConnection calls in flight on one connection
   * @param batchItems items of a batch, or of one message of a stream
   * @param batchTime what a batch may be estimated to take
   * @param streamItems items of one stream that may wait before more are read
   */
  public record Limits(
      int inFlight,
      Duration backlog,
      int inFlightSize,
      int requestSize,
      int messageSize,
      int parameterSize,
      int streamsPerConnection,
      int batchItems,
      Duration batchTime,
      int streamItems) {
    private static final int MAX_MESSAGE = 16 << 20;

    /** HKDF's info parameter counts them in 16 bits. */
    private static final int MAX_PARAMETER = 16 << 10;

    private static final int MAX_ITEMS = 4_096;

    /** HKDF's longest output, in bytes. */
    private static final int LONGEST_SECRET = 255 * 64;

    /** What one operation counts as before it was measured. */
    private static final Duration UNKNOWN = Duration.ofNanos(100_000);

    /** Items of a batch: no more than a caller who is alone may have admitted on one curve. */
    int admissibleItems(int workers) {
      long unknown = share(workers).dividedBy(UNKNOWN);
      return (int) Math.max(1, Math.min(batchItems, Math.min(inFlight * 8L / 17, unknown)));
    }

    /** The time of a batch, likewise. */
    Duration admissibleTime(int workers) {
      Duration share = share(workers);
      return share.compareTo(batchTime) < 0 ? share : batchTime;
    }

    private Duration share(int workers) {
      return backlog.multipliedBy(8L * workers).dividedBy(17);
    }

    public Limits {
      atLeast("limits.inFlight", inFlight, 1);
      positive("limits.backlog", backlog);
      require(
          messageSize >= 1 && messageSize <= MAX_MESSAGE,
          "limits.messageSize",
          "must be 1 byte to 16 MiB");
      require(
          parameterSize >= 1 && parameterSize <= MAX_PARAMETER,
          "limits.parameterSize",
          "must be 1 byte to 16 KiB");
      // Keys, names, parameters and the message's own framing fit in 64 KiB.
      require(
          requestSize >= messageSize + (64 << 10),
          "limits.requestSize",
          "must be at least 64 KiB more than limits.messageSize");
      // A caller who is alone gets 8/17 of it on one curve.
      require(
          8L * inFlightSize >= 17L * requestSize,
          "limits.inFlightSize",
          "must be at least 17/8 of limits.requestSize, or some batches could never be admitted");
      atLeast("limits.streamsPerConnection", streamsPerConnection, 1);
      require(
          batchItems >= 1 && batchItems <= MAX_ITEMS, "limits.batchItems", "must be 1 to 4,096");
      require(
          (long) LONGEST_SECRET * batchItems <= inFlightSize,
          "limits.inFlightSize",
          "must be at least 16,320 bytes for each of limits.batchItems, which a reply may have");
      positive("limits.batchTime", batchTime);
      require(
          streamItems >= 1 && streamItems <= MAX_ITEMS, "limits.streamItems", "must be 1 to 4,096");
    }
  }

  /** Logging, to standard error. */
  public record Log(Level level) {}

  /** How much is logged. */
  public enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  public Settings {
    portNumber("port", port);
    curves = List.copyOf(curves);
    require(!curves.isEmpty(), "curves", "must name at least one");
    require(
        handles.store() == Store.MEMORY || redis.keyset().isPresent(),
        "redis.keyset",
        "is needed with handles.store: redis");
    require(
        handles.store() == Store.MEMORY || reuse.curves().isEmpty(),
        "reuse.curves",
        "must be empty with handles.store: redis, where a pair is for one use");
    require(workers >= 0 && workers <= 1024, "workers", "must be 0 to 1024");
    atMostADay("warmUp", warmUp);
    atMostADay("shutdownGrace", shutdownGrace);
    require(
        insecure || tls.enabled() || isLoopback("address", address),
        "address",
        "is not loopback: set tls.certificate and tls.key, or insecure: true (--insecure) to serve"
            + " without TLS");
  }

  /** Whether gRPC listens where only this machine can reach it. */
  boolean isOnLoopback() {
    return isLoopback("address", address);
  }

  /** Whether gRPC reflection is on. */
  boolean servesReflection() {
    return switch (reflection) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> !tls.enabled() && isLoopback("address", address);
    };
  }

  /** Threads that compute. */
  int workerCount() {
    return workers == 0 ? Runtime.getRuntime().availableProcessors() : workers;
  }

  private static boolean isLoopback(String setting, String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new SettingsException(setting, "no such host");
    }
  }

  private static void portNumber(String setting, int port) {
    require(port >= 0 && port <= 65_535, setting, "must be 0 to 65535");
  }

  private static void positive(String setting, Duration time) {
    require(time.isPositive(), setting, "must be more than nothing");
    atMostADay(setting, time);
  }

  private static void atMostADay(String setting, Duration time) {
    require(time.compareTo(Duration.ofDays(1)) <= 0, setting, "may be at most 24h");
  }

  private static void requireKey(String setting, Optional<String> uri) {
    require(
        uri.isEmpty() || KmsKey.isUri(uri.get()),
        setting,
        "takes the URI of a key, such as gcp-kms://projects/... or aws-kms://arn:...");
  }

  private static void atLeast(String setting, int value, int least) {
    require(value >= least, setting, String.format(Locale.ROOT, "must be at least %,d", least));
  }

  private static void require(boolean holds, String setting, String problem) {
    if (!holds) {
      throw new SettingsException(setting, problem);
    }
  }
}
