package io.kexd.client.load;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which calls are offered, and how many of each. */
public record Mix(List<Share> shares) {
  private static final int MOST = 64;
  private static final Pattern SHARE = Pattern.compile("([^:=,]+):([^:=,]+)(?:=(\\d{1,6}))?");

  /**
   * A part of the mix.
   *
   * @param subject a curve id, or the name of a signing key for sign and verify
   * @param weight its part of the rate, to the sum of all weights
   */
  public record Share(String subject, Operation operation, int weight) {}

  public Mix {
    shares = List.copyOf(shares);
  }

  /**
   * Reads {@code x25519:exchange=70,p521:exchange=30}; without a weight it is 1.
   *
   * @throws IllegalArgumentException when it is no mix; the message says why
   */
  public static Mix parse(String text) {
    List<Share> shares = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      Share share = share(part);
      if (!seen.add(share.subject() + ":" + share.operation())) {
        throw new IllegalArgumentException("a mix has " + part + " twice");
      }
      shares.add(share);
    }
    if (shares.size() > MOST) {
      throw new IllegalArgumentException("a mix has at most " + MOST + " parts");
    }
    return new Mix(shares);
  }

  private static Share share(String text) {
    Matcher matcher = SHARE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a mix is written CURVE:OPERATION=WEIGHT,... with weights from 1 to 999999, not '"
              + text
              + "'");
    }
    Operation operation =
        Operation.of(matcher.group(2))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'%s' is no operation: there are %s"
                            .formatted(matcher.group(2), Operation.ids())));
    int weight = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
    if (weight == 0) {
      throw new IllegalArgumentException("the weight of '" + text + "' must be at least 1");
    }
    return new Share(matcher.group(1), operation, weight);
  }

  /** The weights, in the order of the shares. */
  int[] weights() {
    return shares.stream().mapToInt(Share::weight).toArray();
  }

  @Override
  public String toString() {
    return String.join(
        ",",
        shares.stream()
            .map(s -> s.subject() + ":" + s.operation().id() + "=" + s.weight())
            .toList());
  }
}
