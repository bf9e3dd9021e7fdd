package io.kexd.crypto;

import io.kexd.crypto.KernelChoice.Measured;
import io.kexd.crypto.KernelChoice.State;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * One operation of a scheme on one lane and on several: whichever is the fastest for as many as
 * wait serves. The kernel of one lane always can. One of several lanes must first be warm, give the
 * answers of the kernel of one lane, and be timed: {@link WarmUp} sees to that. Safe for use by
 * several threads.
 */
final class Kernels<T> {
  /** An operation on a kernel. */
  interface Call<T> {
    /** Computes the operations {@code first} to {@code first + count - 1} of those that wait. */
    void run(T kernel, int first, int count);
  }

  /** The operation on inputs of its own, ordinary ones and edge cases. */
  interface Trial<T> {
    /** How many inputs there are: at least as many as the largest kernel takes in a call. */
    int size();

    /** The results with the inputs {@code first} to {@code first + count - 1}, in one call. */
    byte[][] run(T kernel, int first, int count);
  }

  /** A kernel that serves, with its lanes and what it takes in a call. */
  private record Serving<T>(T kernel, int lanes, int capacity) {}

  private final String scheme;
  private final String operation;
  private final boolean forced;
  private final Variants<T> variants;
  private final List<Candidate<T>> candidates = new ArrayList<>();
  private final Candidate<T> one;
  private final Lazy<Trial<T>> trial;

  /** Who serves, for the numbers of {@link Candidate#WAITING}. Replaced as a whole. */
  private volatile List<Serving<T>> choice;

  private volatile List<KernelChoice> view = List.of();

  /**
   * @param trials makes the inputs when they are first needed
   * @throws IllegalStateException when the setting {@link Lanes#SETTING} is none, or asks for a
   *     kernel that there is not
   */
  Kernels(String scheme, String operation, Variants<T> variants, Supplier<Trial<T>> trials) {
    this.scheme = scheme;
    this.operation = operation;
    this.variants = variants;
    this.trial = new Lazy<>(trials);
    for (int lanes : Lanes.WIDTHS) {
      candidates.add(new Candidate<>(lanes, variants));
    }
    this.one = candidates.get(0);
    OptionalInt lanes = Lanes.forced();
    this.forced = lanes.isPresent();
    Serving<T> serving = serving(lanes.isPresent() ? force(lanes.getAsInt()) : one);
    this.choice = List.of(serving, serving, serving, serving);
    this.view = look();
  }

  private Candidate<T> force(int lanes) {
    Candidate<T> wanted = candidate(lanes);
    if (!wanted.isPresent() || (wanted != one && !wanted.isRight(trial(), one.kernel()))) {
      throw new IllegalStateException(
          "%s=%d cannot be had for %s of %s: %s"
              .formatted(Lanes.SETTING, lanes, operation, scheme, wanted.reason()));
    }
    return wanted;
  }

  private Serving<T> serving(Candidate<T> c) {
    T kernel = c.kernel();
    return new Serving<>(kernel, c.lanes, variants.capacity(kernel));
  }

  private Candidate<T> candidate(int lanes) {
    return candidates.get(Lanes.WIDTHS.indexOf(lanes));
  }

  private Trial<T> trial() {
    return trial.get();
  }

  /** Who serves so many: for 3 whoever is the best for 4, for 5 and more whoever is for 8. */
  private Serving<T> choice(int waiting) {
    int i = 0;
    while (i < Candidate.WAITING.length - 1 && Candidate.WAITING[i] < waiting) {
      i++;
    }
    return choice.get(i);
  }

  /** The kernel that serves so many. */
  T fastest(int waiting) {
    return choice(waiting).kernel();
  }

  /** Computes all that wait, in as many calls as are fastest. */
  void each(int waiting, Call<T> call) {
    for (int done = 0; done < waiting; ) {
      Serving<T> s = choice(waiting - done);
      int count = Math.min(part(waiting - done, s), s.capacity);
      call.run(s.kernel, done, count);
      done += count;
    }
  }

