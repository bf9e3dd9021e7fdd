package io.kexd.server.service;

import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.SignatureInput;
import io.kexd.crypto.SignatureResult;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Job;
import io.kexd.server.pipeline.Line;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is computed for one signature algorithm, many operations in a call. Each is settled by
 * itself: what is wrong with one is nothing to the others.
 */
final class Signatures {
  /**
   * What is to be signed.
   *
   * @param pair opens the pair when it is needed, on a worker
   */
  record ToSign(Supplier<KeyPair> pair, SignedInput input) {
    long bytes() {
      return input.messageBytes();
    }
  }

  /**
   * What is to be verified.
   *
   * @param format how the key is encoded; empty when it is canonical and known to be good
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record ToVerify(
      byte[] publicKey, Optional<KeyFormat> format, SignedInput input, byte[] signature) {
    long bytes() {
      return input.messageBytes() + signature.length;
    }
  }

  private final String algorithm;
  private final FaultCheck check;
  private final Line<ToSign, byte[]> signing;
  private final Line<ToSign, byte[]> signingLong;
  private final Line<ToVerify, Boolean> verifying;
  private final Line<ToVerify, Boolean> verifyingLong;

  /**
   * @param curve the id of the algorithm's scheme
   * @param check which signatures are verified before they leave
   */
  Signatures(String curve, String algorithm, Work work, FaultCheck check) {
    this.algorithm = algorithm;
    this.check = check;
    this.signing = work.line(curve, Operation.SIGN, ToSign::bytes, this::sign);
    this.signingLong = work.lineOfSingles(curve, Operation.SIGN, ToSign::bytes, this::sign);
    this.verifying = work.line(curve, Operation.VERIFY, ToVerify::bytes, this::verify);
    this.verifyingLong = work.lineOfSingles(curve, Operation.VERIFY, ToVerify::bytes, this::verify);
  }

  Line<ToSign, byte[]> signing(SignedInput input) {
    return input.isLong() ? signingLong : signing;
  }

  Line<ToVerify, Boolean> verifying(SignedInput input) {
    return input.isLong() ? verifyingLong : verifying;
  }

  private void sign(List<Job<ToSign, byte[]>> jobs) {
    List<Job<ToSign, byte[]>> able = new ArrayList<>();
    List<KeyPair> pairs = new ArrayList<>();
    List<SignatureInput> inputs = new ArrayList<>();
    for (Job<ToSign, byte[]> job : jobs) {
      job.attempt(
          wanted -> {
            pairs.add(wanted.pair().get());
            inputs.add(wanted.input().of(algorithm));
            able.add(job);
          });
    }
    List<SignatureResult> results = Signer.of(algorithm, check).sign(pairs, inputs);
    for (int i = 0; i < results.size(); i++) {
      SignatureResult result = results.get(i);
      able.get(i).settle(wanted -> result.signature());
    }
  }

  private void verify(List<Job<ToVerify, Boolean>> jobs) {
    Verifier verifier = Verifier.of(algorithm);
    List<Job<ToVerify, Boolean>> valid = new ArrayList<>();
    List<byte[]> publicKeys = new ArrayList<>();
    List<SignatureInput> inputs = new ArrayList<>();
    List<byte[]> signatures = new ArrayList<>();
    for (Job<ToVerify, Boolean> job : jobs) {
      job.attempt(
          wanted -> {
            publicKeys.add(publicKey(verifier, wanted));
            inputs.add(wanted.input().of(algorithm));
            signatures.add(wanted.signature());
            valid.add(job);
          });
    }
    boolean[] results = verifier.verifyVartime(publicKeys, inputs, signatures);
    for (int i = 0; i < results.length; i++) {
      if (results[i]) {
        valid.get(i).settle(wanted -> true);
      } else {
        // It may have cost nothing: a signature of the wrong size is refused without arithmetic.
        valid.get(i).settleUnmeasured(false);
      }
    }
  }

  private static byte[] publicKey(Verifier verifier, ToVerify wanted) {
    try {
      return wanted.format().isPresent()
          ? verifier.decode(wanted.publicKey(), wanted.format().get())
          : wanted.publicKey();
    } catch (InvalidKeyException e) {
      throw Refusal.of(
          Reason.INVALID_PUBLIC_KEY,
          "public_key",
          e.getMessage() == null ? "is not a public key of that algorithm" : e.getMessage());
    }
  }
}
