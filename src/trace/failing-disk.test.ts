import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  openLedger,
  readLedger,
  verifyLedger,
  type LedgerEntry,
  type LedgerOptions,
  type LedgerTrouble,
} from "./index.js";
import { done, fail, left, useFailingDisk, type Call } from "./failing-disk.test-support.js";

useFailingDisk();

let file: string;
let troubles: LedgerTrouble[];
beforeEach(() => {
  file = join(temporaryFolder(), "state", "ledger.jsonl");
  troubles = [];
});

const options = (): LedgerOptions => ({ file, onTrouble: (trouble) => troubles.push(trouble) });
const said = (entry: LedgerEntry): object =>
  Object.fromEntries(
    Object.entries(entry).filter(([key]) =>
      ["line", "type", "seq", "eventId", "damaged", "lost", "what", "bytes"].includes(key),
    ),
  );
const entries = (): object[] => [...readLedger(file)].map(said);
const event = (eventId: string): { readonly type: string; readonly eventId: string } => ({
  type: "event",
  eventId,
});
const open = { type: "open", line: 1, seq: 0 };
describe("a record that the disk does not take", () => {
  test.each<[string, LedgerTrouble["kind"]]>([
    ["EIO", "unwritten"],
    ["EBADF", "unwritten"],
    ["ENOSPC", "full"],
    ["EDQUOT", "full"],
    ["EFBIG", "full"],
  ])(
    "with %s is not written, that is said, and the next one says how many were lost",
    (code, kind) => {
      const ledger = openLedger(options());
      fail("writeSync", code, code, null);
      expect(["a", "b", "c"].map((id) => ledger.append(event(id)))).toEqual([false, false, true]);
      ledger.close();
      expect(troubles).toEqual([{ kind, code, message: `${code}: no, writeSync`, file }]);
      expect(entries()).toEqual([
        open,
        { type: "recovered", line: 2, seq: 1, damaged: 0, lost: 2 },
        { ...event("c"), line: 3, seq: 2 },
        { type: "close", line: 4, seq: 3 },
      ]);
      expect(verifyLedger(file)).toEqual({ ok: true, records: 4, faults: [], unfinished: 0 });
    },
  );

  test("whole stays in the file as a torn line, and nothing of the chain is gone", () => {
    const ledger = openLedger(options());
    fail("writeSync", 10);
    const before = statSync(file).size;
    expect(ledger.append(event("a"))).toBe(false);
    expect(statSync(file).size).toBe(before + 10);
    const line = `{"v":1,"seq":1,"time":"2026-01-02T03:04:05.678Z","pid":${process.pid},"writer":"0123456789abcdef","prev":"${"0".repeat(64)}","type":"event","eventId":"a","hash":"${"0".repeat(64)}"}\n`;
    expect(troubles).toEqual([
      {
        kind: "short-write",
        message: `Only 10 of ${line.length} bytes were written to ${file}.`,
        file,
      },
    ]);
    expect(ledger.append(event("b"))).toBe(true);
    ledger.close();
    expect(entries()).toEqual([
      open,
      { type: "damage", line: 2, what: "not a whole record", bytes: 10 },
      { type: "recovered", line: 3, seq: 1, damaged: 10, lost: 1 },
      { ...event("b"), line: 4, seq: 2 },
      { type: "close", line: 5, seq: 3 },
    ]);
    const faults = [{ line: 2, what: "not a whole record" }];
    expect(verifyLedger(file)).toEqual({ ok: false, records: 4, faults, unfinished: 0 });
  });

  test.each([
    ["in the first of them", 0, 1],
    ["in the second", 1, 1],
    ["in the last", 2, 1],
    ["right behind the first", 1, 0],
    ["right behind the second", 2, 0],
    ["right before the last line end", 3, -1],
  ])(
    "of several records, torn %s: those that are whole are in the chain",
    (_where, whole, more) => {
      const ledger = openLedger(options());
      ledger.append(event("a"));
      const [, first = ""] = readFileSync(file, "utf8").split("\n");
      fail("writeSync", whole * (first.length + 1) + more);
      expect(ledger.appendAll(["b", "c", "d"].map(event))).toBe(false);
      expect(ledger.append(event("e"))).toBe(true);
      ledger.close();
      const kept = ["a", "b", "c", "d"].slice(0, 1 + whole);
      const ids = [...readLedger(file)].flatMap((entry) =>
        entry.type === "event" ? [entry["eventId"]] : [],
      );
      expect(ids).toEqual([...kept, "e"]);
      // One that lacks its line end only gets that from the next writer.
      const faults = more > 0 ? [{ line: kept.length + 2, what: "not a whole record" }] : [];
      const found = verifyLedger(file);
      expect(found.faults).toEqual(faults);
      expect(found.unfinished).toBe(0);
    },
  );

  test("as the header of a chain does not begin one: the next record does", () => {
    fail("writeSync", "EIO", 20, "EIO");
    const ledger = openLedger(options());
    expect(troubles.map(({ kind }) => kind)).toEqual(["unwritten"]);
    expect(ledger.append(event("a"))).toBe(false);
    expect(ledger.append(event("b"))).toBe(false);
    expect(ledger.append(event("c"))).toBe(true);
    ledger.close();
    expect(entries()).toEqual([
      { type: "damage", line: 1, what: "not a whole record", bytes: 20 },
      { type: "open", line: 2, seq: 0 },
      { type: "recovered", line: 3, seq: 1, damaged: 20, lost: 2 },
      { ...event("c"), line: 4, seq: 2 },
      { type: "close", line: 5, seq: 3 },
    ]);
    expect(left()).toBe(0);
  });

  test("after a header, as the note of what was lost, is written again", () => {
    const ledger = openLedger(options());
    // The record, the note, and then all.
    fail("writeSync", "EIO", "ENOSPC");
    expect(["a", "b", "c"].map((id) => ledger.append(event(id)))).toEqual([false, false, true]);
    ledger.close();
    expect(troubles.map(({ kind }) => kind)).toEqual(["unwritten", "full"]);
    expect(entries()).toEqual([
      open,
      { type: "recovered", line: 2, seq: 1, damaged: 0, lost: 2 },
      { ...event("c"), line: 3, seq: 2 },
      { type: "close", line: 4, seq: 3 },
    ]);
  });

  test.each<[string, () => void]>([
    ["another one", () => rmSync(file)],
    // As the system does that gives the number of a file that is gone to the next one.
    ["one that was emptied", () => truncateSync(file, 0)],
  ])("in a new file after %s, as the note behind the header", (_name, remove) => {
    const ledger = openLedger(options());
    fail("writeSync", "EIO");
    ledger.append(event("a"));
    remove();
    // The header of the new chain, and not the note behind it.
    fail("writeSync", null, "EIO");
    expect(["b", "c"].map((id) => ledger.append(event(id)))).toEqual([false, true]);
    ledger.close();
    expect(entries()).toEqual([
      open,
      { type: "recovered", line: 2, seq: 1, damaged: 0, lost: 2 },
      { ...event("c"), line: 3, seq: 2 },
      { type: "close", line: 4, seq: 3 },
    ]);
    expect(verifyLedger(file)).toEqual({ ok: true, records: 4, faults: [], unfinished: 0 });
  });

  test("at the end of a chain leaves it open, and the file closed", () => {
    const ledger = openLedger(options());
    fail("writeSync", "EIO");
    ledger.close();
    expect([troubles.map(({ kind }) => kind), entries(), left()]).toEqual([
      ["unwritten"],
      [open],
      0,
    ]);
    ledger.close();
    expect(entries()).toEqual([open]);
  });
});

