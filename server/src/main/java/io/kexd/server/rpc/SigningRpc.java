package io.kexd.server.rpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.StreamObserver;
import io.kexd.crypto.KeyFormat;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.KeyAdministration;
import io.kexd.server.service.Refusal;
import io.kexd.server.service.SignedInput;
import io.kexd.server.service.Signing;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchSignResponse;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.BatchVerifyResponse;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.CreateSigningKeyResponse;
import io.kexd.v1.DestroySigningKeyRequest;
import io.kexd.v1.DestroySigningKeyResponse;
import io.kexd.v1.Digest;
import io.kexd.v1.DisableSigningKeyRequest;
import io.kexd.v1.DisableSigningKeyResponse;
import io.kexd.v1.EnableSigningKeyRequest;
import io.kexd.v1.EnableSigningKeyResponse;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.GetSigningKeyResponse;
import io.kexd.v1.ImportSigningKeyRequest;
import io.kexd.v1.ImportSigningKeyResponse;
import io.kexd.v1.ListSigningKeysRequest;
import io.kexd.v1.ListSigningKeysResponse;
import io.kexd.v1.RestoreSigningKeyRequest;
import io.kexd.v1.RestoreSigningKeyResponse;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.RotateSigningKeyResponse;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningServiceGrpc.SigningServiceImplBase;
import io.kexd.v1.UpdateSigningKeyRequest;
import io.kexd.v1.UpdateSigningKeyResponse;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.util.concurrent.CompletableFuture;

/** SigningService on the wire. */
final class SigningRpc extends SigningServiceImplBase {
  private final KeyAdministration keys;
  private final Signing service;
  private final Calls calls;
  private final SigningBatches batches;

  SigningRpc(KeyAdministration keys, Signing service, Calls calls, Meters meters) {
    this.batches = new SigningBatches(service, meters);
    this.keys = keys;
    this.service = service;
    this.calls = calls;
  }

