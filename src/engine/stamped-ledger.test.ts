import { expect, test } from "vitest";
import type { Settings } from "../config/index.js";
import type { Ledger } from "../trace/index.js";
import { stampedLedger } from "./stamped-ledger.js";

const at = (revision: number): { revision: number; address: string } => ({
  revision,
  address: `a${revision}`,
});
const stated = { folder: "/policy", keys: [], required: false };

test.each<[string, object | null, object]>([
  ["no policy", null, {}],
  [
    "one in force",
    { enforced: at(7), observed: null, fault: null },
    { policy: { revision: 7, address: "a7" } },
  ],
  [
    "one that observes on top of it",
    { enforced: at(7), observed: at(8), fault: null },
    { policy: { revision: 7, address: "a7", observed: 8 } },
  ],
  [
    "none that holds",
    { enforced: null, observed: null, fault: "nobody has signed it" },
    { policy: { revision: null, address: null, fault: "nobody has signed it" } },
  ],
])("with %s every record says so", (_, policy, stamp) => {
  const taken: unknown[] = [];
  const ledger: Ledger = {
    path: "ledger.jsonl",
    append: (...given) => taken.push(given) > 0,
    appendAll: (...given) => taken.push(given) > 0,
    appendOnce: (...given) => taken.push(given) > 0,
    close: () => void taken.push("closed"),
  };
  const settings = { policy: policy === null ? null : { ...stated, ...policy } };
  const stamped = stampedLedger(ledger, () => settings as unknown as Settings);
  const record = { type: "event", eventId: "e" };
  stamped?.append(record, { gate: true });
  stamped?.appendAll([record, record], { sync: true });
  stamped?.appendOnce("key", record);
  stamped?.close();
  const expected = { ...record, ...stamp };
  expect(stamped?.path).toBe("ledger.jsonl");
  expect(taken).toStrictEqual([
    [expected, { gate: true }],
    [[expected, expected], { sync: true }],
    ["key", expected],
    "closed",
  ]);
});

test("no ledger stays none", () => {
  expect(stampedLedger(undefined, () => ({ policy: null }))).toBeUndefined();
});
