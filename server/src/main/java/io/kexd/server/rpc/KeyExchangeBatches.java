package io.kexd.server.rpc;

import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.KeyExchange.Exchanged;
import io.kexd.server.service.KeyExchange.Generated;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchAgreeResponse;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchGenerateKeyPairResponse;
import java.util.List;

/** The batches of KeyExchangeService on the wire; each item is as in the call of its own. */
final class KeyExchangeBatches {
  private final Batches batches;
  private final Batches.Kind<BatchGenerateKeyPairRequest.Item, Generated> generating;
  private final Batches.Kind<BatchAgreeRequest.Item, byte[]> agreeing;
  private final Batches.Kind<BatchExchangeRequest.Item, Exchanged> exchanging;

  KeyExchangeBatches(KeyExchange service, Meters meters) {
    this.batches = new Batches(service.limits(), service::group, meters);
    this.generating =
        new Batches.Kind<>(
            Operation.GENERATE,
            BatchGenerateKeyPairRequest.Item::getRef,
            (call, item) -> service.generate(call, KeyExchangeRpc.decode(item.getRequest())),
            made -> {});
    this.agreeing =
        new Batches.Kind<>(
            Operation.AGREE,
            BatchAgreeRequest.Item::getRef,
            (call, item) -> service.agree(call, KeyExchangeRpc.decode(item.getRequest())),
            KeyExchangeRpc::wipe);
    this.exchanging =
        new Batches.Kind<>(
            Operation.EXCHANGE,
            BatchExchangeRequest.Item::getRef,
            (call, item) -> service.exchange(call, KeyExchangeRpc.decode(item.getRequest())),
            KeyExchangeRpc::wipe);
  }

  void generate(
      BatchGenerateKeyPairRequest request, StreamObserver<BatchGenerateKeyPairResponse> out) {
    batches.answer(generating, request.getItemsList(), out, KeyExchangeBatches::generated);
  }

  private static BatchGenerateKeyPairResponse generated(List<Item<Generated>> items) {
    BatchGenerateKeyPairResponse.Builder reply = BatchGenerateKeyPairResponse.newBuilder();
    for (Item<Generated> item : items) {
      BatchGenerateKeyPairResponse.Item.Builder one =
          BatchGenerateKeyPairResponse.Item.newBuilder().setRef(item.ref());
      item.tell(made -> one.setResponse(KeyExchangeRpc.encode(made)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }

  void agree(BatchAgreeRequest request, StreamObserver<BatchAgreeResponse> out) {
    batches.answer(agreeing, request.getItemsList(), out, KeyExchangeBatches::agreed);
  }

  private static BatchAgreeResponse agreed(List<Item<byte[]>> items) {
    BatchAgreeResponse.Builder reply = BatchAgreeResponse.newBuilder();
    for (Item<byte[]> item : items) {
      BatchAgreeResponse.Item.Builder one = BatchAgreeResponse.Item.newBuilder().setRef(item.ref());
      item.tell(secret -> one.setResponse(KeyExchangeRpc.encode(secret)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }

  void exchange(BatchExchangeRequest request, StreamObserver<BatchExchangeResponse> out) {
    batches.answer(exchanging, request.getItemsList(), out, KeyExchangeBatches::exchanged);
  }

  private static BatchExchangeResponse exchanged(List<Item<Exchanged>> items) {
    BatchExchangeResponse.Builder reply = BatchExchangeResponse.newBuilder();
    for (Item<Exchanged> item : items) {
      BatchExchangeResponse.Item.Builder one =
          BatchExchangeResponse.Item.newBuilder().setRef(item.ref());
      item.tell(done -> one.setResponse(KeyExchangeRpc.encode(done)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }
}
