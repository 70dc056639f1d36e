/** What a line does with variables, collected while it is read; the order does not count. */
export class VariableUses {
  /** Names that arithmetic evaluates: their values may hold an index with a command in it. */
  readonly evaluated = new Set<string>();
  /** Names that get a value which is surely no number. */
  readonly notNumbers = new Set<string>();
  /** Names that some shells would start as a program where bash only compares. */
  readonly startedElsewhere = new Set<string>();
  /** Names that get a value which is not known. */
  readonly computed = new Set<string>();
  /** Names that get a value in a way that other commands may not see, or more than once. */
  readonly assigned = new Map<string, number>();

  assign(name: string, isKnown: boolean, isNumber: boolean): void {
    this.assigned.set(name, (this.assigned.get(name) ?? 0) + 1);
    if (!isKnown) this.computed.add(name);
    if (!isNumber) this.notNumbers.add(name);
  }

  add(other: VariableUses): void {
    for (const key of ["evaluated", "notNumbers", "startedElsewhere", "computed"] as const)
      for (const name of other[key]) this[key].add(name);
    for (const [name, count] of other.assigned)
      this.assigned.set(name, (this.assigned.get(name) ?? 0) + count);
  }

  /** Why evaluating a variable may run a command; null where it cannot. */
  get doubt(): string | null {
    for (const name of this.evaluated)
      if (this.notNumbers.has(/^(?:\d+|[@*])$/.test(name) ? "@" : name))
        return `arithmetic evaluates ${name}, which can run commands`;
    for (const name of this.startedElsewhere)
      if (this.computed.has(name)) return `some shells start what ${name} holds`;
    return null;
  }
}
