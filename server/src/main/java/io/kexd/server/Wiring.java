package io.kexd.server;

import ch.qos.logback.classic.Logger;
import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.HandleStore;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.KmsKey;
import io.kexd.server.keys.RedisHandles;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.keys.Sealing;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Management;
import io.kexd.server.metrics.Meters;
import io.kexd.server.net.Tls;
import io.kexd.server.net.Transport;
import io.kexd.server.pipeline.KeyPairPool;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.SelfTest;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.rpc.Services;
import io.kexd.server.service.Catalog;
import io.kexd.server.service.ExchangeSignatures;
import io.kexd.server.service.KeyAdministration;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.Limits;
import io.kexd.server.service.Pairs;
import io.kexd.server.service.RequestIds;
import io.kexd.server.service.Reuse;
import io.kexd.server.service.Signing;
import io.kexd.server.service.Work;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Puts a server together; the only reader of {@link Settings}. */
final class Wiring {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(Server.class);

  /** Tested, and run until they are compiled, before anybody can ask for them. */
  private static final Set<String> WARM_AT_START = Set.of("x25519", "ed25519", "p256");

  private final Settings settings;
  private final Server server;
  private final SecureRandom random = new SecureRandom();
  private final AtomicBoolean ready = new AtomicBoolean();
  private final Catalog catalog;
  private final Meters meters;
  private final SelfTest selfTest = new SelfTest(random);
  private final SelfTests selfTests;
  private final ServingKernels kernels;
  private final Map<String, KeyPairPool> pools = new HashMap<>();

  Wiring(Settings settings) {
    this.settings = settings;
    this.server = new Server(settings);
    this.catalog = new Catalog(settings.curves());
    List<String> known = catalog.all().stream().map(Scheme::id).toList();
    requireKnown("curves", settings.curves(), known);
    requireKnown("pools.curves", settings.pools().curves(), agreements());
    requireKnown("reuse.curves", settings.reuse().curves(), agreements());
    this.meters = new Meters(known);
    this.selfTests =
        new SelfTests(
            served(),
            selfTest::check,
            (scheme, why) -> LOG.error("{} is not served: {}", scheme.id(), why.toString()));
    this.kernels = new ServingKernels(served(), selfTests, meters);
    server.onClose(selfTests::close);
  }

  private static void requireKnown(String setting, List<String> ids, List<String> known) {
    List<String> unknown = ids.stream().filter(id -> !known.contains(id)).toList();
    if (!unknown.isEmpty()) {
      throw new SettingsException(
          setting,
          "this build has no "
              + String.join(", no ", unknown)
              + "; it has "
              + String.join(", ", known));
    }
  }

  private List<String> agreements() {
    return catalog.all().stream()
        .filter(scheme -> scheme.kind() == Scheme.Kind.AGREEMENT)
        .map(Scheme::id)
        .toList();
  }

