package io.kexd.bench.strategy;

import io.kexd.bench.measure.Meter;
import io.kexd.bench.measure.Meter.Cost;
import io.kexd.bench.strategy.Report.Row;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tasks of one curve or field.
 *
 * @param subject a curve's id or a field's prime
 */
record Study(String subject, List<Task> tasks) {

  /** Checks every task: {@code IllegalStateException} where a result is wrong. */
  static Study of(String subject, List<Task> tasks) throws InvalidKeyException {
    for (Task task : tasks) {
      task.check(subject);
    }
    return new Study(subject, tasks);
  }

  /**
   * Runs every task for a moment: once this was done for all studies, the compiler has seen every
   * field in every formula, as in a server of many curves, and the first curve measured has no
   * advantage over the last.
   */
  void mix(double seconds) throws InvalidKeyException {
    for (Task task : tasks) {
      Meter.warmUp(task.call(), seconds);
    }
  }

  List<Row> measure(double seconds) throws InvalidKeyException {
    List<Cost> costs = Meter.measure(tasks.stream().map(Task::call).toList(), seconds);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      rows.add(Row.of(subject, task.measure().id(), task.perCall(), costs.get(i)));
    }
    return rows;
  }
}
