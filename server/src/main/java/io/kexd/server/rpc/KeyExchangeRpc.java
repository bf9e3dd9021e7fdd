package io.kexd.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Derivation;
import io.kexd.server.service.ExchangeSignatures;
import io.kexd.server.service.KeyExchange;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.AgreeResponse;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchAgreeResponse;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchGenerateKeyPairResponse;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.DestroyKeyPairResponse;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceImplBase;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** KeyExchangeService on the wire. */
final class KeyExchangeRpc extends KeyExchangeServiceImplBase {
  private final KeyExchange service;
  private final Calls calls;
  private final KeyExchangeBatches batches;
  private final ExchangeStreams streams;

  KeyExchangeRpc(KeyExchange service, Calls calls, Meters meters) {
    this.service = service;
    this.calls = calls;
    this.batches = new KeyExchangeBatches(service, meters);
    this.streams = new ExchangeStreams(service, meters);
  }

  @Override
  public void listCurves(ListCurvesRequest request, StreamObserver<ListCurvesResponse> out) {
    calls.answer(
        Operation.LIST_CURVES,
        out,
        call -> CompletableFuture.completedFuture(call.caller()),
        caller -> Encode.curves(service, caller));
  }

  @Override
  public void generateKeyPair(
      GenerateKeyPairRequest request, StreamObserver<GenerateKeyPairResponse> out) {
    calls.answer(
        Operation.GENERATE,
        out,
        call -> service.generate(call, decode(request)),
        KeyExchangeRpc::encode);
  }

  static GenerateKeyPairResponse encode(KeyExchange.Generated made) {
    GenerateKeyPairResponse.Builder reply =
        GenerateKeyPairResponse.newBuilder()
            .setHandle(made.handle())
            .setPublicKey(UnsafeByteOperations.unsafeWrap(made.publicKey()))
            .setExpiresAt(Encode.timestamp(made.expiresAt()));
    made.signature()
        .ifPresent(
            by ->
                reply
                    .setSignature(UnsafeByteOperations.unsafeWrap(by.signature()))
                    .setSignatureVersion(by.version()));
    return reply.build();
  }

  static KeyExchange.Generate decode(GenerateKeyPairRequest request) {
    return new KeyExchange.Generate(
        request.getCurve(),
        Decode.format(request.getEncoding()),
        request.hasTtl() ? Optional.of(Decode.duration("ttl", request.getTtl())) : Optional.empty(),
        request.getMaxUses(),
        request.getRequestId(),
        wish(request.getSignWith(), request.getContext()));
  }

  private static ExchangeSignatures.Wish wish(String key, ByteString context) {
    return new ExchangeSignatures.Wish(key, context.toByteArray());
  }

  @Override
  public void agree(AgreeRequest request, StreamObserver<AgreeResponse> out) {
    // Sending copies the secret into the transport's buffers, so that it can be wiped here.
    calls.answer(
        Operation.AGREE,
        out,
        call -> service.agree(call, decode(request)),
        KeyExchangeRpc::encode,
        KeyExchangeRpc::wipe);
  }

  static AgreeResponse encode(byte[] secret) {
    return AgreeResponse.newBuilder().setSecret(UnsafeByteOperations.unsafeWrap(secret)).build();
  }

  static void wipe(byte[] secret) {
    Arrays.fill(secret, (byte) 0);
  }

  static KeyExchange.Agree decode(AgreeRequest request) {
    return new KeyExchange.Agree(
        request.getHandle(),
        request.getPeerPublicKey().toByteArray(),
        Decode.format(request.getEncoding()),
        Decode.isInitiator(request.getRole()),
        switch (request.getDerivationCase()) {
          case HKDF -> Decode.derivation(request.getHkdf());
          case DHKEM -> new Derivation.DhkemSecret();
          case RAW -> new Derivation.RawSecret();
          case DERIVATION_NOT_SET -> Decode.derivation(Hkdf.getDefaultInstance());
        });
  }

  @Override
  public void exchange(ExchangeRequest request, StreamObserver<ExchangeResponse> out) {
    calls.answer(
        Operation.EXCHANGE,
        out,
        call -> service.exchange(call, decode(request)),
        KeyExchangeRpc::encode,
        KeyExchangeRpc::wipe);
  }

  static ExchangeResponse encode(KeyExchange.Exchanged done) {
    ExchangeResponse.Builder reply =
        ExchangeResponse.newBuilder()
            .setPublicKey(UnsafeByteOperations.unsafeWrap(done.publicKey()))
            .setSecret(UnsafeByteOperations.unsafeWrap(done.secret()))
            .setPoolHit(done.poolHit())
            .setReused(done.reused());
    done.signature()
        .ifPresent(
            by ->
                reply
                    .setSignature(UnsafeByteOperations.unsafeWrap(by.signature()))
                    .setSignatureVersion(by.version()));
    return reply.build();
  }

  static void wipe(KeyExchange.Exchanged done) {
    wipe(done.secret());
  }

  static KeyExchange.Exchange decode(ExchangeRequest request) {
    return new KeyExchange.Exchange(
        request.getCurve(),
        request.getPeerPublicKey().toByteArray(),
        Decode.format(request.getEncoding()),
        switch (request.getDerivationCase()) {
          case HKDF -> Decode.derivation(request.getHkdf());
          case DHKEM -> new Derivation.DhkemSecret();
          case RAW -> new Derivation.RawSecret();
          case DERIVATION_NOT_SET -> Decode.derivation(Hkdf.getDefaultInstance());
        },
        request.getAllowReuse(),
        wish(request.getSignWith(), request.getContext()));
  }

  @Override
  public void batchGenerateKeyPair(
      BatchGenerateKeyPairRequest request, StreamObserver<BatchGenerateKeyPairResponse> out) {
    batches.generate(request, out);
  }

  @Override
  public void batchAgree(BatchAgreeRequest request, StreamObserver<BatchAgreeResponse> out) {
    batches.agree(request, out);
  }

  @Override
  public void batchExchange(
      BatchExchangeRequest request, StreamObserver<BatchExchangeResponse> out) {
    batches.exchange(request, out);
  }

  @Override
  public StreamObserver<ExchangeStreamRequest> exchangeStream(
      StreamObserver<ExchangeStreamResponse> out) {
    return streams.open(out);
  }

  /** Lets streams answer what they have read, and end. */
  void drain() {
    streams.drain();
  }

  @Override
  public void destroyKeyPair(
      DestroyKeyPairRequest request, StreamObserver<DestroyKeyPairResponse> out) {
    calls.answer(
        Operation.DESTROY,
        out,
        call -> service.destroy(call, request.getHandle()),
        done -> DestroyKeyPairResponse.getDefaultInstance());
  }
}
