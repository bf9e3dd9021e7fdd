package io.kexd.bench;

import io.kexd.crypto.Batch;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured: an operation of a scheme, through the public API.
 *
 * @param scheme whose operation it is
 * @param name keygen, agree, sign, verify or verify-batch64
 * @param perCall operations that one call does
 * @param call does them and returns something of the result
 */
record Operation(Scheme scheme, String name, int perCall, Call call) {
  /** A call; its result keeps the compiler from leaving it out. */
  interface Call {
    int run() throws InvalidKeyException;
  }

  private static final int BATCH = 64;
  private static final byte[] MESSAGE = new byte[32];
  private static final byte[] NO_CONTEXT = new byte[0];

  /** Every operation of every scheme of the index. */
  static List<Operation> all() throws InvalidKeyException {
    List<Operation> operations = new ArrayList<>();
    for (Scheme scheme : Curves.all()) {
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        addAgreement(operations, scheme);
      } else {
        addSignature(operations, scheme);
      }
    }
    return operations;
  }

  private static void addAgreement(List<Operation> operations, Scheme scheme) {
    SecureRandom random = new SecureRandom();
    KeyAgreement agreement = KeyAgreement.of(scheme.id());
    KeyPair pair = agreement.generate(random);
    byte[] peer = agreement.generate(random).publicKey();
    byte[] privateKey = randomBytes(random, scheme.privateKeySize());
    Call keygen = () -> agreement.fromPrivateKey(privateKey).hashCode();
    operations.add(new Operation(scheme, "keygen", 1, keygen));
    operations.add(new Operation(scheme, "agree", 1, () -> agreement.agree(pair, peer)[0]));
  }

  private static void addSignature(List<Operation> operations, Scheme scheme) {
    SecureRandom random = new SecureRandom();
    Signer signer = Signer.of(scheme.id());
    Verifier verifier = Verifier.of(scheme.id());
    KeyPair pair = signer.generate(random);
    byte[] key = pair.publicKey();
    byte[] signature = signer.sign(pair, MESSAGE, NO_CONTEXT);
    byte[] privateKey = randomBytes(random, scheme.privateKeySize());
    Call keygen = () -> signer.fromPrivateKey(privateKey).hashCode();
    Call sign = () -> signer.sign(pair, MESSAGE, NO_CONTEXT)[0];
    Call verify = () -> check(verifier.verifyVartime(key, MESSAGE, NO_CONTEXT, signature));
    operations.add(new Operation(scheme, "keygen", 1, keygen));
    operations.add(new Operation(scheme, "sign", 1, sign));
    operations.add(new Operation(scheme, "verify", 1, verify));
    operations.add(batch(scheme, signer, verifier, random));
  }

  /** 64 signatures of 64 keys. */
  private static Operation batch(
      Scheme scheme, Signer signer, Verifier verifier, SecureRandom random) {
    byte[][] keys = new byte[BATCH][];
    byte[][] signatures = new byte[BATCH][];
    for (int i = 0; i < BATCH; i++) {
      KeyPair pair = signer.generate(random);
      keys[i] = pair.publicKey();
      signatures[i] = signer.sign(pair, MESSAGE, NO_CONTEXT);
    }
    Call call =
        () -> {
          Batch batch = verifier.batch();
          for (int i = 0; i < BATCH; i++) {
            batch.add(keys[i], MESSAGE, NO_CONTEXT, signatures[i]);
          }
          return check(batch.verifyVartime(random)[BATCH - 1]);
        };
    return new Operation(scheme, "verify-batch" + BATCH, BATCH, call);
  }

  private static byte[] randomBytes(SecureRandom random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  private static int check(boolean valid) {
    if (!valid) {
      throw new IllegalStateException("a good signature was refused");
    }
    return 1;
  }
}
