package io.kexd.client;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.AgreeResponse;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchAgreeResponse;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchGenerateKeyPairResponse;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchSignResponse;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.BatchVerifyResponse;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.CreateSigningKeyResponse;
import io.kexd.v1.Curve;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.DestroyKeyPairResponse;
import io.kexd.v1.DestroySigningKeyRequest;
import io.kexd.v1.DestroySigningKeyResponse;
import io.kexd.v1.DisableSigningKeyRequest;
import io.kexd.v1.DisableSigningKeyResponse;
import io.kexd.v1.EnableSigningKeyRequest;
import io.kexd.v1.EnableSigningKeyResponse;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.GetSigningKeyResponse;
import io.kexd.v1.ImportSigningKeyRequest;
import io.kexd.v1.ImportSigningKeyResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import io.kexd.v1.ListSigningKeysRequest;
import io.kexd.v1.ListSigningKeysResponse;
import io.kexd.v1.RestoreSigningKeyRequest;
import io.kexd.v1.RestoreSigningKeyResponse;
import io.kexd.v1.Role;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.RotateSigningKeyResponse;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningKey;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.UpdateSigningKeyRequest;
import io.kexd.v1.UpdateSigningKeyResponse;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A connection to a kexd server. Safe for use by several threads; make one and keep it.
 *
 * <p>The responder's whole side of an exchange:
 *
 * <pre>{@code
 * try (KexdClient kexd =
 *     KexdClient.builder("kexd.example.org:9090").trust(ca).identity(cert, key).build()) {
 *   Exchanged exchanged = kexd.exchange("x25519", peerPublicKey);
 *   send(exchanged.publicKey());
 *   use(exchanged.secret());
 * }
 * }</pre>
 *
 * <p>The initiator's side, with its key sent first:
 *
 * <pre>{@code
 * try (EphemeralKeyPair pair = kexd.generate("x25519")) {
 *   byte[] peerPublicKey = sendAndReceive(pair.publicKey());
 *   byte[] secret = pair.agree(peerPublicKey);
 * }
 * }</pre>
 *
 * <p>Many at a time, each with an outcome of its own; {@link #exchangeStream} is for a steady flow:
 *
 * <pre>{@code
 * for (Result<Exchanged> result : kexd.exchangeAll("x25519", peerPublicKeys)) {
 *   result.failure().ifPresentOrElse(this::report, () -> send(result.get().publicKey()));
 * }
 * }</pre>
 *
 * <p>The short methods take and return raw keys and cover the usual case. For all else there is one
 * method for each call of the service that takes its request as kexd/v1/*.proto documents it.
 *
 * <p>Every method throws {@link KexdException} when the server refuses or cannot be reached. Calls
 * that are safe to repeat are repeated a few times while the server is unavailable; {@code Agree}
 * never is, alone or in a batch, nor is a signing key made, imported or rotated again.
 */
public final class KexdClient implements AutoCloseable {
  private final ManagedChannel channel;
  private final String target;
  private final Duration deadline;

  KexdClient(ManagedChannel channel, String target, Duration deadline) {
    this.channel = channel;
    this.target = target;
    this.deadline = deadline;
  }

  /** The start of a connection to {@code HOST:PORT}, or to any target that gRPC can resolve. */
  public static KexdClientBuilder builder(String target) {
    return new KexdClientBuilder(target);
  }

  /** Every curve that the server knows, enabled or not. */
  public List<Curve> curves() {
    return listCurves(ListCurvesRequest.getDefaultInstance()).getCurvesList();
  }

  /** Makes an ephemeral key pair that lives as long as the server's default says. */
  public EphemeralKeyPair generate(String curve) {
    return EphemeralKeyPair.of(
        this, generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve(curve).build()));
  }

  /** Makes so many pairs in one call, as many as {@code Limits.max_batch_items} says. */
  public List<Result<EphemeralKeyPair>> generateAll(String curve, int count) {
    return Batches.generated(this, batchGenerateKeyPair(Batches.pairs(curve, count)));
  }

  /**
   * Agrees with the pair behind a handle, which this uses up; see {@link EphemeralKeyPair#agree}.
   */
  public byte[] agree(String handle, byte[] peerPublicKey, Derivation derivation, Role role) {
    AgreeRequest.Builder request =
        AgreeRequest.newBuilder()
            .setHandle(handle)
            .setPeerPublicKey(ByteString.copyFrom(peerPublicKey))
            .setRole(role);
    derivation.applyTo(request);
    return agree(request.build()).getSecret().toByteArray();
  }

  /**
   * Agrees with each of some pairs, which this uses up, in one call.
   *
   * @param peerPublicKeys raw, one for each pair
   * @return the secrets, in the order of the pairs
   */
  public List<Result<byte[]>> agreeAll(
      List<EphemeralKeyPair> pairs, List<byte[]> peerPublicKeys, Derivation derivation, Role role) {
    return Batches.agreed(
        pairs, batchAgree(Batches.agreements(pairs, peerPublicKeys, derivation, role)));
  }

  /** Wipes the pair behind a handle; one that is used, expired or unknown is no error. */
  public void destroy(String handle) {
    destroyKeyPair(DestroyKeyPairRequest.newBuilder().setHandle(handle).build());
  }

  /** The responder's whole side, with HKDF's defaults. */
  public Exchanged exchange(String curve, byte[] peerPublicKey) {
    return exchange(curve, peerPublicKey, Derivation.hkdf());
  }

  /**
   * The responder's whole side in one call.
   *
   * @param curve a curve id, for example {@code x25519}
   * @param peerPublicKey raw
   */
  public Exchanged exchange(String curve, byte[] peerPublicKey, Derivation derivation) {
    return Exchanged.of(exchange(Batches.exchange(curve, peerPublicKey, derivation)));
  }

  /** The responder's whole side for many peers in one call, with HKDF's defaults. */
  public List<Result<Exchanged>> exchangeAll(String curve, List<byte[]> peerPublicKeys) {
    return exchangeAll(curve, peerPublicKeys, Derivation.hkdf());
  }

  /**
   * The responder's whole side for many peers in one call.
   *
   * @param peerPublicKeys raw, as many as {@code Limits.max_batch_items} says
   * @return what became of each, in their order
   */
  public List<Result<Exchanged>> exchangeAll(
      String curve, List<byte[]> peerPublicKeys, Derivation derivation) {
    return Batches.exchanged(batchExchange(Batches.exchanges(curve, peerPublicKeys, derivation)));
  }

  /** Opens a stream, for exchanges in a steady flow. */
  public ExchangeStream exchangeStream() {
    return new ExchangeStream(channel, target, deadline);
  }

  /** Makes a signing key for data, for example of algorithm {@code ed25519}. */
  public SigningKey createSigningKey(String name, String algorithm) {
    return createSigningKey(
            CreateSigningKeyRequest.newBuilder().setName(name).setAlgorithm(algorithm).build())
        .getKey();
  }

  /** The public part of a signing key, with raw public keys. */
  public SigningKey signingKey(String name) {
    return getSigningKey(GetSigningKeyRequest.newBuilder().setName(name).build()).getKey();
  }

  /** Signs a message with the primary version of a key. */
  public byte[] sign(String key, byte[] message) {
    return sign(SignRequest.newBuilder()
            .setKey(key)
            .setMessage(ByteString.copyFrom(message))
            .build())
        .getSignature()
        .toByteArray();
  }

  /** Whether a signature is right under the primary version of a key. */
  public boolean verify(String key, byte[] message, byte[] signature) {
    return verify(
            VerifyRequest.newBuilder()
                .setKey(key)
                .setMessage(ByteString.copyFrom(message))
                .setSignature(ByteString.copyFrom(signature))
                .build())
        .getValid();
  }

  /** Whether a signature is right under a raw public key, by an algorithm of {@link #curves}. */
  public boolean verify(String algorithm, byte[] publicKey, byte[] message, byte[] signature) {
    return verify(
            VerifyRequest.newBuilder()
                .setAlgorithm(algorithm)
                .setPublicKey(ByteString.copyFrom(publicKey))
                .setMessage(ByteString.copyFrom(message))
                .setSignature(ByteString.copyFrom(signature))
                .build())
        .getValid();
  }

  /** The call {@code ListCurves}. */
  public ListCurvesResponse listCurves(ListCurvesRequest request) {
    return call(KeyExchangeServiceGrpc.getListCurvesMethod(), request);
  }

  /** The call {@code GenerateKeyPair}; an empty {@code request_id} is filled with a random one. */
  public GenerateKeyPairResponse generateKeyPair(GenerateKeyPairRequest request) {
    return call(
        KeyExchangeServiceGrpc.getGenerateKeyPairMethod(),
        request.getRequestId().isEmpty()
            ? request.toBuilder().setRequestId(UUID.randomUUID().toString()).build()
            : request);
  }

  /** The call {@code Agree}. */
  public AgreeResponse agree(AgreeRequest request) {
    return call(KeyExchangeServiceGrpc.getAgreeMethod(), request);
  }

  /** The call {@code Exchange}. */
  public ExchangeResponse exchange(ExchangeRequest request) {
    return call(KeyExchangeServiceGrpc.getExchangeMethod(), request);
  }

  /**
   * The call {@code BatchGenerateKeyPair}; an item's empty {@code request_id} is filled with a
   * random one.
   */
  public BatchGenerateKeyPairResponse batchGenerateKeyPair(BatchGenerateKeyPairRequest request) {
    return call(
        KeyExchangeServiceGrpc.getBatchGenerateKeyPairMethod(), Batches.withRequestIds(request));
  }

  /** The call {@code BatchAgree}. */
  public BatchAgreeResponse batchAgree(BatchAgreeRequest request) {
    return call(KeyExchangeServiceGrpc.getBatchAgreeMethod(), request);
  }

  /** The call {@code BatchExchange}. */
  public BatchExchangeResponse batchExchange(BatchExchangeRequest request) {
    return call(KeyExchangeServiceGrpc.getBatchExchangeMethod(), request);
  }

  /** The call {@code DestroyKeyPair}. */
  public DestroyKeyPairResponse destroyKeyPair(DestroyKeyPairRequest request) {
    return call(KeyExchangeServiceGrpc.getDestroyKeyPairMethod(), request);
  }

  /** The call {@code CreateSigningKey}; an empty {@code request_id} is filled with a random one. */
  public CreateSigningKeyResponse createSigningKey(CreateSigningKeyRequest request) {
    return call(
        SigningServiceGrpc.getCreateSigningKeyMethod(),
        request.getRequestId().isEmpty()
            ? request.toBuilder().setRequestId(UUID.randomUUID().toString()).build()
            : request);
  }

  /** The call {@code GetSigningKey}. */
  public GetSigningKeyResponse getSigningKey(GetSigningKeyRequest request) {
    return call(SigningServiceGrpc.getGetSigningKeyMethod(), request);
  }

  /** The call {@code ImportSigningKey}; it is never repeated. */
  public ImportSigningKeyResponse importSigningKey(ImportSigningKeyRequest request) {
    return call(SigningServiceGrpc.getImportSigningKeyMethod(), request);
  }

  /** The call {@code ListSigningKeys}. */
  public ListSigningKeysResponse listSigningKeys(ListSigningKeysRequest request) {
    return call(SigningServiceGrpc.getListSigningKeysMethod(), request);
  }

  /** The call {@code RotateSigningKey}; an empty {@code request_id} is filled with a random one. */
  public RotateSigningKeyResponse rotateSigningKey(RotateSigningKeyRequest request) {
    return call(
        SigningServiceGrpc.getRotateSigningKeyMethod(),
        request.getRequestId().isEmpty()
            ? request.toBuilder().setRequestId(UUID.randomUUID().toString()).build()
            : request);
  }

  /** The call {@code UpdateSigningKey}. */
  public UpdateSigningKeyResponse updateSigningKey(UpdateSigningKeyRequest request) {
    return call(SigningServiceGrpc.getUpdateSigningKeyMethod(), request);
  }

  /** The call {@code DisableSigningKey}. */
  public DisableSigningKeyResponse disableSigningKey(DisableSigningKeyRequest request) {
    return call(SigningServiceGrpc.getDisableSigningKeyMethod(), request);
  }

  /** The call {@code EnableSigningKey}. */
  public EnableSigningKeyResponse enableSigningKey(EnableSigningKeyRequest request) {
    return call(SigningServiceGrpc.getEnableSigningKeyMethod(), request);
  }

  /** The call {@code DestroySigningKey}. */
  public DestroySigningKeyResponse destroySigningKey(DestroySigningKeyRequest request) {
    return call(SigningServiceGrpc.getDestroySigningKeyMethod(), request);
  }

  /** The call {@code RestoreSigningKey}. */
  public RestoreSigningKeyResponse restoreSigningKey(RestoreSigningKeyRequest request) {
    return call(SigningServiceGrpc.getRestoreSigningKeyMethod(), request);
  }

  /** The call {@code Sign}. */
  public SignResponse sign(SignRequest request) {
    return call(SigningServiceGrpc.getSignMethod(), request);
  }

  /** The call {@code Verify}. */
  public VerifyResponse verify(VerifyRequest request) {
    return call(SigningServiceGrpc.getVerifyMethod(), request);
  }

  /** The call {@code BatchSign}. */
  public BatchSignResponse batchSign(BatchSignRequest request) {
    return call(SigningServiceGrpc.getBatchSignMethod(), request);
  }

  /** The call {@code BatchVerify}. */
  public BatchVerifyResponse batchVerify(BatchVerifyRequest request) {
    return call(SigningServiceGrpc.getBatchVerifyMethod(), request);
  }

  private <Q, R> R call(MethodDescriptor<Q, R> method, Q request) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
    try {
      return ClientCalls.blockingUnaryCall(channel, method, options, request);
    } catch (StatusRuntimeException e) {
      throw Failures.of(e, target);
    }
  }

  /** Closes the connection; calls in flight have a second to finish. */
  @Override
  public void close() {
    channel.shutdown();
    try {
      if (!channel.awaitTermination(1, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
