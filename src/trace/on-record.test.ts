import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  isDamage,
  openLedger,
  readLedger,
  type LedgerOptions,
  type LedgerTrouble,
  type PlainRecord,
} from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let folder: string;
let file: string;
let received: PlainRecord[];
let troubles: LedgerTrouble[];
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "ledger.jsonl");
  received = [];
  troubles = [];
});

const options = (): LedgerOptions => ({
  file,
  onTrouble: (trouble) => troubles.push(trouble),
  onRecord: (record) => received.push(record),
});
const password = ["hunter", "2hunter2"].join("");

test("a listener gets each record as its line has it: with its time, plain and without secrets", () => {
  const ledger = openLedger(options());
  ledger.append({ type: "event", eventId: "e1", payload: { password, at: new Date(0) } });
  ledger.appendAll([
    { type: "run", eventId: "e1", bytes: new Uint8Array(3) },
    { type: "close", eventId: "e1", seq: 7 },
  ]);
  ledger.close();
  expect(received.map(({ time: _, ...record }) => record)).toEqual([
    {
      type: "event",
      eventId: "e1",
      payload: { password: "[redacted:key]", at: "1970-01-01T00:00:00.000Z" },
    },
    { type: "run", eventId: "e1", bytes: "[bytes: 3]" },
    { type: "record.close", eventId: "e1", "record.seq": 7 },
  ]);
  const lines = [...readLedger(file)].flatMap((entry) => (isDamage(entry) ? [] : [entry]));
  expect(received.map(({ time }) => time)).toEqual(lines.slice(1, -1).map((line) => line["time"]));
});

test("a listener gets a record that could not be written", () => {
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file where a folder should be");
  const ledger = openLedger({ ...options(), file: join(blocked, "ledger.jsonl") });
  expect(ledger.append({ type: "event", eventId: "e1" })).toBe(false);
  expect(received).toEqual([{ time: expect.any(String), type: "event", eventId: "e1" }]);
});

test("a listener gets no record that the redactor did not finish, nor after close", () => {
  const redact = (): never => {
    throw new Error("broken");
  };
  const ledger = openLedger({ ...options(), redact });
  ledger.append({ type: "event", eventId: "e1", password });
  ledger.close();
  ledger.append({ type: "event", eventId: "e2" });
  expect(received).toEqual([]);
});

test("a listener that throws breaks nothing, misses no record, and is reported once until it works again", () => {
  let broken = true;
  const types: unknown[] = [];
  const onRecord = ({ type }: PlainRecord): void => {
    types.push(type);
    if (broken) throw new Error("no");
  };
  const ledger = openLedger({ ...options(), onRecord });
  const append = (type: string): boolean => ledger.append({ type, eventId: "e1" });
  expect(ledger.appendAll(["a", "b"].map((type) => ({ type, eventId: "e1" })))).toBe(true);
  expect(append("c")).toBe(true);
  const once = { kind: "listener", file, message: "The listener failed: no" };
  expect(troubles).toEqual([once]);
  broken = false;
  append("d");
  broken = true;
  append("e");
  expect(troubles).toEqual([once, once]);
  expect(types).toEqual(["a", "b", "c", "d", "e"]);
  expect([...readLedger(file)].length).toBe(6);
});
