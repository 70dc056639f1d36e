import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  isDamage,
  openLedger,
  readLedger,
  verifyLedger,
  type LedgerEntry,
  type LedgerOptions,
  type LedgerRecord,
  type LedgerTrouble,
} from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "state", "ledger.jsonl");
});

const entries = (): LedgerEntry[] => [...readLedger(file)];
/** What a record said, without what differs from run to run. */
const said = (entry: LedgerEntry | undefined): object =>
  Object.fromEntries(
    Object.entries(entry ?? {}).filter(
      ([key]) =>
        !["v", "time", "pid", "writer", "prev", "hash", "node", "platform", "arch"].includes(key),
    ),
  );

/** Appends one record to a new ledger and gives back how it reads. */
function roundTrip(fields: object, options: Partial<LedgerOptions> = {}): object {
  const ledger = openLedger({ file, ...options });
  expect(ledger.append({ type: "run", eventId: "e1", ...fields })).toBe(true);
  ledger.close();
  expect(verifyLedger(file)).toEqual({ ok: true, records: 3, faults: [], unfinished: 0 });
  const { line: _line, seq: _seq, ...rest } = said(entries()[1]) as Record<string, unknown>;
  return rest;
}

function troubled(options: Partial<LedgerOptions> = {}): {
  kinds: () => string[];
  options: LedgerOptions;
} {
  const troubles: LedgerTrouble[] = [];
  return {
    kinds: () => troubles.map(({ kind }) => kind),
    options: { file, onTrouble: (trouble) => troubles.push(trouble), ...options },
  };
}

