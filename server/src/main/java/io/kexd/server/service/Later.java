package io.kexd.server.service;

import java.util.concurrent.CompletableFuture;

/** What a worker leaves behind: an answer that is there, or that waits for something else. */
record Later<T>(CompletableFuture<T> answer) {
  static <T> Later<T> now(T value) {
    return new Later<>(CompletableFuture.completedFuture(value));
  }
}
