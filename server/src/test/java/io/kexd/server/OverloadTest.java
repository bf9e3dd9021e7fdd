package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningServiceGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/**
 * More work than may be admitted is refused at once, with a hint, and what was admitted is done.
 */
class OverloadTest {
  @Test
  void whatIsTooMuchIsShed() throws Exception {
    int calls = 64;
    try (TestServer server = TestServer.start("workers", "1", "limits.inFlight", "1")) {
      assertEquals(
          "key",
          server
              .signing()
              .createSigningKey(
                  CreateSigningKeyRequest.newBuilder()
                      .setName("key")
                      .setAlgorithm("ed25519")
                      .build())
              .getKey()
              .getName());
      SignRequest slow =
          SignRequest.newBuilder()
              .setKey("key")
              .setMessage(ByteString.copyFrom(new byte[1 << 20]))
              .build();
      List<ListenableFuture<SignResponse>> replies = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        replies.add(SigningServiceGrpc.newFutureStub(server.channel()).sign(slow));
      }
      int done = 0;
      int shed = 0;
      for (ListenableFuture<SignResponse> reply : replies) {
        try {
          assertEquals(64, reply.get().getSignature().size());
          done++;
        } catch (ExecutionException e) {
          assertShed(Failure.of(assertInstanceOf(StatusRuntimeException.class, e.getCause())));
          shed++;
        }
      }
      assertTrue(done > 0, "nothing was done");
      assertTrue(shed > 0, "nothing was shed");
      assertEquals(shed, server.metric("kexd_shed_total{reason=\"OVERLOADED\"}"));
      assertEquals(
          done,
          server.metric("kexd_requests_total{curve=\"ed25519\",operation=\"sign\",reason=\"OK\"}"));
      assertEquals(
          shed,
          server.metric(
              "kexd_requests_total{curve=\"ed25519\",operation=\"sign\",reason=\"OVERLOADED\"}"));
      assertEquals(0, server.metric("kexd_permits_in_use"));
    }
  }

  private static void assertShed(Failure failure) {
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_OVERLOADED, failure.reason());
    assertTrue(failure.retryAfter().orElseThrow().isPositive());
  }
}