describe("writing", () => {
  test("a chain has a header, its records and an end, each tied to the one before", () => {
    const ledger = openLedger({ file });
    expect(ledger.append({ type: "event", eventId: "e1", event: "Stop" })).toBe(true);
    expect(ledger.append({ type: "verdict", eventId: "e1" }, { gate: true })).toBe(true);
    ledger.close();
    const read = entries().flatMap((entry) => (isDamage(entry) ? [] : [entry]));
    expect(read.map(said)).toEqual([
      { line: 1, type: "open", seq: 0 },
      { line: 2, type: "event", seq: 1, eventId: "e1", event: "Stop" },
      { line: 3, type: "verdict", seq: 2, eventId: "e1" },
      { line: 4, type: "close", seq: 3 },
    ]);
    expect(read.slice(1).map(({ prev }) => prev)).toEqual(
      read.slice(0, -1).map(({ hash }) => hash),
    );
    expect(read[0]).toMatchObject({ node: process.version, pid: process.pid, v: 1 });
    expect(ledger.path).toBe(file);
  });

  test("two writers in one file have a chain each", () => {
    const [one, other] = [openLedger({ file }), openLedger({ file })];
    for (let index = 0; index < 5; index++) {
      one.append({ type: "event", eventId: `a${index}` });
      other.append({ type: "event", eventId: `b${index}` });
    }
    one.close();
    expect(verifyLedger(file)).toEqual({ ok: true, records: 13, faults: [], unfinished: 1 });
    other.close();
    expect(verifyLedger(file)).toEqual({ ok: true, records: 14, faults: [], unfinished: 0 });
  });

  test("a record that waits for the disk is written like any other", () => {
    expect(roundTrip({ a: 1 }, { sync: true })).toEqual({ type: "run", eventId: "e1", a: 1 });
  });

  test("after close nothing is written, and that is reported once", () => {
    const { kinds, options } = troubled();
    const ledger = openLedger(options);
    ledger.close();
    ledger.close();
    const before = readFileSync(file, "utf8");
    expect(ledger.append({ type: "event", eventId: "e" })).toBe(false);
    expect(ledger.append({ type: "event", eventId: "e" })).toBe(false);
    expect(kinds()).toEqual(["closed"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("a record cannot pose as part of the chain", () => {
    expect(
      roundTrip({ type: "close", seq: 9, hash: "x", prev: "y", writer: "z", line: 4 }),
    ).toEqual({
      type: "record.close",
      eventId: "e1",
      "record.seq": 9,
      "record.hash": "x",
      "record.prev": "y",
      "record.writer": "z",
      "record.line": 4,
    });
  });
});

describe("difficult records", () => {
  test("BigInts are written digit by digit and read back", () => {
    const big = 12345678901234567890n;
    const text = 'a text with ":12345678901234567890," in it';
    expect(roundTrip({ big, list: [-big, 7n], text, safe: 1234567890123456 })).toEqual({
      type: "run",
      eventId: "e1",
      big,
      list: [-big, 7],
      text,
      safe: 1234567890123456,
    });
    expect(readFileSync(file, "utf8")).toContain('"big":12345678901234567890,');
  });

  test("cycles, throwing getters, hostile proxies and what JSON lacks become markers or are left out", () => {
    const cyclic: Record<string, unknown> = { a: 1 };
    cyclic["self"] = [cyclic];
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    const fields = {
      cyclic,
      hostile,
      get bad(): never {
        throw new Error("no");
      },
      missing: undefined,
      call: () => 1,
      list: [undefined, Number.NaN],
      date: new Date(0),
      bytes: new Uint8Array(3),
      map: new Map([["k", new Set([1])]]),
      error: new TypeError("wrong"),
      ["__proto__"]: "own",
    };
    const ledger = openLedger({ file });
    const record = Object.defineProperties(
      { type: "run", eventId: "e1" },
      Object.getOwnPropertyDescriptors(fields),
    );
    expect(ledger.append(record)).toBe(true);
    const read = said(entries()[1]);
    expect(Object.entries(read)).toEqual(
      Object.entries({
        line: 2,
        seq: 1,
        type: "run",
        eventId: "e1",
        cyclic: { a: 1, self: ["[cycle]"] },
        hostile: "[unreadable]",
        bad: "[unreadable]",
        list: [null, "[number: NaN]"],
        date: "1970-01-01T00:00:00.000Z",
        bytes: "[bytes: 3]",
        map: { k: [1] },
        error: { name: "TypeError", message: "wrong" },
        ["__proto__"]: "own",
      }),
    );
  });

  test("what is nested too deep or is too much is cut with a marker", () => {
    let deep: unknown = "bottom";
    for (let index = 0; index < 5000; index++) deep = [deep];
    const shared = Array.from({ length: 40 }).reduce<unknown>((part) => [part, part], "x");
    const ledger = openLedger({ file });
    expect(ledger.append({ type: "run", eventId: "e1", deep })).toBe(true);
    expect(ledger.append({ type: "run", eventId: "e1", shared })).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("[too deep]");
    expect(text).toContain("[cut: 2 items]");
    expect(verifyLedger(file).ok).toBe(true);
  });

  const numbers = Array.from({ length: 30_000 }, (_, index) => index);
  const huge: readonly (readonly [string, object])[] = [
    ["one text", { stdout: "so it goes. ".repeat(200_000), decision: "deny" }],
    ["many texts", { list: Array.from({ length: 3000 }, () => "é".repeat(300)), decision: "deny" }],
    ["many numbers", { one: numbers, other: numbers, third: numbers, decision: "deny" }],
    ["escapes", { text: "\u0001".repeat(100_000), decision: "deny" }],
    [
      "many keys",
      {
        map: Object.fromEntries(
          Array.from({ length: 19_000 }, (_, i) => [`name${i}`.repeat(5), i]),
        ),
        decision: "deny",
      },
    ],
  ];

  test.each(huge)(
    "a record of %s is cut to a line of 256 KB and keeps its small fields",
    (_, fields) => {
      const read = roundTrip(fields);
      expect(read).toMatchObject({ type: "run", eventId: "e1", decision: "deny" });
      const longest = Math.max(
        ...readFileSync(file, "utf8")
          .split("\n")
          .map((line) => Buffer.byteLength(line)),
      );
      expect(longest).toBeLessThanOrEqual(262_144);
      expect(JSON.stringify(read)).toMatch(/\[cut: \d+ (characters|items)/);
    },
  );

  test("a text that is cut has a note with its length and its sha256", () => {
    const text = "x ".repeat(200_000);
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(roundTrip({ text })).toEqual({
      type: "run",
      eventId: "e1",
      text: `${"x ".repeat(32_768)}…[cut: 400000 characters, sha256 ${sha256}]`,
    });
  });

  test("a record with too many large fields keeps at least its type and event", () => {
    const names = Array.from({ length: 9000 }, (_, index) => [`${index}${"n".repeat(100)}`, "v"]);
    expect(roundTrip(Object.fromEntries(names))).toEqual({
      type: "run",
      eventId: "e1",
      cut: expect.stringMatching(/^\[cut: \d+ characters of JSON, sha256 [0-9a-f]{64}\]$/),
    });
  });

  test("where the redactor throws nothing is written", () => {
    const { kinds, options } = troubled({
      redact: () => {
        throw new Error("broken");
      },
    });
    const ledger = openLedger(options);
    expect(ledger.append({ type: "run", eventId: "e", password: "x" })).toBe(false);
    expect(kinds()).toEqual(["redactor"]);
    expect(entries().map(said)).toEqual([{ line: 1, type: "open", seq: 0 }]);
  });

  test("what a redactor of one's own returns is made writable", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const redact = (record: unknown): unknown => ({ ...(record as LedgerRecord), cyclic });
    expect(roundTrip({}, { redact })).toEqual({ type: "run", eventId: "e1", cyclic: ["[cycle]"] });
  });
});
