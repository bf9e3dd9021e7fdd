package io.kexd.server.rpc;

import com.google.protobuf.UnsafeByteOperations;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.service.KeyAdministration;
import io.kexd.v1.KeyState;
import io.kexd.v1.ListSigningKeysResponse;
import io.kexd.v1.Purpose;
import io.kexd.v1.SigningKeyVersion;

/** From signing keys to the wire's; private keys are not even looked at. */
final class EncodeKeys {
  private EncodeKeys() {}

  static ListSigningKeysResponse page(KeyAdministration.Page page) {
    return ListSigningKeysResponse.newBuilder()
        .addAllKeys(page.keys().stream().map(EncodeKeys::key).toList())
        .setNextPageToken(page.nextPageToken())
        .build();
  }

  static io.kexd.v1.SigningKey key(KeyAdministration.PublicPart part) {
    SigningKey key = part.key();
    io.kexd.v1.SigningKey.Builder reply =
        io.kexd.v1.SigningKey.newBuilder()
            .setName(key.name())
            .setAlgorithm(key.algorithm())
            .setPurpose(
                switch (key.purpose()) {
                  case SIGN_DATA -> Purpose.PURPOSE_SIGN_DATA;
                  case SIGN_EXCHANGE -> Purpose.PURPOSE_SIGN_EXCHANGE;
                })
            .setPrimaryVersion(key.primary())
            .setMinimalVersion(key.minimal())
            .setState(state(key.state().status()))
            .setCreatedAt(Encode.timestamp(key.createdAt()));
    key.state().destroyAt().ifPresent(time -> reply.setDestroyAt(Encode.timestamp(time)));
    for (int i = 0; i < key.versions().size(); i++) {
      reply.addVersions(version(key.versions().get(i), part.publicKeys().get(i)));
    }
    return reply.build();
  }

  private static SigningKeyVersion version(SigningKey.Version version, byte[] publicKey) {
    SigningKeyVersion.Builder reply =
        SigningKeyVersion.newBuilder()
            .setVersion(version.number())
            .setPublicKey(UnsafeByteOperations.unsafeWrap(publicKey))
            .setCreatedAt(Encode.timestamp(version.createdAt()))
            .setState(state(version.state().status()));
    version.state().destroyAt().ifPresent(time -> reply.setDestroyAt(Encode.timestamp(time)));
    return reply.build();
  }

  private static KeyState state(io.kexd.server.keys.KeyState.Status status) {
    return switch (status) {
      case ENABLED -> KeyState.KEY_STATE_ENABLED;
      case DISABLED -> KeyState.KEY_STATE_DISABLED;
      case DESTROY_SCHEDULED -> KeyState.KEY_STATE_DESTROY_SCHEDULED;
      case DESTROYED -> throw new IllegalStateException("a destroyed key is not shown");
    };
  }
}
