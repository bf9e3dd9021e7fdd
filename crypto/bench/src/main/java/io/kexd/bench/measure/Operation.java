package io.kexd.bench.measure;

import io.kexd.bench.measure.Meter.Call;
import io.kexd.bench.measure.Meter.Cost;
import io.kexd.crypto.AgreementResult;
import io.kexd.crypto.Batch;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KernelChoice;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.SignatureInput;
import io.kexd.crypto.SignatureOptions;
import io.kexd.crypto.SignatureResult;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is measured: an operation of a scheme, through the public API. A signature family is
 * measured by its first algorithm.
 *
 * @param scheme whose operation it is
 * @param name keygen, agree, sign, verify or verify-batch64
 * @param perCall operations that one call does
 * @param maker makes keys and engine, and the call on them
 */
public record Operation(Scheme scheme, String name, int perCall, Maker maker) {
  /** Makes a call when it is to be measured: engines and tables of all schemes take time. */
  public interface Maker {
    Call make() throws InvalidKeyException;
  }

  private interface FromPrivateKey {
    KeyPair pair(byte[] privateKey);
  }

  private static final int BATCH = 64;
  private static final String VERIFY_BATCH = "verify-batch" + BATCH;

  /** The engine chooses a kernel for at most so many. */
  private static final int MOST_WAITING = 8;

  private static final byte[] MESSAGE = new byte[32];
  private static final byte[] NO_CONTEXT = new byte[0];

  /** What one of the operations costs, after a warm-up. */
  public Cost measure(double seconds) throws InvalidKeyException {
    Cost cost = Meter.measure(maker.make(), seconds);
    return new Cost(cost.nanos() / perCall, cost.gigahertz(), cost.allocatedBytes() / perCall);
  }

  /** Whether it is an operation done many times in a call, and not one for many. */
  public boolean isMany() {
    return perCall > 1 && !name.equals(VERIFY_BATCH);
  }

  /** The lanes of the kernel that serves so many, as the engine chose it. */
  public int lanes() {
    String engineName =
        switch (name) {
          case "keygen" -> "generate";
          case VERIFY_BATCH -> "verify";
          default -> name;
        };
    int waiting = Math.min(perCall, MOST_WAITING);
    return KernelChoice.of(scheme.id()).stream()
        .filter(c -> c.operation().equals(engineName) && c.serves().contains(waiting))
        .mapToInt(KernelChoice::lanes)
        .findFirst()
        .orElse(1);
  }

  /** Scheme, name and how many in a call, as progress shows it. */
  @Override
  public String toString() {
    return scheme.id() + " " + name + (perCall == 1 ? "" : ", " + perCall + " in a call");
  }

