package io.kexd.server.rpc;

import io.grpc.BindableService;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.kexd.server.metrics.Meters;
import io.kexd.server.service.KeyAdministration;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.Signing;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SigningServiceGrpc;
import java.util.List;
import java.util.concurrent.Executor;

/** All gRPC services of the server, with their interceptors, and what their health says. */
public final class Services {
  private static final List<String> NAMES =
      List.of(
          HealthStatusManager.SERVICE_NAME_ALL_SERVICES,
          KeyExchangeServiceGrpc.SERVICE_NAME,
          SigningServiceGrpc.SERVICE_NAME);

  private final HealthStatusManager health = new HealthStatusManager();
  private final DrainInterceptor drain =
      new DrainInterceptor(KeyExchangeServiceGrpc.getExchangeStreamMethod());
  private final Identity identity = new Identity();
  private final KeyExchangeRpc keyExchange;
  private final SigningRpc signing;
  private final Meters meters;
  private final UnreadReplies unread;
  private final boolean reflection;

  /**
   * @param replyBytes of all replies that are not yet on their way
   * @param reflection whether to tell clients what the services look like
   */
  public Services(
      KeyExchange keyExchange,
      KeyAdministration keys,
      Signing signing,
      Meters meters,
      long replyBytes,
      boolean reflection) {
    Calls calls = new Calls(meters);
    this.keyExchange = new KeyExchangeRpc(keyExchange, calls, meters);
    this.signing = new SigningRpc(keys, signing, calls, meters);
    this.meters = meters;
    this.unread = new UnreadReplies(replyBytes, meters);
    meters.unreadReplies(this::unreadReplyBytes);
    this.reflection = reflection;
    setHealth(ServingStatus.NOT_SERVING);
  }

  /** Puts the services on a server that is about to start. */
  public void addTo(ServerBuilder<?> server) {
    server.addTransportFilter(identity).addTransportFilter(unread);
    server.intercept(unread).intercept(drain).intercept(new MeterInterceptor(meters));
    addKexd(server, keyExchange);
    addKexd(server, signing);
    server.addService(health.getHealthService());
    if (reflection) {
      server.addService(ProtoReflectionServiceV1.newInstance());
    }
  }

  /** Bytes of replies that clients have not read, and of those that will be long. */
  long unreadReplyBytes() {
    return unread.bytes();
  }

  /** From now on health says SERVING. */
  public void serving() {
    setHealth(ServingStatus.SERVING);
  }

  /** From now on health says NOT_SERVING, new calls are refused and streams end. */
  public void drain() {
    health.enterTerminalState();
    drain.drain();
    keyExchange.drain();
  }

  /**
   * The calling thread runs an event loop; streams gather what it reads in one turn.
   *
   * @param loop runs tasks on that thread, after what it does now
   */
  public static void onLoop(Executor loop) {
    ExchangeStreams.onLoop(loop);
  }

  private void addKexd(ServerBuilder<?> server, BindableService service) {
    server.addService(
        ServerInterceptors.intercept(
            StrictParsing.bind(service), new FaultInterceptor(), identity));
  }

  private void setHealth(ServingStatus status) {
    NAMES.forEach(name -> health.setStatus(name, status));
  }
}
