package io.kexd.server.rpc;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.service.HashName;
import io.kexd.server.service.Kem;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.SignedInput;
import io.kexd.v1.Curve;
import io.kexd.v1.Hash;
import io.kexd.v1.Kernel;
import io.kexd.v1.KernelUse;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Limits;
import io.kexd.v1.ListCurvesResponse;
import io.kexd.v1.Operation;
import io.kexd.v1.ReusePolicy;
import io.kexd.v1.SignatureAlgorithm;
import io.kexd.v1.SignatureEncoding;
import io.kexd.v1.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** From the services' types to the wire's. */
final class Encode {
  private Encode() {}

  static ListCurvesResponse curves(KeyExchange service, Caller caller) {
    ListCurvesResponse.Builder reply =
        ListCurvesResponse.newBuilder().setLimits(limits(service.limits()));
    service.catalog().all().forEach(s -> reply.addCurves(curve(s, service, caller)));
    return reply.build();
  }

  private static Curve curve(Scheme scheme, KeyExchange service, Caller caller) {
    boolean agrees = scheme.kind() == Scheme.Kind.AGREEMENT;
    List<KernelUse> kernels = kernels(scheme, service.kernels(scheme));
    return Curve.newBuilder()
        .setId(scheme.id())
        .setStatus(status(scheme.status()))
        .setEnabled(service.isServed(scheme))
        .addAllOperations(
            agrees
                ? List.of(Operation.OPERATION_AGREE, Operation.OPERATION_EXCHANGE)
                : List.of(Operation.OPERATION_SIGN, Operation.OPERATION_VERIFY))
        .addAllAlgorithms(scheme.algorithms())
        .addAllSignatureAlgorithms(
            scheme.algorithms().stream().map(Encode::signatureAlgorithm).toList())
        .addAllEncodings(scheme.formats().stream().map(Encode::encoding).toList())
        .setPublicKeySize(scheme.publicKeySize())
        .setSecretSize(agrees ? scheme.outputSize() : 0)
        .setSignatureSize(agrees ? 0 : scheme.outputSize())
        .setDhkem(Kem.of(scheme).isPresent())
        .setDhkemSecretSize(Kem.of(scheme).map(Kem::secretSize).orElse(0))
        .setKernel(one(kernels, agrees ? "agree" : "sign").orElse(kernel(scheme, 1)))
        .addAllKernels(kernels)
        .setPoolTarget(service.ready(scheme).target())
        .setPoolDepth(service.ready(scheme).depth())
        .setReuse(reuse(service.reuse(caller, scheme)))
        .build();
  }

  private static ReusePolicy reuse(ReusablePair.Bounds bounds) {
    ReusePolicy.Builder policy = ReusePolicy.newBuilder().setMaxUses(bounds.max());
    return bounds.max() > 1 ? policy.setWindow(duration(bounds.window())).build() : policy.build();
  }

  private static Kernel kernel(Scheme scheme, int lanes) {
    return Kernel.newBuilder()
        .setName(scheme.kernel(lanes))
        .setLanes(lanes)
        .setVector(lanes > 1)
        .build();
  }

  private static Optional<Kernel> one(List<KernelUse> kernels, String operation) {
    return kernels.stream()
        .filter(use -> use.getOperation().equals(operation) && use.getWaiting() == 1)
        .map(KernelUse::getKernel)
        .findFirst();
  }

  private static List<KernelUse> kernels(Scheme scheme, List<KernelChoice> choices) {
    List<KernelUse> uses = new ArrayList<>();
    for (KernelChoice choice : choices) {
      for (int waiting : choice.serves()) {
        KernelUse.Builder use =
            KernelUse.newBuilder()
                .setOperation(choice.operation())
                .setWaiting(waiting)
                .setKernel(kernel(scheme, choice.lanes()));
        choice.measured().stream()
            .filter(m -> m.waiting() == waiting)
            .forEach(m -> use.setTime(duration(java.time.Duration.ofNanos(m.nanosPerOperation()))));
        uses.add(use.build());
      }
    }
    uses.sort(
        Comparator.comparing(KernelUse::getOperation).thenComparingInt(KernelUse::getWaiting));
    return uses;
  }

  private static KeyEncoding encoding(KeyFormat format) {
    return switch (format) {
      case RAW -> KeyEncoding.KEY_ENCODING_RAW;
      case COMPRESSED -> KeyEncoding.KEY_ENCODING_COMPRESSED;
      case SPKI -> KeyEncoding.KEY_ENCODING_SPKI;
    };
  }

  private static SignatureAlgorithm signatureAlgorithm(String id) {
    SignedInput.Rules rules = SignedInput.Rules.of(id);
    return SignatureAlgorithm.newBuilder()
        .setId(id)
        .setDigestHash(rules.digest().map(Encode::hash).orElse(Hash.HASH_UNSPECIFIED))
        .setMinContextSize(rules.minContext())
        .setMaxContextSize(rules.maxContext())
        .addAllEncodings(
            rules.isEcdsa()
                ? List.of(
                    SignatureEncoding.SIGNATURE_ENCODING_DER,
                    SignatureEncoding.SIGNATURE_ENCODING_P1363)
                : List.of())
        .build();
  }

  private static Hash hash(HashName hash) {
    return switch (hash) {
      case SHA256 -> Hash.HASH_SHA256;
      case SHA384 -> Hash.HASH_SHA384;
      case SHA512 -> Hash.HASH_SHA512;
      case SHAKE256 -> Hash.HASH_SHAKE256;
    };
  }

  private static Status status(Scheme.Status status) {
    return switch (status) {
      case STANDARD -> Status.STATUS_STANDARD;
      case DRAFT -> Status.STATUS_DRAFT;
      case EXPERIMENTAL -> Status.STATUS_EXPERIMENTAL;
    };
  }

  private static Limits limits(io.kexd.server.service.Limits limits) {
    return Limits.newBuilder()
        .setDefaultTtl(duration(limits.defaultTtl()))
        .setMaxTtl(duration(limits.maxTtl()))
        .setMaxHandlesPerCaller(limits.handlesPerCaller())
        .setMaxHandles(limits.handles())
        .setRequestIdWindow(duration(limits.requestIdWindow()))
        .setMaxParameterSize(limits.parameterSize())
        .setMaxMessageSize(limits.messageSize())
        .setMaxRequestSize(limits.requestSize())
        .setMaxBatchItems(limits.batchItems())
        .setMaxBatchTime(duration(limits.batchTime()))
        .setMaxStreamItems(limits.streamItems())
        .build();
  }

  static Timestamp timestamp(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  static Duration duration(java.time.Duration duration) {
    return Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }
}
