package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.SignatureRules;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the keyset does for signing keys. It seals the private key of each version, bound to owner,
 * name, version, algorithm and public key; and it authenticates each key as a whole, so that a row
 * that was changed by anyone else is noticed. Thread-safe.
 */
public final class KeySeals {
  private static final byte[] CHECK = "kexd-keyset-v1".getBytes(StandardCharsets.US_ASCII);
  private static final int PREFIX = 5;
  private static final byte[] NOTHING = new byte[0];

  /** What seals and opens. */
  interface Box {
    byte[] seal(byte[] plain, byte[] associated);

    byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException;
  }

  private final Box sealing;

  private KeySeals(Box sealing) {
    this.sealing = sealing;
  }

  /** Under a keyset that lives in memory only. */
  public static KeySeals inMemory() {
    return new KeySeals(Keysets.inMemory());
  }

  /** Under a keyset from a file. */
  public static KeySeals under(Sealing file) {
    return new KeySeals(
        new Box() {
          @Override
          public byte[] seal(byte[] plain, byte[] associated) {
            return file.seal(plain, associated);
          }

          @Override
          public byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException {
            return file.open(sealed, associated);
          }
        });
  }

  /** A version of a key from a pair. */
  Version seal(SigningKey.Id id, String algorithm, Version open, KeyPair pair) {
    byte[] privateKey = pair.privateKey();
    try {
      return open.sealedAs(
          sealing.seal(privateKey, version(id, algorithm, open.number(), pair.publicKey())));
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  /**
   * The pair of a version.
   *
   * @throws GeneralSecurityException when it is damaged
   */
  KeyPair open(SigningKey key, Version version) throws GeneralSecurityException {
    byte[] privateKey = sealing.open(version.sealed(), version(key, version));
    try {
      return KeyPair.restore(
          SignatureRules.of(key.algorithm()).scheme().id(), privateKey, version.publicKey());
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException(e);
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  /** The same key with every private key sealed anew, under what is now the primary key. */
  SigningKey reseal(SigningKey key) {
    return key.having(key.versions().stream().map(version -> reseal(key, version)).toList());
  }

  private Version reseal(SigningKey key, Version version) {
    byte[] associated = version(key, version);
    byte[] privateKey;
    try {
      privateKey = sealing.open(version.sealed(), associated);
    } catch (GeneralSecurityException e) {
      throw new DamagedKey();
    }
    try {
      return version.sealedAs(sealing.seal(privateKey, associated));
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  /** What is now the primary key, told by what it seals. */
  byte[] primary() {
    return sealedBy(check());
  }

  /** The id of a key, as Tink's tools show it, from what it seals. */
  static long keyId(byte[] sealed) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(sealed, 1, Integer.BYTES).getInt());
  }

  /** Whether that key sealed this one as a whole and all its private keys. */
  static boolean isSealedBy(byte[] primary, Stored stored) {
    return isSealedBy(primary, stored.seal())
        && stored.key().versions().stream()
            .allMatch(version -> isSealedBy(primary, version.sealed()));
  }

  /** Whether that key sealed this. */
  static boolean isSealedBy(byte[] primary, byte[] sealed) {
    return Arrays.equals(primary, sealedBy(sealed));
  }

  /** Tink's prefix of a ciphertext names the key of the keyset. */
  private static byte[] sealedBy(byte[] sealed) {
    return Arrays.copyOf(sealed, PREFIX);
  }

  /** A key with its seal. */
  Stored stored(SigningKey key) {
    return new Stored(key, sealing.seal(NOTHING, whole(key)));
  }

  /** Whether a key is as it was stored. Of a destroyed one nothing is left to be used. */
  boolean isIntact(Stored stored) {
    SigningKey key = stored.key();
    try {
      return key.isDestroyed() || opens(stored.seal(), whole(key));
    } catch (UncheckedIOException e) {
      return false; // No text that was stored is so long.
    }
  }

  /** Whether a key is as it was stored, and each of its private keys opens. */
  boolean opens(Stored stored) {
    SigningKey key = stored.key();
    return isIntact(stored) && key.versions().stream().allMatch(version -> opens(key, version));
  }

  private boolean opens(SigningKey key, Version version) {
    try {
      Arrays.fill(sealing.open(version.sealed(), version(key, version)), (byte) 0);
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Something by which the keyset is known again. */
  public byte[] check() {
    return sealing.seal(NOTHING, CHECK);
  }

  /** Whether this keyset made that check. */
  public boolean isRight(Optional<byte[]> check) {
    return check.isPresent() && opens(check.get(), CHECK);
  }

  private boolean opens(byte[] seal, byte[] associated) {
    try {
      return sealing.open(seal, associated).length == 0;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static byte[] version(SigningKey key, Version version) {
    return version(key.id(), key.algorithm(), version.number(), version.publicKey());
  }

  private static byte[] version(SigningKey.Id id, String algorithm, int number, byte[] publicKey) {
    return bytes(
        out -> {
          out.writeUTF("kexd-signing-key-v1");
          out.writeUTF(id.owner());
          out.writeUTF(id.name());
          out.writeInt(number);
          out.writeUTF(algorithm);
          write(out, publicKey);
        });
  }

  private static byte[] whole(SigningKey key) {
    return bytes(
        out -> {
          out.writeUTF("kexd-signing-row-v1");
          out.writeUTF(key.id().owner());
          out.writeUTF(key.name());
          out.writeUTF(key.algorithm());
          out.writeUTF(key.purpose().name());
          out.writeLong(key.createdAt().toEpochMilli());
          out.writeInt(key.primary());
          out.writeInt(key.minimal());
          write(out, key.state());
          out.writeInt(key.versions().size());
          for (Version version : key.versions()) {
            out.writeInt(version.number());
            write(out, version.state());
            out.writeLong(version.createdAt().toEpochMilli());
            write(out, version.publicKey());
            write(out, version.sealed());
          }
        });
  }

  private static void write(DataOutputStream out, KeyState state) throws IOException {
    out.writeUTF(state.status().name());
    out.writeLong(state.destroyAt().map(time -> time.toEpochMilli()).orElse(0L));
  }

  private static void write(DataOutputStream out, byte[] field) throws IOException {
    out.writeInt(field.length);
    out.write(field);
  }

  private interface Fields {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      fields.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A text of more than 64 KiB.
    }
    return bytes.toByteArray();
  }
}
