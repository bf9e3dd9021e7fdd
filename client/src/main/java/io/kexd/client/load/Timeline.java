package io.kexd.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Times and counts by when calls were due. Not safe for several threads. */
final class Timeline {
  /** More of them show no more on a screen, and each takes some 20 KB. */
  private static final int MOST = 240;

  private static final int DIGITS = 2;
  private static final long SECOND = 1_000_000_000;

  private static final class Part {
    private final Histogram times = Tally.histogram(DIGITS);
    private long offered;
    private long failed;
  }

  private final long width;
  private final List<Part> parts = new ArrayList<>();

  /** Parts of a second, or longer ones when the load is long. */
  Timeline(Duration duration) {
    width = SECOND * Math.max(1, (duration.toSeconds() + MOST - 1) / MOST);
  }

  void offered(long due) {
    at(due).offered++;
  }

  void failed(long due) {
    at(due).failed++;
  }

  void timed(long due, long nanos) {
    at(due).times.recordValue(nanos);
  }

  private Part at(long due) {
    int index = (int) (due / width);
    while (parts.size() <= index) {
      parts.add(new Part());
    }
    return parts.get(index);
  }

  List<Report.Slot> slots() {
    List<Report.Slot> slots = new ArrayList<>();
    for (Part part : parts) {
      slots.add(
          new Report.Slot(
              slots.size() * (double) width / SECOND,
              part.offered,
              part.failed,
              Report.Times.at(part.times, 50),
              Report.Times.at(part.times, 99),
              Report.Times.at(part.times, 100)));
    }
    return slots;
  }
}
