import io.kexd.crypto.AgreementResult;
import io.kexd.crypto.Batch;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.SignatureInput;
import io.kexd.crypto.SignatureOptions;
import io.kexd.crypto.SignatureResult;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.crypto.WarmUp;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import peers.Engine;
import peers.Ref;
import peers.Task;

/**
 * kexd's engine for the harness of ../shared/bench/peers: see docs/performance.md. Operations of
 * the harness's own names run one at a time; those that end in -batch64 run 64 in a call, in
 * lanes. {@code verify-batch64} verifies each by itself, {@code equation-batch64} all by one random
 * combination. Keys are checked as the service checks them.
 */
public final class KexdEngine implements Engine {
  private static final int BATCH = 64;
  private static final String MANY = "-batch" + BATCH;
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final byte[] NO_CONTEXT = new byte[0];

  private final SecureRandom random = new SecureRandom();
  private final byte[] message = new byte[32];

  @Override
  public String name() {
    return "kexd";
  }

  @Override
  public String note() {
    return "this project's engine, public API; constant time for secrets by construction";
  }

  @Override
  public List<String> ops() {
    List<String> ops = new ArrayList<>();
    for (String curve : List.of("x25519", "x448", "p256", "p384", "p521")) {
      for (String verb : List.of(":keygen", ":agree")) {
        ops.add(curve + verb);
        ops.add(curve + verb + MANY);
      }
    }
    for (String curve : List.of("ed25519", "ed448", "p256", "p384", "p521")) {
      for (String verb : List.of(":sign", ":verify")) {
        ops.add(curve + verb);
        ops.add(curve + verb + MANY);
      }
    }
    for (String curve : List.of("ed25519", "ed448")) {
      ops.add(curve + ":keygen");
      ops.add(curve + ":equation" + MANY);
    }
    return List.copyOf(ops);
  }

  @Override
  public Task task(String op) throws Exception {
    String[] parts = op.replace(MANY, "").split(":", -1);
    String curve = parts[0];
    boolean many = op.endsWith(MANY);
    boolean agrees = !curve.startsWith("ed") && (parts[1].equals("keygen") || parts[1].equals("agree"));
    Task task = agrees ? agreement(curve, parts[1], many) : signature(curve, parts[1], many);
    String scheme = agrees || curve.startsWith("ed") ? curve : "ecdsa-" + curve;
    Task warm = new Task() {
      private boolean isWarm = Boolean.getBoolean("peers.check");

      @Override
      public Object run() throws Exception {
        if (!isWarm) {
          WarmUp.run(List.of(scheme), WARM_UP);
          isWarm = true;
        }
        return task.run();
      }

      @Override
      public int batch() {
        return many ? BATCH : 1;
      }
    };
    return warm;
  }

  private Task agreement(String curve, String verb, boolean many) throws Exception {
    KeyAgreement engine = KeyAgreement.of(curve);
    List<KeyPair> pairs = engine.generate(random, BATCH);
    List<byte[]> peers = engine.generate(random, BATCH).stream().map(KeyPair::publicKey).toList();
    if (Boolean.getBoolean("peers.check")) {
      check(curve, engine, pairs.get(0), peers.get(1));
    }
    if (verb.equals("keygen")) {
      return many ? () -> engine.generate(random, BATCH) : () -> engine.generate(random);
    }
    int[] next = {0};
    return many
        ? () -> secrets(engine.agree(pairs, peers))
        : () -> {
          int i = next[0]++ & 15;
          return engine.agree(pairs.get(i), peers.get(i));
        };
  }

  private static Object secrets(List<AgreementResult> results) throws Exception {
    for (AgreementResult result : results) {
      result.secret();
    }
    return results;
  }

