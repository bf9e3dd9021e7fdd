package io.kexd.server.rpc;

import com.google.protobuf.MessageLite;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Lets bytes that are not the method's message reach the interceptors, as a stand-in that they
 * recognise: grpc-java itself would log a stack trace and answer UNKNOWN, as if the server were at
 * fault.
 */
final class StrictParsing {
  private StrictParsing() {}

  /** Binds a service so that {@link #isMalformed} can tell. */
  static ServerServiceDefinition bind(BindableService service) {
    ServerServiceDefinition plain = service.bindService();
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    plain.getMethods().forEach(method -> methods.add(strict(method)));
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(plain.getServiceDescriptor().getName())
            .setSchemaDescriptor(plain.getServiceDescriptor().getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder strict = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(strict::addMethod);
    return strict.build();
  }

  /** Whether a message of that method stands for bytes that could not be parsed. */
  @SuppressWarnings("ReferenceEquality") // It is that very object, or a real message.
  static boolean isMalformed(MethodDescriptor<?, ?> method, Object message) {
    return method.getRequestMarshaller() instanceof Strict<?> strict && strict.malformed == message;
  }

  /** Whether a message of that method stands for one that was too large once decompressed. */
  @SuppressWarnings("ReferenceEquality") // It is that very object, or a real message.
  static boolean isTooLarge(MethodDescriptor<?, ?> method, Object message) {
    return method.getRequestMarshaller() instanceof Strict<?> strict && strict.tooLarge == message;
  }

  private static <Q, R> ServerMethodDefinition<Q, R> strict(ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
    Strict<Q> marshaller = new Strict<>((PrototypeMarshaller<Q>) descriptor.getRequestMarshaller());
    return ServerMethodDefinition.create(
        descriptor.toBuilder(marshaller, descriptor.getResponseMarshaller()).build(),
        method.getServerCallHandler());
  }

  private static final class Strict<Q> implements MethodDescriptor.Marshaller<Q> {
    private final PrototypeMarshaller<Q> marshaller;
    private final Q malformed;
    private final Q tooLarge;

    Strict(PrototypeMarshaller<Q> marshaller) {
      this.marshaller = marshaller;
      this.malformed = standIn();
      this.tooLarge = standIn();
    }

    // A new object, unlike the shared default instance, so that its identity means something.
    private Q standIn() {
      MessageLite prototype =
          (MessageLite) Objects.requireNonNull(marshaller.getMessagePrototype());
      return marshaller.getMessageClass().cast(prototype.newBuilderForType().build());
    }

    @Override
    public InputStream stream(Q message) {
      return marshaller.stream(message);
    }

    @Override
    public Q parse(InputStream bytes) {
      try {
        return marshaller.parse(bytes);
      } catch (StatusRuntimeException e) {
        // A compressed message shows its size only here.
        return e.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED ? tooLarge : malformed;
      }
    }
  }
}
