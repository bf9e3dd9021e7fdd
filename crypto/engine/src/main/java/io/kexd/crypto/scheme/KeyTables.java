package io.kexd.crypto.scheme;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Cut;
import io.kexd.crypto.model.PartMultiples;
import io.kexd.crypto.model.Point;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * {@link PartMultiples} of the public keys that verify again and again, at most {@value #MOST}. A
 * key gets its own when it comes for the second time. Making them costs more than a verification,
 * so after the first {@value #MOST} that is done for one of {@value #EVERY} keys that have none:
 * whoever sends many keys twice takes little time from others, but may keep theirs out. Safe for
 * use by several threads; finding takes no lock and allocates nothing. Time: variable, all is
 * public.
 */
final class KeyTables {
  static final int MOST = 128;
  private static final int EVERY = 64;

  /** Keys that came once and are remembered, by their hash. */
  private static final int ONCE = 1024;

  private static final int WINDOW_OF_KEYS = 5;
  private static final int WINDOW_OF_BASE = 7;

  final Cut cutOfBase;
  final Cut cutOfKeys;

  /** Of a key. */
  final int bytes;

  private final Curve curve;
  private final AtomicLongArray once = new AtomicLongArray(ONCE);
  private final AtomicInteger missed = new AtomicInteger();
  private final AtomicInteger allowed = new AtomicInteger(MOST);

  /** Never changed, but replaced. */
  private volatile Entry[] entries = new Entry[0];

  /** The entry that is looked at next when one has to go. */
  private int hand;

  private volatile @Nullable PartMultiples base;

  /** For keys of so many bytes. */
  KeyTables(Curve curve, int bytes) {
    this(curve, bytes, Cut.of(curve, WINDOW_OF_BASE), Cut.of(curve, WINDOW_OF_KEYS));
  }

  KeyTables(Curve curve, int bytes, Cut cutOfBase, Cut cutOfKeys) {
    this.curve = curve;
    this.bytes = bytes;
    this.cutOfBase = cutOfBase;
    this.cutOfKeys = cutOfKeys;
  }

  private static final class Entry {
    final long hash;
    final byte[] key;
    final PartMultiples multiples;

    /** Since the hand passed. Written by several threads; a lost update costs a table at worst. */
    boolean used;

    Entry(long hash, byte[] key, PartMultiples multiples) {
      this.hash = hash;
      this.key = key;
      this.multiples = multiples;
    }

    boolean is(long otherHash, byte[] keys, int offset) {
      return hash == otherHash
          && Arrays.equals(key, 0, key.length, keys, offset, offset + key.length);
    }
  }

  /** The multiples of the key at that offset, or null; then the key must still be validated. */
  @Nullable PartMultiples find(byte[] keys, int offset) {
    long hash = hash(keys, offset);
    for (Entry entry : entries) {
      if (entry.is(hash, keys, offset)) {
        if (!entry.used) {
          entry.used = true;
        }
        return entry.multiples;
      }
    }
    return null;
  }

  /** The multiples of the base point; there are some where there are any of a key. */
  PartMultiples base() {
    PartMultiples made = base;
    if (made == null) {
      made = PartMultiples.ofBase(curve, cutOfBase);
      base = made;
    }
    return made;
  }

  /** Whether a valid key that has no multiples should get them now. */
  boolean isDue(byte[] keys, int offset) {
    if (missed.incrementAndGet() % EVERY == 0) {
      allowed.updateAndGet(n -> Math.min(MOST, n + 1));
    }
    long hash = hash(keys, offset);
    return once.getAndSet((int) (hash & (ONCE - 1)), hash) == hash
        && allowed.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  /**
   * Makes the multiples of a valid key.
   *
   * @param P its point, the same in all lanes, with its T
   */
  void add(byte[] keys, int offset, Point P) {
    PartMultiples multiples = new PartMultiples(curve, cutOfKeys, P);
    byte[] key = Arrays.copyOfRange(keys, offset, offset + bytes);
    base();
    put(new Entry(hash(keys, offset), key, multiples));
  }

  /** Forgets all keys. */
  synchronized void forget() {
    entries = new Entry[0];
    hand = 0;
    for (int i = 0; i < ONCE; i++) {
      once.setPlain(i, 0);
    }
  }

  /** Adds an entry or, where there are enough, replaces one that was not used for long. */
  private synchronized void put(Entry entry) {
    Entry[] old = entries;
    for (Entry other : old) {
      if (other.is(entry.hash, entry.key, 0)) {
        return; // another thread was faster
      }
    }
    Entry[] changed = Arrays.copyOf(old, Math.min(MOST, old.length + 1));
    changed[old.length < MOST ? old.length : victim(old)] = entry;
    entries = changed;
  }

  /** The first that was not used since it was looked at last; others may be used meanwhile. */
  private int victim(Entry[] of) {
    for (int i = 0; i < of.length && of[hand].used; i++) {
      of[hand].used = false;
      hand = (hand + 1) % of.length;
    }
    int found = hand;
    hand = (hand + 1) % of.length;
    return found;
  }

  /** Tells honest keys apart: their coordinates are as good as random. */
  private long hash(byte[] keys, int offset) {
    long hash = 0;
    for (int i = 0; i < bytes; i++) {
      hash = 31 * hash + keys[offset + i];
    }
    return hash;
  }
}
