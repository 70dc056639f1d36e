/**
 * Large tables say the same of many rows, and tests of the built command start thousands of processes. A run takes a part
 * of them: `npm test` the first, scripts/test-elsewhere.sh the next ones on the other Nodes, so that CI takes all.
 * SNAPHOOK_TESTS is the number of the part, or "all"; where files are named, it is "all" (tests/suite-end.ts).
 */
const part = (): string => {
  const wanted = process.env["SNAPHOOK_TESTS"] ?? "1";
  if (/^(?:all|[1-9]\d*)$/.test(wanted)) return wanted;
  throw new Error(`SNAPHOOK_TESTS=${wanted}: it is the number of a part, from 1, or "all"`);
};

/** What a run says of itself: a part must not pass for the whole. */
export function whichPart(): string {
  const wanted = part();
  return wanted === "all"
    ? "Large tables and tests of the command: all of them"
    : `Large tables and tests of the command: part ${wanted}, about a third (SNAPHOOK_TESTS=all takes all)`;
}

/** Whether this run takes the row of that number, one in `of`. Only where `of` is three at the most does CI take all. */
export function isInThisRun(number: number, of = 3): boolean {
  const wanted = part();
  return wanted === "all" || number % of === (Number(wanted) - 1) % of;
}

/** The rows that this run takes: one in three of each kind, and one at least. */
export function rowsOfThisRun<Row>(
  rows: readonly Row[],
  kindOf: (row: Row) => string = () => "",
): readonly Row[] {
  const kinds = [...new Set(rows.map(kindOf))];
  const taken = kinds.flatMap((kind, at) => {
    const same = rows.filter((row) => kindOf(row) === kind);
    return same.filter((_, index) => isInThisRun(at + index, Math.min(3, same.length)));
  });
  return rows.filter((row) => taken.includes(row));
}
