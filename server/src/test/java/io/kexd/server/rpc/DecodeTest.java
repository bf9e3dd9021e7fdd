package io.kexd.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the wire can hold and Java's types cannot. */
class DecodeTest {
  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, -1",
    "9223372036854775807, 999999999",
    "-315576000001, 0",
    "315576000001, 0",
    "1, -1",
    "-1, 1",
    "0, 1000000000",
    "0, -2147483648",
  })
  void durationsThatAreNone(long seconds, int nanos) {
    Refusal refused = assertThrows(Refusal.class, () -> duration(seconds, nanos));
    assertEquals(Reason.INVALID_REQUEST, refused.reason());
    assertEquals("ttl", refused.field().orElseThrow());
  }

  @Test
  void everyOtherDurationIsTaken() {
    assertEquals(Duration.ofSeconds(1, 5), duration(1, 5));
    assertEquals(Duration.ofSeconds(-315_576_000_000L, -1), duration(-315_576_000_000L, -1));
  }

  private static Duration duration(long seconds, int nanos) {
    return Decode.duration(
        "ttl",
        com.google.protobuf.Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build());
  }
}
