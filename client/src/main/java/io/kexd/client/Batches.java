package io.kexd.client;

import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchAgreeResponse;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchGenerateKeyPairResponse;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.ItemError;
import io.kexd.v1.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Batches of the usual case: how they are written, and what became of their items. */
final class Batches {
  private Batches() {}

  static BatchExchangeRequest exchanges(
      String curve, List<byte[]> peerPublicKeys, Derivation derivation) {
    BatchExchangeRequest.Builder batch = BatchExchangeRequest.newBuilder();
    for (byte[] peer : peerPublicKeys) {
      batch.addItems(
          BatchExchangeRequest.Item.newBuilder().setRequest(exchange(curve, peer, derivation)));
    }
    return batch.build();
  }

  static ExchangeRequest exchange(String curve, byte[] peerPublicKey, Derivation derivation) {
    ExchangeRequest.Builder request =
        ExchangeRequest.newBuilder()
            .setCurve(curve)
            .setPeerPublicKey(ByteString.copyFrom(peerPublicKey));
    derivation.applyTo(request);
    return request.build();
  }

  static List<Result<Exchanged>> exchanged(BatchExchangeResponse reply) {
    List<Result<Exchanged>> results = new ArrayList<>();
    for (BatchExchangeResponse.Item item : reply.getItemsList()) {
      results.add(
          result(item.hasResponse(), () -> Exchanged.of(item.getResponse()), item::getError));
    }
    return results;
  }

  static BatchGenerateKeyPairRequest pairs(String curve, int count) {
    return BatchGenerateKeyPairRequest.newBuilder()
        .addAllItems(
            Collections.nCopies(
                count,
                BatchGenerateKeyPairRequest.Item.newBuilder()
                    .setRequest(GenerateKeyPairRequest.newBuilder().setCurve(curve))
                    .build()))
        .build();
  }

  /** Makes a repeat safe. */
  static BatchGenerateKeyPairRequest withRequestIds(BatchGenerateKeyPairRequest batch) {
    BatchGenerateKeyPairRequest.Builder filled = batch.toBuilder();
    for (BatchGenerateKeyPairRequest.Item.Builder item : filled.getItemsBuilderList()) {
      if (item.getRequest().getRequestId().isEmpty()) {
        item.getRequestBuilder().setRequestId(UUID.randomUUID().toString());
      }
    }
    return filled.build();
  }

  static List<Result<EphemeralKeyPair>> generated(
      KexdClient client, BatchGenerateKeyPairResponse reply) {
    List<Result<EphemeralKeyPair>> results = new ArrayList<>();
    for (BatchGenerateKeyPairResponse.Item item : reply.getItemsList()) {
      results.add(
          result(
              item.hasResponse(),
              () -> EphemeralKeyPair.of(client, item.getResponse()),
              item::getError));
    }
    return results;
  }

  static BatchAgreeRequest agreements(
      List<EphemeralKeyPair> pairs, List<byte[]> peerPublicKeys, Derivation derivation, Role role) {
    if (pairs.size() != peerPublicKeys.size()) {
      throw new IllegalArgumentException(
          pairs.size()
              + " pairs and "
              + peerPublicKeys.size()
              + " peers' keys: one each is needed");
    }
    BatchAgreeRequest.Builder batch = BatchAgreeRequest.newBuilder();
    for (int i = 0; i < pairs.size(); i++) {
      AgreeRequest.Builder request =
          AgreeRequest.newBuilder()
              .setHandle(pairs.get(i).handle())
              .setPeerPublicKey(ByteString.copyFrom(peerPublicKeys.get(i)))
              .setRole(role);
      derivation.applyTo(request);
      batch.addItems(BatchAgreeRequest.Item.newBuilder().setRequest(request));
    }
    return batch.build();
  }

  static List<Result<byte[]>> agreed(List<EphemeralKeyPair> pairs, BatchAgreeResponse reply) {
    List<Result<byte[]>> results = new ArrayList<>();
    for (int i = 0; i < reply.getItemsCount(); i++) {
      BatchAgreeResponse.Item item = reply.getItems(i);
      if (item.hasResponse()) {
        pairs.get(i).used();
      }
      results.add(
          result(
              item.hasResponse(),
              () -> item.getResponse().getSecret().toByteArray(),
              item::getError));
    }
    return results;
  }

  private static <T> Result<T> result(boolean isOk, Supplier<T> value, Supplier<ItemError> error) {
    return isOk ? Result.of(value.get()) : Result.failed(Failures.of(error.get()));
  }
}