  /** All, or as many as fill the lanes, where another kernel is better for the rest. */
  private int part(int waiting, Serving<T> s) {
    int rest = waiting % s.lanes;
    boolean other = rest != 0 && rest < waiting && choice(rest).lanes != s.lanes;
    return other ? waiting - rest : waiting;
  }

  /**
   * Gives the kernel of that many lanes turns until it gets no faster, compares it with that of one
   * lane and times both. Then the choice is made anew. Once more does no harm: it finds a kernel
   * that was compiled meanwhile. For one thread at a time, while others may be served.
   *
   * @param budget nanoseconds of CPU time, more or less
   */
  void warm(int lanes, long budget) {
    long end = Candidate.cpu() + budget;
    boolean more = true;
    while (more && Candidate.cpu() < end) {
      more = turn(lanes);
    }
    settle(lanes);
  }

  /**
   * A turn of the warm-up of the kernel of that many lanes, and of that of one lane. As soon as it
   * is faster, it is compared, timed and may serve.
   *
   * @return whether more turns may make it faster
   */
  synchronized boolean turn(int lanes) {
    boolean more = one.turn(trial(), Long.MAX_VALUE);
    Candidate<T> c = candidate(lanes);
    if (c == one || !c.isPresent()) {
      return more;
    }
    try {
      long target = c.lanes * one.nanosOfOne();
      more = c.turn(trial(), target);
      if (!c.isTimed() && c.isWithin(target)) {
        settle(lanes);
      }
      return more;
    } catch (RuntimeException | LinkageError e) {
      c.failed(e);
      choose();
      view = look();
      return false;
    }
  }

  /** Compares the kernel of that many lanes as it is by now, times it and makes the choice. */
  synchronized void settle(int lanes) {
    one.time(trial());
    Candidate<T> c = candidate(lanes);
    if (c != one && c.isPresent()) {
      tryOut(c);
    }
    candidates.forEach(Candidate::isPresent); // those that are not tried say why
    choose();
    view = look();
  }

  private void tryOut(Candidate<T> c) {
    try {
      if (c.isRight(trial(), one.kernel())) {
        c.time(trial());
      }
    } catch (RuntimeException | LinkageError e) {
      c.failed(e);
    }
  }

  private void choose() {
    if (forced) {
      dropWrong();
      return;
    }
    List<Serving<T>> chosen = new ArrayList<>();
    for (int i = 0; i < Candidate.WAITING.length; i++) {
      Candidate<T> best = one;
      for (Candidate<T> c : candidates) {
        best = c.isTimed() && c.nanos(i) < best.nanos(i) ? c : best;
      }
      chosen.add(serving(best));
    }
    choice = List.copyOf(chosen);
  }

  /** One that is forced was right when it was new, and may be found wrong once it is compiled. */
  private void dropWrong() {
    if (candidate(choice.get(0).lanes).state() == State.WRONG) {
      Serving<T> serving = serving(one);
      choice = List.of(serving, serving, serving, serving);
    }
  }

  /** What is known of every kernel. */
  List<KernelChoice> view() {
    return view;
  }

  private List<KernelChoice> look() {
    List<KernelChoice> all = new ArrayList<>();
    for (Candidate<T> c : candidates) {
      State state = c == one ? State.READY : c.state();
      all.add(
          new KernelChoice(scheme, operation, c.lanes, state, c.reason(), serves(c), measured(c)));
    }
    return List.copyOf(all);
  }

  private List<Integer> serves(Candidate<T> c) {
    List<Integer> serves = new ArrayList<>();
    for (int i = 0; i < Candidate.WAITING.length; i++) {
      if (choice.get(i).lanes == c.lanes) {
        serves.add(Candidate.WAITING[i]);
      }
    }
    return List.copyOf(serves);
  }

  private List<Measured> measured(Candidate<T> c) {
    List<Measured> measured = new ArrayList<>();
    for (int i = 0; c.isTimed() && i < Candidate.WAITING.length; i++) {
      int waiting = Candidate.WAITING[i];
      measured.add(new Measured(waiting, c.nanos(i) / waiting));
    }
    return List.copyOf(measured);
  }
}