  Server start() throws StartException {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
        .setLevel(ch.qos.logback.classic.Level.valueOf(settings.log().level().name()));
    try {
      Optional<Tls> tls = tls();
      warn(tls);
      settings.kernels().lanes().ifPresent(kernels::force);
      server.onClose(meters::close);
      manage();
      Pipeline pipeline = pipeline();
      Services services = services(pipeline);
      // Before anybody can call: a wrong answer is worse than none.
      test();
      fillPools();
      listen(services, tls).onLoops(pipeline::computeHere);
      services.serving();
      ready.set(true);
      meters.ready(ServingKernels.secondsFromStart());
      warmUp();
      LOG.info("serving on {}, management on port {}", server.target(), server.managementPort());
      return server;
    } catch (StartException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private Optional<Tls> tls() {
    Settings.Tls files = settings.tls();
    if (files.certificate().isEmpty() || files.key().isEmpty()) {
      return Optional.empty();
    }
    try {
      Tls tls = Tls.load(files.certificate().get(), files.key().get(), files.clientCa());
      meters.certificateExpiry(tls.expiry().getEpochSecond());
      return Optional.of(tls);
    } catch (Tls.Unusable e) {
      throw new SettingsException(e.setting(), e.problem());
    }
  }

  private void warn(Optional<Tls> tls) {
    if (tls.isEmpty() && !settings.isOnLoopback()) {
      LOG.warn("plaintext: keys and secrets cross the network readable to everyone on the way");
    }
    if (tls.isEmpty() || !tls.get().authenticatesClients()) {
      LOG.warn(
          "no client certificates: every caller is `anonymous`, and all of them share one identity,"
              + " its handles and its signing keys (set tls.clientCa)");
    }
  }

  private void manage() throws StartException {
    Settings.Management at = settings.management();
    try {
      Management management =
          new Management(
              new InetSocketAddress(at.address(), at.port()), meters, ready::get, this::page);
      server.isManagedAt(management.port());
      server.onClose(management::close);
    } catch (IOException e) {
      throw cannotListen("management.port", at.address(), at.port(), e);
    }
  }

  private Pipeline pipeline() {
    Pipeline pipeline =
        new Pipeline(
            new Pipeline.Config(
                settings.workerCount(),
                settings.limits().inFlight(),
                settings.limits().backlog(),
                settings.limits().inFlightSize(),
                settings.batching()),
            meters);
    meters.permitsInUse(pipeline::permitsInUse);
    meters.backlog(pipeline::backlog, pipeline::messageBytes);
    return pipeline;
  }

  private Services services(Pipeline pipeline) throws StartException {
    ScheduledThreadPoolExecutor timer = timer();
    HandleStore handles = handleStore(timer);
    SigningKeys signingKeys = signingKeys();
    server.onClose(pipeline::close);
    RequestIds ids =
        new RequestIds(settings.requestIds().window(), settings.requestIds().max(), timer);
    Work work = new Work(pipeline, selfTests);
    pools(pipeline, timer);
    Pairs pairs =
        new Pairs(random, pools, settings.pools().whenEmpty() == Settings.WhenEmpty.REFUSE);
    Signing signing = new Signing(catalog, limits(), signingKeys, work, faultCheck());
    ExchangeSignatures signatures = new ExchangeSignatures(signing, limits());
    return new Services(
        new KeyExchange(catalog, limits(), handles, ids, work, pairs, reuse(timer), signatures),
        new KeyAdministration(catalog, signingKeys, ids, work, keyRules(), random),
        signing,
        meters,
        settings.limits().inFlightSize(),
        settings.servesReflection());
  }

  private Reuse reuse(ScheduledThreadPoolExecutor timer) {
    Settings.Reuse allowed = settings.reuse();
    Reuse reuse =
        new Reuse(
            new Reuse.Policy(
                Set.copyOf(allowed.curves()),
                allowed.callers().stream().map(Caller::named).collect(Collectors.toSet()),
                new ReusablePair.Bounds(allowed.maxUses(), allowed.window())),
            timer,
            meters::reused);
    allowed.curves().forEach(meters::mayReuse);
    server.onClose(reuse::close);
    return reuse;
  }

  private SigningKeys signingKeys() throws StartException {
    SigningKeys keys = keyStorage(settings).open();
    server.onClose(keys::close);
    for (KeyState.Status state : KeyState.Status.values()) {
      if (state != KeyState.Status.DESTROYED) {
        meters.signingKeys(state.name().toLowerCase(Locale.ROOT), () -> keys.count(state));
      }
    }
    meters.signingKeys("damaged", keys::damaged);
    meters.signingKeyAge(keys::age);
    return keys;
  }

  static KeyStorage keyStorage(Settings settings) {
    Settings.SigningKeys wanted = settings.signingKeys();
    return new KeyStorage(
        Path.of(settings.data()),
        wanted.store(),
        wanted.passwordFile(),
        wanted.keyset(),
        wanted.kmsUri().map(uri -> new KmsKey(uri, settings.kmsClients())),
        new SigningKeys.Config(wanted.refresh(), wanted.maxAge()));
  }

  private FaultCheck faultCheck() {
    FaultCheck check =
        settings.signingKeys().verifySignatures() == Settings.VerifySignatures.ALL
            ? FaultCheck.all()
            : FaultCheck.DEFAULT;
    meters.signatureChecks(check::checked, check::faults);
    return check;
  }

  private KeyAdministration.Rules keyRules() {
    return new KeyAdministration.Rules(
        settings.signingKeys().maxPerCaller(), settings.signingKeys().destroyAfter());
  }

  private void pools(Pipeline pipeline, ScheduledThreadPoolExecutor timer) {
    Settings.Pools wanted = settings.pools();
    KeyPairPool.Config config =
        new KeyPairPool.Config(wanted.target(), wanted.lowWater(), wanted.maxAge());
    for (Scheme scheme : served()) {
      String id = scheme.id();
      if (wanted.target() > 0 && wanted.curves().contains(id)) {
        KeyPairPool pool =
            new KeyPairPool(
                id,
                config,
                new LoggedSource<>("key pairs of " + id, count -> pairs(id, count)),
                pipeline,
                timer,
                meters);
        server.onClose(pool::close);
        pools.put(id, pool);
      }
    }
  }

  private List<KeyPair> pairs(String curve, int count) {
    if (!selfTests.passes(curve)) {
      throw new IllegalStateException("the self-test of " + curve + " failed");
    }
    return KeyAgreement.of(curve).generate(random, count);
  }

  private ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "kexd-timer");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    server.onClose(timer::shutdownNow);
    return timer;
  }

