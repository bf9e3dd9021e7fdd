package io.kexd.server;

import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A server that nobody calls does nothing: no thread of it wakes up. */
class IdleTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long SECONDS = 3;

  /** Of one of the server's threads: how often it waited, and its processor time. */
  private record Activity(long waits, long nanos) {}

  @Test
  void anIdleServerRests() throws Exception {
    try (TestServer server =
        TestServer.start("curves", "x25519", "pools.target", "64", "pools.lowWater", "48")) {
      for (int i = 0; i < 200; i++) {
        assertEquals(
            32, server.keyExchange().exchange(exchange(Peer.random()).build()).getSecret().size());
      }
      awaitFullPool(server);
      Thread.sleep(1_000); // The connection's own aftermath.
      Map<String, Activity> before = activities();
      assertTrue(before.size() >= 3, before.toString());
      Thread.sleep(SECONDS * 1_000);
      Map<String, Activity> after = activities();
      long nanos = 0;
      for (Map.Entry<String, Activity> thread : after.entrySet()) {
        Activity then = before.getOrDefault(thread.getKey(), new Activity(0, 0));
        long waits = thread.getValue().waits() - then.waits();
        // Once a second it looks for what other servers did to signing keys: signingKeys.refresh.
        long due = thread.getKey().startsWith("kexd-signing-keys") ? SECONDS + 1 : 1;
        assertTrue(waits <= due, thread.getKey() + " woke up " + waits + " times");
        nanos += thread.getValue().nanos() - then.nanos();
      }
      assertTrue(nanos < 20_000_000 * SECONDS, "processor time: " + nanos + " ns");
    }
  }

  private static void awaitFullPool(TestServer server) throws InterruptedException {
    String depth = "kexd_pool_depth{curve=\"x25519\"}";
    for (int i = 0; i < 600 && server.metric(depth) < 48; i++) {
      Thread.sleep(20);
    }
    assertTrue(server.metric(depth) >= 48);
  }

  private static Map<String, Activity> activities() {
    Map<String, Activity> found = new TreeMap<>();
    for (ThreadInfo thread : THREADS.dumpAllThreads(false, false)) {
      if (thread.getThreadName().startsWith("kexd-")) {
        found.put(
            thread.getThreadName() + " " + thread.getThreadId(),
            new Activity(thread.getWaitedCount(), THREADS.getThreadCpuTime(thread.getThreadId())));
      }
    }
    return found;
  }
}