  private static void check(String curve, KeyAgreement engine, KeyPair pair, byte[] peer)
      throws Exception {
    KeyFactory keys = KeyFactory.getInstance(curve.startsWith("x") ? "XDH" : "EC", "SunEC");
    PrivateKey mine = keys.generatePrivate(new PKCS8EncodedKeySpec(engine.toPkcs8(pair)));
    PublicKey theirs =
        keys.generatePublic(new X509EncodedKeySpec(engine.encode(peer, KeyFormat.SPKI)));
    javax.crypto.KeyAgreement sun =
        javax.crypto.KeyAgreement.getInstance(curve.startsWith("x") ? "XDH" : "ECDH", "SunEC");
    sun.init(mine);
    sun.doPhase(theirs, true);
    byte[] secret = sun.generateSecret();
    Ref.that(Arrays.equals(secret, engine.agree(pair, peer)), curve + " agreement");
    byte[] batched = engine.agree(List.of(pair), List.of(peer)).get(0).secret();
    Ref.that(Arrays.equals(secret, batched), curve + " agreements");
  }

  private static String algorithm(String curve) {
    return switch (curve) {
      case "p256" -> "ecdsa-p256-sha256";
      case "p384" -> "ecdsa-p384-sha384";
      case "p521" -> "ecdsa-p521-sha512";
      default -> curve;
    };
  }

  private Task signature(String curve, String verb, boolean many) throws Exception {
    Signer signer = Signer.of(algorithm(curve));
    Verifier verifier = Verifier.of(algorithm(curve));
    List<KeyPair> pairs = new ArrayList<>();
    List<byte[]> made = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      pairs.add(signer.generate(random));
      made.add(signer.sign(pairs.get(i), message, NO_CONTEXT));
    }
    if (Boolean.getBoolean("peers.check")) {
      check(curve, verifier, pairs.get(0).publicKey(), made.get(0));
    }
    List<SignatureInput> inputs =
        Collections.nCopies(
            BATCH, SignatureInput.ofMessage(message, SignatureOptions.ofContext(NO_CONTEXT)));
    List<byte[]> keys = pairs.stream().map(KeyPair::publicKey).toList();
    int[] next = {0};
    if (many) {
      return switch (verb) {
        case "sign" -> () -> signatures(signer.sign(pairs, inputs));
        case "verify" -> () -> requireAll(verifier.verifyVartime(keys, inputs, made));
        case "equation" -> () -> verifyAll(verifier, keys, made);
        default -> throw new IllegalArgumentException(verb);
      };
    }
    return switch (verb) {
      case "keygen" -> () -> signer.generate(random);
      case "sign" -> () -> signer.sign(pairs.get(next[0]++ & 15), message, NO_CONTEXT);
      case "verify" -> () -> verify(verifier, keys, made, next[0]++ & 15);
      default -> throw new IllegalArgumentException(verb);
    };
  }

  private static Object signatures(List<SignatureResult> results) {
    for (SignatureResult result : results) {
      result.signature();
    }
    return results;
  }

  private Object verify(Verifier verifier, List<byte[]> keys, List<byte[]> made, int i) {
    boolean valid = verifier.verifyVartime(keys.get(i), message, NO_CONTEXT, made.get(i));
    Ref.that(valid, "verification");
    return valid;
  }

  private static Object requireAll(boolean[] valid) {
    for (boolean one : valid) {
      Ref.that(one, "verification of many");
    }
    return valid;
  }

  private Object verifyAll(Verifier verifier, List<byte[]> keys, List<byte[]> made) {
    Batch batch = verifier.batch();
    for (int i = 0; i < BATCH; i++) {
      batch.add(keys.get(i), message, NO_CONTEXT, made.get(i));
    }
    return requireAll(batch.verifyVartime(random));
  }

  private void check(String curve, Verifier verifier, byte[] publicKey, byte[] made)
      throws Exception {
    boolean edwards = curve.startsWith("ed");
    PublicKey key =
        KeyFactory.getInstance(edwards ? "EdDSA" : "EC", "SunEC")
            .generatePublic(
                new X509EncodedKeySpec(verifier.encode(publicKey, KeyFormat.SPKI)));
    String name =
        switch (curve) {
          case "p256" -> "SHA256withECDSA";
          case "p384" -> "SHA384withECDSA";
          case "p521" -> "SHA512withECDSA";
          default -> "EdDSA";
        };
    Signature sun = Signature.getInstance(name, "SunEC");
    sun.initVerify(key);
    sun.update(message);
    Ref.that(sun.verify(made), curve + " signature");
  }
}
