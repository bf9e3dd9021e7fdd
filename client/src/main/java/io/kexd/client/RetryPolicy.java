package io.kexd.client;

import io.grpc.MethodDescriptor;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SigningServiceGrpc;
import java.util.List;
import java.util.Map;

/**
 * Which calls gRPC repeats by itself when a server is unavailable, as a gRPC service config.
 *
 * <p>Safe are calls that change nothing, changes that are the same when made twice, new pairs with
 * a {@code request_id}, and {@code Exchange}, whose repeat only gives another key. {@code Agree} is
 * not: a first try whose reply was lost has used the pair up; nor are batches of it, nor a stream,
 * whose items are the caller's to ask for again. Nor are {@code CreateSigningKey}, {@code
 * ImportSigningKey} and {@code RotateSigningKey}: a server whose database does not answer may have
 * made the change, and a repeat would find the name taken or rotate twice. What never left the
 * client gRPC may send again in any case. When most calls fail, nothing is repeated until some
 * succeed again: a server in trouble is not asked four times as often.
 */
final class RetryPolicy {
  private static final List<MethodDescriptor<?, ?>> REPEATABLE =
      List.of(
          KeyExchangeServiceGrpc.getListCurvesMethod(),
          KeyExchangeServiceGrpc.getGenerateKeyPairMethod(),
          KeyExchangeServiceGrpc.getExchangeMethod(),
          KeyExchangeServiceGrpc.getDestroyKeyPairMethod(),
          KeyExchangeServiceGrpc.getBatchGenerateKeyPairMethod(),
          KeyExchangeServiceGrpc.getBatchExchangeMethod(),
          SigningServiceGrpc.getGetSigningKeyMethod(),
          SigningServiceGrpc.getListSigningKeysMethod(),
          SigningServiceGrpc.getUpdateSigningKeyMethod(),
          SigningServiceGrpc.getDisableSigningKeyMethod(),
          SigningServiceGrpc.getEnableSigningKeyMethod(),
          SigningServiceGrpc.getDestroySigningKeyMethod(),
          SigningServiceGrpc.getRestoreSigningKeyMethod(),
          SigningServiceGrpc.getSignMethod(),
          SigningServiceGrpc.getBatchSignMethod(),
          SigningServiceGrpc.getBatchVerifyMethod(),
          SigningServiceGrpc.getVerifyMethod());

  private RetryPolicy() {}

  /** In the form of gRPC's service config JSON; numbers are doubles there. */
  static Map<String, ?> serviceConfig() {
    Map<String, ?> policy =
        Map.of(
            "maxAttempts",
            4.0,
            "initialBackoff",
            "0.05s",
            "maxBackoff",
            "1s",
            "backoffMultiplier",
            2.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    return Map.of(
        "methodConfig",
        List.of(
            Map.of(
                "name",
                REPEATABLE.stream().map(RetryPolicy::name).toList(),
                "retryPolicy",
                policy)),
        "retryThrottling",
        Map.of("maxTokens", 10.0, "tokenRatio", 0.1));
  }

  private static Map<String, String> name(MethodDescriptor<?, ?> method) {
    return Map.of(
        "service", String.valueOf(method.getServiceName()),
        "method", String.valueOf(method.getBareMethodName()));
  }
}
