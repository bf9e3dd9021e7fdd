package io.kexd.crypto.model;

/** Odd multiples by the additions of a group. */
final class GroupMultiples extends OddMultiples {
  private final Group group;
  private final Point multiple;
  private final Operand twice;

  GroupMultiples(Group group, int window) {
    super(group, window);
    this.group = group;
    this.multiple = group.point();
    this.twice = group.operand();
  }

  @Override
  public void compute(Point P) {
    multiple.set(f, P);
    group.toOperand(entries[0], multiple);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    multiple.set(f, P);
    for (int i = 1; i < entries.length; i++) {
      group.add(multiple, twice, true);
      group.toOperand(entries[i], multiple);
    }
  }

  @Override
  public void wipe() {
    super.wipe();
    multiple.wipe();
    twice.wipe();
  }
}
