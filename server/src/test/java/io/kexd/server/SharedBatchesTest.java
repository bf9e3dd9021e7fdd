package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.Raw;
import io.kexd.v1.SignResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Batches beside batches, on one curve and on all of them. */
class SharedBatchesTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Every key agreement of the build, in every encoding that it has, in one call. */
  @Test
  void curvesMayBeMixed() throws Exception {
    List<Scheme> schemes = new ArrayList<>();
    List<KeyFormat> formats = new ArrayList<>();
    List<KeyPair> peers = new ArrayList<>();
    List<ExchangeRequest> items = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (Scheme scheme : agreements()) {
        for (KeyFormat format : scheme.formats()) {
          KeyAgreement engine = KeyAgreement.of(scheme.id());
          KeyPair peer = engine.generate(RANDOM);
          schemes.add(scheme);
          formats.add(format);
          peers.add(peer);
          items.add(exchange(scheme, format, engine.encode(peer.publicKey(), format)));
        }
      }
    }
    String all = agreements().stream().map(Scheme::id).collect(Collectors.joining(","));
    try (TestServer server = TestServer.start("curves", all, "limits.batchTime", "1h")) {
      BatchExchangeResponse reply = BatchTest.exchangeAll(server.keyExchange(), items);
      for (int i = 0; i < items.size(); i++) {
        KeyAgreement engine = KeyAgreement.of(schemes.get(i).id());
        ExchangeResponse answer = reply.getItems(i).getResponse();
        byte[] own = engine.decode(answer.getPublicKey().toByteArray(), formats.get(i));
        assertArrayEquals(
            engine.agree(peers.get(i), own),
            answer.getSecret().toByteArray(),
            schemes.get(i).id() + " " + formats.get(i));
      }
    }
    peers.forEach(KeyPair::close);
  }

  private static List<Scheme> agreements() {
    return Curves.all().stream().filter(s -> s.kind() == Scheme.Kind.AGREEMENT).toList();
  }

  private static ExchangeRequest exchange(Scheme scheme, KeyFormat format, byte[] peer) {
    return ExchangeRequest.newBuilder()
        .setCurve(scheme.id())
        .setEncoding(AgreementSchemesTest.encoding(format))
        .setPeerPublicKey(ByteString.copyFrom(peer))
        .setRaw(Raw.getDefaultInstance())
        .build();
  }

  @Test
  void callersShareLanesAndGetTheirOwn() throws Exception {
    int callers = 4;
    int each = 30;
    try (TestServer server = TestServer.start("workers", "1", "limits.batchTime", "1h")) {
      List<ListenableFuture<SignResponse>> busy = SharedCallsTest.keepBusy(server);
      List<Peer> peers = new ArrayList<>();
      List<ListenableFuture<BatchExchangeResponse>> replies = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        BatchExchangeRequest.Builder batch = BatchExchangeRequest.newBuilder();
        for (int i = 0; i < each; i++) {
          Peer peer = Peer.random();
          peers.add(peer);
          batch.addItems(item(peer));
        }
        replies.add(
            KeyExchangeServiceGrpc.newFutureStub(server.channel()).batchExchange(batch.build()));
      }
      for (int i = 0; i < callers * each; i++) {
        ExchangeResponse answer = replies.get(i / each).get().getItems(i % each).getResponse();
        assertArrayEquals(
            peers.get(i).agree(answer.getPublicKey().toByteArray()),
            answer.getSecret().toByteArray());
      }
      SharedCallsTest.finish(busy);
      SharedCallsTest.assertShared(server, "x25519", "exchange", callers * each);
    }
  }

  private static BatchExchangeRequest.Item item(Peer peer) {
    return BatchExchangeRequest.Item.newBuilder()
        .setRequest(Requests.exchange(peer).setRaw(Raw.getDefaultInstance()))
        .build();
  }
}
