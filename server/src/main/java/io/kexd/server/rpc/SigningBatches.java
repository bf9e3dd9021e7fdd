package io.kexd.server.rpc;

import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Signing;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchSignResponse;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.BatchVerifyResponse;
import java.util.List;

/** The batches of SigningService on the wire; each item is as in the call of its own. */
final class SigningBatches {
  private final Batches batches;
  private final Batches.Kind<BatchSignRequest.Item, Signing.Signed> signing;
  private final Batches.Kind<BatchVerifyRequest.Item, Signing.Verified> verifying;

  SigningBatches(Signing service, Meters meters) {
    this.batches = new Batches(service.limits(), service::group, meters);
    this.signing =
        new Batches.Kind<>(
            Operation.SIGN,
            BatchSignRequest.Item::getRef,
            (call, item) -> service.sign(call, SigningRpc.decode(item.getRequest())),
            signed -> {});
    this.verifying =
        new Batches.Kind<>(
            Operation.VERIFY,
            BatchVerifyRequest.Item::getRef,
            (call, item) -> service.verify(call, SigningRpc.decode(item.getRequest())),
            verified -> {});
  }

  void sign(BatchSignRequest request, StreamObserver<BatchSignResponse> out) {
    batches.answer(signing, request.getItemsList(), out, SigningBatches::signed);
  }

  private static BatchSignResponse signed(List<Item<Signing.Signed>> items) {
    BatchSignResponse.Builder reply = BatchSignResponse.newBuilder();
    for (Item<Signing.Signed> item : items) {
      BatchSignResponse.Item.Builder one = BatchSignResponse.Item.newBuilder().setRef(item.ref());
      item.tell(made -> one.setResponse(SigningRpc.encode(made)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }

  void verify(BatchVerifyRequest request, StreamObserver<BatchVerifyResponse> out) {
    batches.answer(verifying, request.getItemsList(), out, SigningBatches::verified);
  }

  private static BatchVerifyResponse verified(List<Item<Signing.Verified>> items) {
    BatchVerifyResponse.Builder reply = BatchVerifyResponse.newBuilder();
    for (Item<Signing.Verified> item : items) {
      BatchVerifyResponse.Item.Builder one =
          BatchVerifyResponse.Item.newBuilder().setRef(item.ref());
      item.tell(done -> one.setResponse(SigningRpc.encode(done)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }
}
