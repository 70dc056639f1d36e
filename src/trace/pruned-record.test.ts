import { expect, test } from "vitest";
import { prunedFields, readPruned, type PrunedRecord } from "./pruned-record.js";

const total = { prunes: 1, records: 2, events: 3, bytes: 4, damaged: 5, before: "2026" };
const base = (seq: number) => ({ writer: "w", seq, hash: "h" });
const nothing = { prunes: 0, records: 0, events: 0, bytes: 0, damaged: 0, before: "" };

test.each([
  [0, [0]],
  [1, [1]],
  [1000, [1000]],
  [1001, [1000, 1]],
  [2000, [1000, 1000]],
])(
  "%d chains are in records of at most a thousand, of which each has the totals",
  (count, parts) => {
    const chains = Array.from({ length: count }, (_, seq) => base(seq));
    const records = prunedFields({ total, chains }) as (PrunedRecord & object)[];
    expect(records.map(({ chains: some }) => some.length)).toEqual(parts);
    expect(records.flatMap(({ chains: some }) => some)).toEqual(chains);
    for (const { chains: some, ...others } of records) {
      expect(others).toEqual({ type: "pruned", eventId: "", total });
      expect(readPruned({ total, chains: some })).toEqual({ total, chains: some });
    }
  },
);

test.each<[what: string, record: Record<string, unknown>, read: PrunedRecord]>([
  ["nothing", {}, { total: nothing, chains: [] }],
  ["totals that are none", { total: [], chains: {} }, { total: nothing, chains: [] }],
  [
    "numbers that cannot be",
    { total: { prunes: -1, records: 1.5, events: "3", bytes: 2 ** 60, damaged: 0, before: 7 } },
    { total: nothing, chains: [] },
  ],
  [
    "chains that are none",
    {
      chains: [
        1,
        null,
        {},
        base(1.5),
        { ...base(1), writer: 1 },
        { ...base(1), hash: null },
        base(0),
      ],
    },
    { total: nothing, chains: [base(0)] },
  ],
])("what is not of its form counts as nothing: %s", (_what, record, read) => {
  expect(readPruned(record)).toEqual(read);
});