  @Override
  public void createSigningKey(
      CreateSigningKeyRequest request, StreamObserver<CreateSigningKeyResponse> out) {
    calls.answer(
        Operation.CREATE_KEY,
        out,
        call ->
            keys.create(
                call,
                new KeyAdministration.Create(
                    request.getName(),
                    request.getAlgorithm(),
                    Decode.purpose(request.getPurpose()),
                    Decode.format(request.getEncoding()),
                    request.getRequestId())),
        key -> CreateSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void importSigningKey(
      ImportSigningKeyRequest request, StreamObserver<ImportSigningKeyResponse> out) {
    calls.answer(
        Operation.IMPORT_KEY,
        out,
        call ->
            keys.importKey(
                call,
                new KeyAdministration.Import(
                    request.getName(),
                    request.getAlgorithm(),
                    Decode.purpose(request.getPurpose()),
                    request.getPkcs8().toByteArray(),
                    Decode.format(request.getEncoding()))),
        key -> ImportSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void getSigningKey(
      GetSigningKeyRequest request, StreamObserver<GetSigningKeyResponse> out) {
    calls.answer(
        Operation.GET_KEY,
        out,
        call ->
            CompletableFuture.completedFuture(
                keys.get(call, request.getName(), Decode.format(request.getEncoding()))),
        key -> GetSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void listSigningKeys(
      ListSigningKeysRequest request, StreamObserver<ListSigningKeysResponse> out) {
    calls.answer(
        Operation.LIST_KEYS,
        out,
        call ->
            CompletableFuture.completedFuture(
                keys.list(call, request.getPageSize(), request.getPageToken())),
        EncodeKeys::page);
  }

  @Override
  public void rotateSigningKey(
      RotateSigningKeyRequest request, StreamObserver<RotateSigningKeyResponse> out) {
    calls.answer(
        Operation.ROTATE_KEY,
        out,
        call ->
            keys.rotate(
                call,
                new KeyAdministration.Rotate(
                    request.getName(),
                    Decode.format(request.getEncoding()),
                    request.getRequestId())),
        key -> RotateSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void updateSigningKey(
      UpdateSigningKeyRequest request, StreamObserver<UpdateSigningKeyResponse> out) {
    calls.answer(
        Operation.UPDATE_KEY,
        out,
        call -> keys.setMinimal(call, request.getName(), request.getMinimalVersion()),
        key -> UpdateSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void disableSigningKey(
      DisableSigningKeyRequest request, StreamObserver<DisableSigningKeyResponse> out) {
    calls.answer(
        Operation.UPDATE_KEY,
        out,
        call -> keys.disable(call, request.getName(), request.getVersion()),
        key -> DisableSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void enableSigningKey(
      EnableSigningKeyRequest request, StreamObserver<EnableSigningKeyResponse> out) {
    calls.answer(
        Operation.UPDATE_KEY,
        out,
        call -> keys.enable(call, request.getName(), request.getVersion()),
        key -> EnableSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void destroySigningKey(
      DestroySigningKeyRequest request, StreamObserver<DestroySigningKeyResponse> out) {
    calls.answer(
        Operation.DESTROY_KEY,
        out,
        call -> keys.destroy(call, request.getName(), request.getVersion()),
        key -> DestroySigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void restoreSigningKey(
      RestoreSigningKeyRequest request, StreamObserver<RestoreSigningKeyResponse> out) {
    calls.answer(
        Operation.UPDATE_KEY,
        out,
        call -> keys.restore(call, request.getName(), request.getVersion()),
        key -> RestoreSigningKeyResponse.newBuilder().setKey(EncodeKeys.key(key)).build());
  }

  @Override
  public void sign(SignRequest request, StreamObserver<SignResponse> out) {
    calls.answer(
        Operation.SIGN, out, call -> service.sign(call, decode(request)), SigningRpc::encode);
  }

  static SignResponse encode(Signing.Signed signed) {
    return SignResponse.newBuilder()
        .setSignature(UnsafeByteOperations.unsafeWrap(signed.signature()))
        .setKey(signed.key())
        .setVersion(signed.version())
        .setAlgorithm(signed.algorithm())
        .build();
  }

  static Signing.Sign decode(SignRequest request) {
    return new Signing.Sign(
        request.getKey(),
        request.getVersion(),
        new SignedInput(
            switch (request.getInputCase()) {
              case MESSAGE -> new SignedInput.Message(request.getMessage().toByteArray());
              case DIGEST -> digest(request.getDigest());
              case INPUT_NOT_SET -> throw noInput();
            },
            request.getContext().toByteArray(),
            Decode.ecdsa(
                request.getSignatureEncoding(), request.getLowS(), request.getDeterministic())));
  }

  @Override
  public void verify(VerifyRequest request, StreamObserver<VerifyResponse> out) {
    calls.answer(
        Operation.VERIFY, out, call -> service.verify(call, decode(request)), SigningRpc::encode);
  }

  static VerifyResponse encode(Signing.Verified verified) {
    return VerifyResponse.newBuilder()
        .setValid(verified.valid())
        .setKey(verified.key())
        .setVersion(verified.version())
        .setAlgorithm(verified.algorithm())
        .build();
  }

  @Override
  public void batchSign(BatchSignRequest request, StreamObserver<BatchSignResponse> out) {
    batches.sign(request, out);
  }

  @Override
  public void batchVerify(BatchVerifyRequest request, StreamObserver<BatchVerifyResponse> out) {
    batches.verify(request, out);
  }

  static Signing.Verify decode(VerifyRequest request) {
    return new Signing.Verify(
        signatory(request),
        new SignedInput(
            switch (request.getInputCase()) {
              case MESSAGE -> new SignedInput.Message(request.getMessage().toByteArray());
              case DIGEST -> digest(request.getDigest());
              case INPUT_NOT_SET -> throw noInput();
            },
            request.getContext().toByteArray(),
            Decode.ecdsa(request.getSignatureEncoding(), request.getLowS(), false)),
        request.getSignature().toByteArray());
  }

  private static Signing.Signatory signatory(VerifyRequest request) {
    KeyFormat format = Decode.format(request.getEncoding());
    return switch (request.getSignerCase()) {
      case KEY -> {
        if (format != KeyFormat.RAW) {
          throw Refusal.invalid("encoding", "goes with public_key; leave it unset with key");
        }
        yield new Signing.NamedKey(request.getKey(), request.getVersion(), request.getAlgorithm());
      }
      case PUBLIC_KEY -> {
        if (request.getVersion() != 0) {
          throw Refusal.invalid("version", "goes with key; leave it unset with public_key");
        }
        yield new Signing.GivenKey(
            request.getPublicKey().toByteArray(), format, request.getAlgorithm());
      }
      case SIGNER_NOT_SET -> throw Refusal.invalid("signer", "is required: key or public_key");
    };
  }

  private static SignedInput.Digest digest(Digest digest) {
    return new SignedInput.Digest(
        Decode.hash("digest.hash", digest.getHash()), digest.getValue().toByteArray());
  }

  private static Refusal noInput() {
    return Refusal.invalid("input", "is required: message or digest");
  }
}
