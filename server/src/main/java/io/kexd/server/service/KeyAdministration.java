package io.kexd.server.service;

import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Line;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The life of named signing keys. Every method refuses with {@link Refusal}. */
public final class KeyAdministration {
  /** Keys in a page of a list. */
  public static final int PAGE = 100;

  private static final int MAX_VERSIONS = 100;
  private static final int MAX_PKCS8 = 1_024;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}");

  /**
   * What the settings say.
   *
   * @param perCaller keys that one caller may hold
   * @param destroyAfter the delay of a destruction
   */
  public record Rules(int perCaller, Duration destroyAfter) {}

  /** What CreateSigningKey asks for. */
  public record Create(
      String name,
      String algorithm,
      SigningKey.Purpose purpose,
      KeyFormat format,
      String requestId) {}

  /** What ImportSigningKey asks for. The private key is wiped when the call is over. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Import(
      String name, String algorithm, SigningKey.Purpose purpose, byte[] pkcs8, KeyFormat format) {}

  /** What RotateSigningKey asks for. */
  public record Rotate(String name, KeyFormat format, String requestId) {}

  /** A key and the public key of each version, in the format that was asked for. */
  public record PublicPart(SigningKey key, List<byte[]> publicKeys) {}

  /** A page of a list; the token is empty on the last one. */
  public record Page(List<PublicPart> keys, String nextPageToken) {}

  private final Catalog catalog;
  private final StoredKeys keys;
  private final SigningKeys sealer;
  private final RequestIds requestIds;
  private final Work work;
  private final Rules rules;
  private final SecureRandom random;

  /** Of each curve. */
  private final Map<String, Line<Supplier<KeyPair>, KeyPair>> making = new HashMap<>();

  public KeyAdministration(
      Catalog catalog,
      SigningKeys keys,
      RequestIds requestIds,
      Work work,
      Rules rules,
      SecureRandom random) {
    this.catalog = catalog;
    this.keys = new StoredKeys(keys);
    this.sealer = keys;
    this.requestIds = requestIds;
    this.work = work;
    this.rules = rules;
    this.random = random;
    catalog.all().stream().filter(catalog::isEnabled).forEach(this::open);
  }

  private void open(Scheme scheme) {
    making.put(
        scheme.id(),
        work.lineOfSingles(
            scheme.id(),
            Operation.CREATE_KEY,
            maker -> 0,
            jobs -> jobs.forEach(job -> job.settle(Supplier::get))));
  }

  /** Makes a key. */
  public CompletableFuture<PublicPart> create(Call call, Create request) {
    requireName(request.name());
    Scheme scheme = catalog.algorithm(call, request.algorithm());
    Catalog.requireFormat(scheme, request.format());
    return requestIds.once(
        call.caller(),
        request.requestId(),
        request,
        PublicPart.class,
        () ->
            add(
                call,
                scheme,
                new First(request.name(), request.algorithm(), request.purpose()),
                request.format(),
                () -> Signer.of(request.algorithm()).generate(random)));
  }

  /** Makes a key of a given private key. */
  public CompletableFuture<PublicPart> importKey(Call call, Import request) {
    try {
      return imported(call, request).whenComplete((key, failure) -> wipe(request));
    } catch (RuntimeException | Error e) {
      wipe(request);
      throw e;
    }
  }

  private static void wipe(Import request) {
    Arrays.fill(request.pkcs8(), (byte) 0);
  }

  private CompletableFuture<PublicPart> imported(Call call, Import request) {
    requireName(request.name());
    Scheme scheme = catalog.algorithm(call, request.algorithm());
    Catalog.requireFormat(scheme, request.format());
    if (!scheme.formats().contains(KeyFormat.SPKI)) {
      throw Refusal.invalid("algorithm", "its curve has no OID, so its keys have no PKCS #8 form");
    }
    if (request.pkcs8().length == 0 || request.pkcs8().length > MAX_PKCS8) {
      throw Refusal.invalid("pkcs8", "is required: a private key of 1 to 1,024 bytes");
    }
    return add(
        call,
        scheme,
        new First(request.name(), request.algorithm(), request.purpose()),
        request.format(),
        () -> read(request));
  }

  private static KeyPair read(Import request) {
    try {
      return Signer.of(request.algorithm()).fromPkcs8(request.pkcs8());
    } catch (InvalidKeyException e) {
      throw Refusal.invalid(
          "pkcs8", Objects.requireNonNullElse(e.getMessage(), "is not a private key"));
    }
  }

  /** What a new key is. */
  private record First(String name, String algorithm, SigningKey.Purpose purpose) {}

  private CompletableFuture<PublicPart> add(
      Call call, Scheme scheme, First first, KeyFormat format, Supplier<KeyPair> pair) {
    if (keys.exists(call, first.name())) {
      throw taken();
    }
    return withPair(
            call,
            scheme,
            first.name(),
            pair,
            (made, key, held) -> {
              if (key.isPresent()) {
                throw taken();
              } else if (held >= rules.perCaller()) {
                throw Refusal.of(
                    Reason.TOO_MANY_SIGNING_KEYS,
                    "this caller holds as many signing keys as it may; destroy some");
              }
              return first(call, first, made);
            })
        .thenApply(key -> publicPart(key, format));
  }

  private static Refusal taken() {
    return Refusal.of(
        Reason.KEY_EXISTS,
        "this caller has, or had, a key of that name; names are never used again");
  }

  private SigningKey first(Call call, First first, KeyPair pair) {
    SigningKey.Id id = SigningKey.Id.of(call.caller(), first.name());
    Instant now = now();
    Version version = sealer.seal(id, first.algorithm(), 1, pair, now);
    return new SigningKey(
        id, first.algorithm(), first.purpose(), now, 1, 1, KeyState.ENABLED, List.of(version));
  }

  /** A change that takes a pair. */
  private interface PairChange {
    SigningKey of(KeyPair pair, Optional<SigningKey> key, int held);
  }

  /** Makes a pair on a worker, then stores it; it is wiped when it is stored. */
  private CompletableFuture<SigningKey> withPair(
      Call call, Scheme scheme, String name, Supplier<KeyPair> pair, PairChange change) {
    Line<Supplier<KeyPair>, KeyPair> line = Objects.requireNonNull(making.get(scheme.id()));
    return work.submit(call, line, pair)
        .thenCompose(
            made ->
                keys.change(
                        call,
                        name,
                        (key, held) -> {
                          requireWanted(call);
                          return Optional.of(change.of(made, key, held));
                        })
                    .whenComplete((key, failure) -> made.close()));
  }

  /** Nobody learns of a key that is stored after its caller has gone. */
  private static void requireWanted(Call call) {
    if (call.isGone()) {
      throw Refusal.of(Reason.DEADLINE_EXCEEDED, "the deadline passed before the key was stored");
    }
  }

  /** Makes a new version, which becomes the primary one. */
  public CompletableFuture<PublicPart> rotate(Call call, Rotate request) {
    return requestIds.once(
        call.caller(),
        request.requestId(),
        request,
        PublicPart.class,
        () -> rotateNow(call, request));
  }

  private CompletableFuture<PublicPart> rotateNow(Call call, Rotate request) {
    SigningKey known = find(call, request.name());
    Scheme scheme = catalog.algorithm(call, known.algorithm());
    Catalog.requireFormat(scheme, request.format());
    return withPair(
            call,
            scheme,
            request.name(),
            () -> Signer.of(known.algorithm()).generate(random),
            (pair, key, held) -> rotated(existing(key), pair))
        .thenApply(key -> publicPart(key, request.format()));
  }

  private SigningKey rotated(SigningKey key, KeyPair pair) {
    if (key.state().status() == KeyState.Status.DESTROY_SCHEDULED) {
      throw Refusal.of(
          Reason.KEY_DISABLED, "the key will be destroyed; RestoreSigningKey brings it back");
    }
    if (key.versions().size() >= MAX_VERSIONS) {
      throw Refusal.of(
          Reason.TOO_MANY_SIGNING_KEYS,
          "the key has " + MAX_VERSIONS + " versions; destroy old ones");
    }
    return key.with(sealer.seal(key.id(), key.algorithm(), key.primary() + 1, pair, now()));
  }

  /** The public part of a key of the caller's. */
  public PublicPart get(Call call, String name, KeyFormat format) {
    SigningKey key = find(call, name);
    if (format != KeyFormat.RAW) {
      Catalog.requireFormat(catalog.algorithm(call, key.algorithm()), format);
    }
    return publicPart(key, format);
  }

  /** Public parts of the caller's keys in the order of their names, with raw public keys. */
  public Page list(Call call, int pageSize, String pageToken) {
    if (pageSize < 0 || pageSize > PAGE) {
      throw Refusal.invalid("page_size", "may be at most " + PAGE);
    }
    if (!pageToken.isEmpty() && !NAME.matcher(pageToken).matches()) {
      throw Refusal.invalid("page_token", "is not the next_page_token of another page");
    }
    int size = pageSize == 0 ? PAGE : pageSize;
    List<SigningKey> found = keys.list(call, pageToken, size + 1);
    List<PublicPart> page =
        found.stream().limit(size).map(key -> publicPart(key, KeyFormat.RAW)).toList();
    return new Page(page, found.size() > size ? page.getLast().key().name() : "");
  }

  /** Sets the least version that signs and verifies. */
  public CompletableFuture<PublicPart> setMinimal(Call call, String name, int minimal) {
    return change(call, name, key -> KeyStates.from(key, minimal));
  }

  /** Disables a key, or one version; 0 means the whole key, here and below. */
  public CompletableFuture<PublicPart> disable(Call call, String name, int version) {
    return change(call, name, key -> KeyStates.disabled(key, version));
  }

  /** Enables a key, or one version. */
  public CompletableFuture<PublicPart> enable(Call call, String name, int version) {
    return change(call, name, key -> KeyStates.enabled(key, version));
  }

  /** Has a key, or one version, destroyed after the delay. */
  public CompletableFuture<PublicPart> destroy(Call call, String name, int version) {
    Instant time = now().plus(rules.destroyAfter());
    return change(call, name, key -> KeyStates.destroyedAt(key, version, time));
  }

  /** Takes a destruction back. */
  public CompletableFuture<PublicPart> restore(Call call, String name, int version) {
    return change(call, name, key -> KeyStates.restored(key, version, Instant.now()));
  }

  private CompletableFuture<PublicPart> change(
      Call call, String name, UnaryOperator<SigningKey> change) {
    find(call, name);
    return keys.change(
            call,
            name,
            (key, held) -> {
              SigningKey now = existing(key);
              SigningKey next = change.apply(now);
              return next.equals(now) ? Optional.empty() : Optional.of(next);
            })
        .thenApply(key -> publicPart(key, KeyFormat.RAW));
  }

  private static SigningKey existing(Optional<SigningKey> key) {
    return key.filter(k -> !k.isDestroyed()).orElseThrow(StoredKeys::unknown);
  }

  private SigningKey find(Call call, String name) {
    SigningKey key = keys.find(call, "name", name);
    Catalog.note(call, key.algorithm());
    return key;
  }

  private static PublicPart publicPart(SigningKey key, KeyFormat format) {
    return new PublicPart(
        key,
        key.versions().stream()
            .map(
                version ->
                    format == KeyFormat.RAW
                        ? version.publicKey()
                        : Verifier.of(key.algorithm()).encode(version.publicKey(), format))
            .toList());
  }

  /** As the store keeps it. */
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw Refusal.invalid(
          "name",
          "is required: 1 to 128 characters of a-z, A-Z, 0-9, '.', '_' and '-', the first a letter"
              + " or a digit");
    }
  }
}
