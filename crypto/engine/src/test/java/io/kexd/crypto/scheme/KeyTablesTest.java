package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.kexd.crypto.model.Cut;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.PartMultiples;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.ToyCurve;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which keys get multiples, which keep them, and for how much. Keys are any bytes here. */
class KeyTablesTest {
  private static final ToyCurve TOY =
      ToyCurve.small().stream().filter(toy -> !toy.isEdwards()).findFirst().orElseThrow();

  private final Cut cut = new Cut(3, 2, 2);
  private final KeyTables tables = new KeyTables(TOY.curve, 4, cut, cut);
  private final Point point = TOY.toEngine(Group.of(TOY.curve), TOY.base);

  private static byte[] key(int i) {
    return new byte[] {4, (byte) (i >> 8), (byte) i, 7};
  }

  private void add(int i) {
    tables.add(key(i), 0, point);
  }

  private boolean isKnown(int i) {
    return tables.find(key(i), 0) != null;
  }

  @Test
  void theSecondTimeIsDue() {
    assertNull(tables.find(key(1), 0));
    assertFalse(tables.isDue(key(1), 0));
    assertFalse(tables.isDue(key(2), 0));
    assertTrue(tables.isDue(key(1), 0));
    byte[] keys = new byte[12];
    System.arraycopy(key(1), 0, keys, 5, 4);
    tables.add(keys, 5, point);
    PartMultiples multiples = tables.find(key(1), 0);
    assertNotNull(multiples);
    assertSame(multiples, tables.find(keys, 5));
    assertNull(tables.find(keys, 4));
    tables.add(key(1), 0, point);
    assertSame(multiples, tables.find(key(1), 0), "another thread's is kept");
  }

  @Test
  void forgetsAllKeys() {
    for (int i = 0; i < 2 * KeyTables.MOST; i++) {
      add(i);
      tables.isDue(key(i), 0);
    }
    tables.forget();
    for (int i = 0; i < 2 * KeyTables.MOST; i++) {
      assertFalse(isKnown(i));
      assertFalse(tables.isDue(key(i), 0));
    }
  }

  /** 31 a + b is the same. */
  @Test
  void aHashIsNoKey() {
    tables.add(new byte[] {4, 9, 60, 7}, 0, point);
    assertNull(tables.find(new byte[] {4, 10, 29, 7}, 0));
    assertNotNull(tables.find(new byte[] {4, 9, 60, 7}, 0));
  }

  /** The one that is asked for stays, those that are not go, and there are never more. */
  @Test
  void whatIsUsedStays() {
    for (int i = 0; i < 4 * KeyTables.MOST; i++) {
      add(i);
      assertTrue(isKnown(0), "after " + i);
    }
    int known = 0;
    for (int i = 0; i < 4 * KeyTables.MOST; i++) {
      known += isKnown(i) ? 1 : 0;
    }
    assertEquals(KeyTables.MOST, known);
  }

  /** Keys that come twice each: after the first ones, multiples for one of many. */
  @Test
  void floodsCostLittle() {
    int calls = 20_000;
    int due = 0;
    for (int i = 0; i < calls; i++) {
      due += tables.isDue(key(i / 2), 0) ? 1 : 0;
    }
    int expected = KeyTables.MOST + calls / 64;
    assertTrue(due > expected - 5 && due <= expected, "due " + due);
  }

  @Test
  void findingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] keys = {4, 0, 1, 7, 4, 9, 9, 9};
    add(1);
    int found = 0;
    for (int i = 0; i < 2000; i++) {
      found += count(keys);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 2000; i++) {
      found += count(keys);
    }
    assertEquals(0, (threads.getCurrentThreadAllocatedBytes() - before) / 2000);
    assertEquals(4000, found);
  }

  private int count(byte[] keys) {
    tables.isDue(keys, 4);
    return (tables.find(keys, 0) != null ? 1 : 0) + (tables.find(keys, 4) != null ? 1 : 0);
  }

  /** What a thread finds is what was made for that key. */
  @Test
  void threadsFindTheirKeys() throws InterruptedException {
    int threads = 4;
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(threads);
    @Nullable PartMultiples[] made = new PartMultiples[3 * KeyTables.MOST];
    for (int t = 0; t < threads; t++) {
      int own = t;
      Thread thread =
          new Thread(
              () -> {
                for (int round = 0; round < 20; round++) {
                  for (int i = own; i < made.length; i += threads) { // nobody else adds these
                    PartMultiples found = tables.find(key(i), 0);
                    if (found == null) {
                      add(i);
                      made[i] = tables.find(key(i), 0);
                    } else if (found != made[i] && made[i] != null) {
                      wrong.incrementAndGet();
                    }
                  }
                }
                done.countDown();
              });
      thread.start();
    }
    done.await();
    assertEquals(0, wrong.get());
  }
}