  private HandleStore handleStore(ScheduledThreadPoolExecutor timer) throws StartException {
    HandleStore handles =
        settings.handles().store() == Settings.Store.REDIS ? redisHandles(timer) : handles(timer);
    server.onClose(handles::close);
    return handles;
  }

  private Handles handles(ScheduledThreadPoolExecutor timer) {
    Handles handles = new Handles(handleLimits(), random, timer, meters::handleExpired);
    agreementsServed().forEach(id -> meters.handlesLive(id, () -> handles.live(id)));
    return handles;
  }

  private RedisHandles redisHandles(ScheduledThreadPoolExecutor timer) throws StartException {
    Settings.Redis redis = settings.redis();
    try {
      RedisHandles handles =
          new RedisHandles(
              redis.uri(),
              redis.timeout(),
              handleLimits(),
              agreementsServed(),
              new Sealing(
                  redis.keyset().orElseThrow(),
                  redis.kmsUri().map(uri -> new KmsKey(uri, settings.kmsClients())),
                  LOG::error),
              random,
              timer,
              LOG::warn);
      meters.storeUp("handles", handles::isUp);
      return handles;
    } catch (Sealing.Unusable e) {
      throw new StartException("redis.keyset", String.valueOf(e.getMessage()), e);
    }
  }

  private Handles.Limits handleLimits() {
    Settings.Handles limit = settings.handles();
    return new Handles.Limits(
        limit.maxPerCaller(), limit.max(), limit.tombstoneTime(), limit.tombstones());
  }

  private Set<String> agreementsServed() {
    return served().stream()
        .filter(scheme -> scheme.kind() == Scheme.Kind.AGREEMENT)
        .map(Scheme::id)
        .collect(Collectors.toSet());
  }

  private Limits limits() {
    return new Limits(
        settings.handles().defaultTtl(),
        settings.handles().maxTtl(),
        settings.handles().maxPerCaller(),
        settings.handles().max(),
        settings.requestIds().window(),
        settings.limits().parameterSize(),
        settings.limits().messageSize(),
        settings.limits().requestSize(),
        settings.limits().admissibleItems(settings.workerCount()),
        settings.limits().admissibleTime(settings.workerCount()),
        settings.limits().streamItems());
  }

  private Transport listen(Services services, Optional<Tls> tls) throws StartException {
    InetSocketAddress address = new InetSocketAddress(settings.address(), settings.port());
    Transport.Config config =
        new Transport.Config(
            address,
            tls,
            settings.limits().requestSize(),
            settings.limits().streamsPerConnection());
    try {
      Transport transport = new Transport(config, services::addTo);
      transport.onLoops(Services::onLoop);
      server.listens(transport.port());
      meters.transport(transport::connections, transport::directMemory);
      server.onClose(() -> transport.close(settings.shutdownGrace()));
      server.onClose(
          () -> {
            LOG.info("shutting down");
            ready.set(false);
            services.drain();
          });
      return transport;
    } catch (IOException e) {
      throw cannotListen("port", settings.address(), settings.port(), e);
    }
  }

  /** A wrong answer of what most callers ask for stops the start; later it stops its scheme. */
  private void test() throws StartException {
    meters.kernels(kernels::now);
    for (Scheme scheme : served()) {
      String id = scheme.id();
      if (WARM_AT_START.contains(id)) {
        if (!selfTests.passes(id)) {
          throw new StartException("the self-test of " + id + " failed");
        }
        selfTest.warm(scheme);
      }
    }
  }

  /** First what is warm at the start, then the rest, in the order of the setting. */
  private void warmUp() {
    server.onClose(kernels::close);
    List<String> first = settings.curves().stream().filter(WARM_AT_START::contains).toList();
    List<String> order =
        Stream.concat(first.stream(), settings.curves().stream()).distinct().toList();
    kernels.warmUp(order, first.size(), settings.warmUp(), selfTests::runInBackground);
  }

  /** What most callers ask for is ready for the first of them; other pools fill once asked. */
  private void fillPools() {
    pools.forEach(
        (curve, pool) -> {
          if (WARM_AT_START.contains(curve)) {
            pool.refill();
          }
        });
  }

  private List<Scheme> served() {
    return catalog.all().stream().filter(catalog::isEnabled).toList();
  }

  private String page() {
    return StatusPage.html(ready.get(), served(), kernels::describe, s -> selfTests.state(s.id()));
  }

  private static StartException cannotListen(
      String setting, String address, int port, IOException cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new StartException(
        setting, "cannot listen on " + address + " port " + port + ": " + root.getMessage(), cause);
  }
}