describe("a disk that does not say that it has a record", () => {
  const gate = { gate: true } as const;
  test("is reported, and nobody may act on that record; it is there all the same", () => {
    const ledger = openLedger({ ...options(), sync: true });
    fail("fdatasyncSync", "EIO");
    expect(ledger.append(event("a"), gate)).toBe(false);
    expect(ledger.append(event("b"), gate)).toBe(true);
    expect(troubles).toEqual([
      { kind: "unsynced", code: "EIO", message: "EIO: no, fdatasyncSync", file },
    ]);
    expect(entries()).toEqual([
      open,
      { ...event("a"), line: 2, seq: 1 },
      { ...event("b"), line: 3, seq: 2 },
    ]);
  });

  test.each<[string, object, object | undefined, number]>([
    ["not at a record that is no gate", { sync: true }, undefined, 0],
    ["at a gate", { sync: true }, gate, 1],
    ["not at a gate of a ledger that does not wait", {}, gate, 0],
    ["at a gate that says so", {}, { ...gate, sync: true }, 1],
    ["not at a gate that says no", { sync: true }, { ...gate, sync: false }, 0],
    ["not where it is said of what is no gate", {}, { sync: true }, 0],
  ])("is asked %s", (_name, more, append, times) => {
    const ledger = openLedger({ ...options(), ...more });
    ledger.append(event("a"), append);
    const { fd } = ledger as unknown as { readonly fd: number };
    expect(done.filter(([call]) => call === "fdatasyncSync")).toEqual(
      Array.from({ length: times }, () => ["fdatasyncSync", fd]),
    );
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("that waits: %s, keeps the name of a new file %d times", (sync, times) => {
    const ledger = openLedger({ ...options(), sync });
    ledger.close();
    expect(done.filter(([call]) => call === "fsyncSync")).toHaveLength(times);
    expect(left()).toBe(0);
  });

  test("and cannot keep the name of a file is no trouble", () => {
    fail("fsyncSync", "EINVAL");
    const ledger = openLedger({ ...options(), sync: true });
    expect([ledger.append(event("a"), gate), troubles]).toEqual([true, []]);
    ledger.close();
    expect(left()).toBe(0);
  });
});

describe("a file that cannot be had", () => {
  test.each<[Call, string, LedgerTrouble["kind"]]>([
    ["openSync", "EROFS", "unopened"],
    ["openSync", "EACCES", "unopened"],
    ["openSync", "EMFILE", "unopened"],
    ["openSync", "ENOSPC", "full"],
    ["fstatSync", "EIO", "unopened"],
    ["readSync", "EIO", "unopened"],
  ])("%s, %s: is tried again, and no descriptor is left", (call, code, kind) => {
    openLedger(options()).close();
    const before = readFileSync(file, "utf8");
    fail(call, code, code);
    const ledger = openLedger(options());
    expect(ledger.append(event("a"))).toBe(false);
    expect(troubles).toEqual([{ kind, code, message: `${code}: no, ${call}`, file }]);
    expect([readFileSync(file, "utf8"), left()]).toEqual([before, 0]);
    expect(ledger.append(event("b"))).toBe(true);
    ledger.close();
    expect(entries().slice(2)).toEqual([
      { ...open, line: 3 },
      { type: "recovered", line: 4, seq: 1, damaged: 0, lost: 1 },
      { ...event("b"), line: 5, seq: 2 },
      { type: "close", line: 6, seq: 3 },
    ]);
    expect(left()).toBe(0);
  });

  test("as its folder has vanished: at a gate it is made again, with a file that says what was lost", () => {
    const ledger = openLedger(options());
    ledger.append(event("a"));
    rmSync(dirname(file), { recursive: true });
    expect(ledger.append(event("b"), { gate: true })).toBe(true);
    ledger.close();
    expect(troubles).toEqual([
      { kind: "replaced", message: `The file ${file} was replaced.`, file },
    ]);
    expect(entries()).toEqual([
      open,
      { ...event("b"), line: 2, seq: 1 },
      { type: "close", line: 3, seq: 2 },
    ]);
  });

  test("as its folder has become a file: each record is refused until it is a folder again", () => {
    const ledger = openLedger(options());
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), "");
    expect(ledger.append(event("a"), { gate: true })).toBe(false);
    expect(ledger.append(event("b"), { gate: true })).toBe(false);
    expect(troubles.map(({ kind }) => kind)).toEqual(["replaced", "unopened"]);
    rmSync(dirname(file));
    mkdirSync(dirname(file), { mode: 0o700 });
    expect(ledger.append(event("c"))).toBe(true);
    ledger.close();
    expect(entries()).toEqual([
      open,
      { type: "recovered", line: 2, seq: 1, damaged: 0, lost: 2 },
      { ...event("c"), line: 3, seq: 2 },
      { type: "close", line: 4, seq: 3 },
    ]);
  });
});