  /** Every operation of every scheme of the index. */
  public static List<Operation> all() {
    List<Operation> operations = new ArrayList<>();
    for (Scheme scheme : Curves.all()) {
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        operations.add(new Operation(scheme, "keygen", 1, () -> keygen(scheme)));
        operations.add(new Operation(scheme, "keygen", BATCH, () -> keygenMany(scheme)));
        operations.add(new Operation(scheme, "agree", 1, () -> agree(scheme)));
        operations.add(new Operation(scheme, "agree", BATCH, () -> agreeMany(scheme)));
      } else {
        addSignature(operations, scheme, scheme.algorithms().get(0));
      }
    }
    return operations;
  }

  private static void addSignature(List<Operation> operations, Scheme scheme, String algorithm) {
    operations.add(new Operation(scheme, "keygen", 1, () -> keygen(scheme, algorithm)));
    operations.add(new Operation(scheme, "sign", 1, () -> sign(algorithm)));
    operations.add(new Operation(scheme, "sign", BATCH, () -> signMany(algorithm)));
    operations.add(new Operation(scheme, "verify", 1, () -> verify(algorithm)));
    operations.add(new Operation(scheme, "verify", BATCH, () -> verifyMany(algorithm)));
    // Of signatures, only ECDSA has points that compress: and it has no equation for batches.
    if (!scheme.formats().contains(KeyFormat.COMPRESSED)) {
      operations.add(new Operation(scheme, VERIFY_BATCH, BATCH, () -> batch(algorithm)));
    }
  }

  private static Call keygen(Scheme scheme) {
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    return keygen(scheme, agreement::fromPrivateKey);
  }

  private static Call keygen(Scheme scheme, String algorithm) {
    Signer signer = Signer.of(algorithm);
    return keygen(scheme, signer::fromPrivateKey);
  }

  /** Of a given private key, so that no random generator is measured. */
  private static Call keygen(Scheme scheme, FromPrivateKey from) {
    byte[] privateKey = new byte[scheme.privateKeySize()];
    SecureRandom random = new SecureRandom();
    while (true) {
      random.nextBytes(privateKey);
      try {
        from.pair(privateKey).close();
        return () -> from.pair(privateKey).hashCode();
      } catch (IllegalArgumentException e) {
        // An integer that is not below the order: another one.
      }
    }
  }

  private static Call agree(Scheme scheme) {
    SecureRandom random = new SecureRandom();
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    KeyPair pair = agreement.generate(random);
    byte[] peer = agreement.generate(random).publicKey();
    return () -> agreement.agree(pair, peer)[0];
  }

  private static Call keygenMany(Scheme scheme) {
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    SecureRandom random = new FastRandom();
    return () -> agreement.generate(random, BATCH).get(BATCH - 1).hashCode();
  }

  private static Call agreeMany(Scheme scheme) {
    SecureRandom random = new SecureRandom();
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    List<KeyPair> pairs = agreement.generate(random, BATCH);
    List<byte[]> peers =
        agreement.generate(random, BATCH).stream().map(KeyPair::publicKey).toList();
    return () -> {
      int results = 0;
      for (AgreementResult result : agreement.agree(pairs, peers)) {
        results += result.secret()[0];
      }
      return results;
    };
  }

  private static Call sign(String algorithm) {
    Signer signer = Signer.of(algorithm);
    KeyPair pair = signer.generate(new SecureRandom());
    return () -> signer.sign(pair, MESSAGE, NO_CONTEXT)[0];
  }

  private static Call signMany(String algorithm) {
    Signed signed = new Signed(algorithm);
    return () -> signed.sign().get(BATCH - 1).signature()[0];
  }

  private static Call verifyMany(String algorithm) {
    Signed signed = new Signed(algorithm);
    Verifier verifier = Verifier.of(algorithm);
    List<byte[]> keys = signed.pairs.stream().map(KeyPair::publicKey).toList();
    List<byte[]> signatures = signed.sign().stream().map(SignatureResult::signature).toList();
    return () -> check(verifier.verifyVartime(keys, signed.inputs, signatures)[BATCH - 1]);
  }

  /** 64 messages and as many keys to sign them with. */
  private static final class Signed {
    private final List<KeyPair> pairs = new ArrayList<>();
    private final List<SignatureInput> inputs =
        Collections.nCopies(
            BATCH, SignatureInput.ofMessage(MESSAGE, SignatureOptions.ofContext(NO_CONTEXT)));
    private final Signer signer;

    Signed(String algorithm) {
      signer = Signer.of(algorithm);
      for (int i = 0; i < BATCH; i++) {
        pairs.add(signer.generate(new SecureRandom()));
      }
    }

    List<SignatureResult> sign() {
      return signer.sign(pairs, inputs);
    }
  }

  private static Call verify(String algorithm) {
    Signer signer = Signer.of(algorithm);
    Verifier verifier = Verifier.of(algorithm);
    KeyPair pair = signer.generate(new SecureRandom());
    byte[] key = pair.publicKey();
    byte[] signature = signer.sign(pair, MESSAGE, NO_CONTEXT);
    return () -> check(verifier.verifyVartime(key, MESSAGE, NO_CONTEXT, signature));
  }

  /** 64 signatures of 64 keys. */
  private static Call batch(String algorithm) {
    Signer signer = Signer.of(algorithm);
    Verifier verifier = Verifier.of(algorithm);
    SecureRandom random = new SecureRandom();
    byte[][] keys = new byte[BATCH][];
    byte[][] signatures = new byte[BATCH][];
    for (int i = 0; i < BATCH; i++) {
      KeyPair pair = signer.generate(random);
      keys[i] = pair.publicKey();
      signatures[i] = signer.sign(pair, MESSAGE, NO_CONTEXT);
    }
    return () -> {
      Batch batch = verifier.batch();
      for (int i = 0; i < BATCH; i++) {
        batch.add(keys[i], MESSAGE, NO_CONTEXT, signatures[i]);
      }
      return check(batch.verifyVartime(random)[BATCH - 1]);
    };
  }

  private static int check(boolean valid) {
    if (!valid) {
      throw new IllegalStateException("a good signature was refused");
    }
    return 1;
  }
}
