import fc from "fast-check";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { openLedger, pruneLedger, readLedger, verifyLedger, type Pruned } from "./index.js";
import { LineBuffer } from "./line-buffer.js";
import { lineBody, NO_HASH, type Chain } from "./line.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "ledger.jsonl");
});

/** One thing that a writer does, so many minutes after what was done before it. */
interface Step {
  readonly writer: number;
  readonly minutes: number;
  readonly what: "event" | "verdict" | "run" | "settings" | "close";
}

const BEGIN = Date.UTC(2025, 0, 1);
const at = (minutes: number): Date => new Date(BEGIN + minutes * 60_000);

/** The lines that writers leave who do these things in turn. Each opens its chain first; a verdict ends its oldest open event. */
function linesOf(steps: readonly Step[]): string[] {
  const chains = new Map<number, Chain>();
  const open = new Map<number, string[]>();
  const lines: string[] = [];
  let minutes = 0;
  let events = 0;
  const add = (writer: number, fields: object): void => {
    const chain = chains.get(writer) ?? {
      writer: `${lines.length}`.padStart(16, "0"),
      seq: 0,
      prev: NO_HASH,
    };
    const time = at(minutes).toISOString();
    const buffer = new LineBuffer();
    buffer.begin("");
    const prev = buffer.add(lineBody(chain, time, JSON.stringify(fields).slice(1, -1)));
    chains.set(writer, { ...chain, seq: chain.seq + 1, prev });
    lines.push(buffer.lines.toString().slice(0, -1));
  };
  for (const { writer, minutes: later, what } of steps) {
    minutes += later;
    if (!chains.has(writer)) add(writer, { type: "open" });
    const mine = open.get(writer) ?? [];
    open.set(writer, mine);
    switch (what) {
      case "event": {
        const eventId = `e${events++}`;
        mine.push(eventId);
        add(writer, { type: "event", eventId, settings: `r${writer}`, note: "é" });
        break;
      }
      case "run":
        add(writer, { type: "run", eventId: mine[0] ?? "" });
        break;
      case "verdict":
        add(writer, { type: "verdict", eventId: mine.shift() ?? "" });
        break;
      case "settings":
        add(writer, { type: "settings", eventId: "", revision: `r${writer}`, hooks: [writer] });
        break;
      case "close":
        add(writer, { type: "close" });
        chains.delete(writer);
        open.delete(writer);
        break;
    }
  }
  return lines;
}

const write = (lines: readonly string[]): void =>
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
const read = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);
const prune = (minutes: number): Promise<Pruned> =>
  pruneLedger(file, { before: at(minutes), agree: () => true, graceMs: 0 });

const step: fc.Arbitrary<Step> = fc.record({
  writer: fc.nat(3),
  minutes: fc.nat(40),
  what: fc.constantFrom<Step["what"]>(
    "event",
    "event",
    "run",
    "verdict",
    "verdict",
    "settings",
    "close",
  ),
});
const runs = Number(process.env["SNAPHOOK_PROPERTY_RUNS"] ?? 60);

interface Parsed {
  readonly type: string;
  readonly eventId?: string;
  readonly time: string;
  readonly settings?: string;
  readonly revision?: string;
}
const parse = (line: string): Parsed => JSON.parse(line) as Parsed;

describe("whatever the chains and wherever the cut", () => {
  test("what is left verifies, is as it was, and is whole events; and so after a second prune", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.nat(900),
        fc.nat(900),
        async (steps, first, second) => {
          const lines = linesOf(steps);
          write(lines);
          let gone = 0;
          for (const minutes of [first, second]) {
            const before = read();
            const pruned = await prune(minutes);
            if (pruned.type !== "pruned") throw new Error(JSON.stringify(pruned));
            const after = read();
            const { ok, faults, pruned: totals } = verifyLedger(file);
            expect({ ok, faults }).toEqual({ ok: true, faults: [] });
            const left = after.filter((line) => before.includes(line));
            gone += before.length - left.length;
            expect(pruned.plan.removed.records).toBe(before.length - left.length);
            expect(totals?.records).toBe(gone);
            // In their order, each byte for byte.
            expect(left).toEqual(before.filter((line) => left.includes(line)));
            // Nothing that is younger goes, and no verdict loses its event.
            for (const line of before)
              if (new Date(parse(line).time) >= at(minutes)) expect(left).toContain(line);
            const kept = new Set(left.map((line) => parse(line)).flatMap(idIf("event")));
            const had = new Map(before.map((line) => parse(line)).map((one) => [one.eventId, one]));
            for (const id of left.map((line) => parse(line)).flatMap(idIf("verdict")))
              if (had.get(id) !== undefined && isNear(before, id, minutes))
                expect(kept.has(id)).toBe(true);
            // Settings that are referred to are still there.
            const revisions = new Set(after.map((line) => parse(line).revision));
            for (const { settings } of left.map(parse))
              if (before.some((line) => parse(line).revision === settings))
                expect(revisions.has(settings)).toBe(true);
          }
        },
      ),
      { numRuns: runs },
    );
  });

  test("any byte that is flipped afterwards is found, and any record that is taken out of a chain", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.nat(600),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        async (steps, minutes, share) => {
          write(linesOf(steps));
          await prune(minutes);
          const whole = readFileSync(file);
          const lines = read();
          const changed = Buffer.from(whole);
          const place = Math.floor(share * whole.length);
          changed[place] = (whole[place] ?? 0) ^ 1;
          writeFileSync(file, changed);
          expect(verifyLedger(file).ok).toBe(false);
          const index = Math.floor(share * lines.length);
          const { writer, seq } = JSON.parse(lines[index] ?? "") as { writer: string; seq: number };
          const isLast = !lines.some((line) => {
            const one = JSON.parse(line) as { writer: string; seq: number };
            return one.writer === writer && one.seq > seq;
          });
          write(lines.filter((_, other) => other !== index));
          expect(verifyLedger(file).ok).toBe(isLast);
        },
      ),
      { numRuns: runs },
    );
  });
});

const idIf =
  (type: string) =>
  (one: Parsed): string[] =>
    one.type === type && one.eventId !== undefined && one.eventId !== "" ? [one.eventId] : [];

/** Its event is less than an hour older than the limit: an older one without a verdict is given up. */
function isNear(lines: readonly string[], id: string, minutes: number): boolean {
  const event = lines.map(parse).find((one) => one.type === "event" && one.eventId === id);
  return event !== undefined && at(minutes).getTime() - Date.parse(event.time) < 3_600_000;
}

/** A writer's day: a settings record, then an event with its verdict every 10 minutes. */
const day: readonly Step[] = [
  { writer: 0, minutes: 0, what: "settings" },
  ...Array.from({ length: 20 }, (_, index): Step => ({
    writer: 0,
    minutes: index % 2 === 0 ? 10 : 1,
    what: index % 2 === 0 ? "event" : "verdict",
  })),
];

test("what was removed is said in numbers, and nothing happens unless it is agreed to", async () => {
  write(linesOf(day));
  const before = readFileSync(file);
  const refused = await pruneLedger(file, { before: at(50), agree: () => false });
  expect(refused).toMatchObject({
    type: "not-agreed",
    plan: { removed: { records: 10, events: 4 }, kept: 12, faults: [] },
  });
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["ledger.jsonl"]);
});

test("the new file is private, begins with the account, and has no draft or lock next to it", async () => {
  write(linesOf(day));
  await prune(50);
  const [open, pruned, settings, close, event] = [...readLedger(file)];
  expect([open, pruned, settings, close, event].map((line) => line?.type)).toEqual([
    "open",
    "pruned",
    "settings",
    "close",
    "event",
  ]);
  expect(pruned).toMatchObject({
    total: { prunes: 1, records: 10, events: 4, damaged: 0, before: at(50).toISOString() },
    chains: [{ writer: "0000000000000000", seq: 9 }],
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["ledger.jsonl"]);
});

test("faults in what goes are named, and counted in the account; those in what stays are still found", async () => {
  const lines = linesOf(day);
  // An event of the first hour, and a verdict of the last one.
  const damaged = lines
    .with(2, (lines[2] ?? "").replace("é", "e"))
    .with(15, (lines[15] ?? "").replace('"verdict"', '"Verdict"'));
  write(damaged);
  const pruned = await prune(50);
  expect(pruned).toMatchObject({
    type: "pruned",
    plan: {
      removed: { damaged: 1 },
      faults: [{ line: 3, what: "its content does not have its hash" }],
    },
  });
  expect(verifyLedger(file).faults.map(({ what }) => what)).toEqual([
    "its content does not have its hash",
  ]);
});

test("a writer that is at work loses nothing: what it still writes to the old file is carried over", async () => {
  write(linesOf(day));
  const ledger = openLedger({ file });
  ledger.append({ type: "event", eventId: "before" });
  const pruned = await pruneLedger(file, {
    before: at(1000),
    graceMs: 1500,
    agree: () => {
      // Between the plan and the copy, and after the new file is there.
      ledger.append({ type: "event", eventId: "between" });
      setTimeout(() => ledger.append({ type: "event", eventId: "late" }), 300);
      setTimeout(() => ledger.append({ type: "event", eventId: "gate" }, { gate: true }), 500);
      return true;
    },
  });
  ledger.append({ type: "event", eventId: "after" });
  ledger.close();
  expect(pruned).toMatchObject({ type: "pruned" });
  const ids = [...readLedger(file)].flatMap((line) =>
    line.type === "event" ? line["eventId"] : [],
  );
  expect(new Set(ids)).toEqual(new Set(["after", "before", "between", "gate", "late"]));
  expect(ids).toHaveLength(5);
  expect(verifyLedger(file)).toMatchObject({ ok: true, unfinished: 1 });
});

test.each<[string, () => string, RegExp]>([
  [
    "a link",
    () => {
      symlinkSync(file, join(folder, "link"));
      return join(folder, "link");
    },
    /ELOOP/,
  ],
  [
    "one that another process prunes",
    () => {
      writeFileSync(`${file}.prune-lock`, String(process.pid));
      return file;
    },
    /Another process \(\d+\) prunes this ledger/,
  ],
  ...["", "0", "-1", "1.5", "x"].map((pid): [string, () => string, RegExp] => [
    `one that a process prunes of which only ${JSON.stringify(pid)} is known`,
    () => {
      writeFileSync(`${file}.prune-lock`, pid);
      return file;
    },
    /Another process prunes this ledger/,
  ]),
  [
    "one where the new file cannot be written",
    () => {
      mkdirSync(`${file}.pruning`);
      return file;
    },
    /is unchanged/,
  ],
])("%s is left as it is", async (_name, prepare, message) => {
  write(linesOf(day));
  const before = readFileSync(file);
  const path = prepare();
  const pruned = await pruneLedger(path, { before: at(50), agree: () => true, graceMs: 0 });
  expect(pruned).toMatchObject({
    type: "failed",
    message: expect.stringMatching(message) as string,
  });
  expect(readFileSync(file)).toEqual(before);
});

test("the lock of a process that is gone is no hindrance", async () => {
  write(linesOf(day));
  writeFileSync(`${file}.prune-lock`, "4194304");
  expect(await prune(50)).toMatchObject({ type: "pruned" });
  expect(readdirSync(dirname(file))).toEqual(["ledger.jsonl"]);
});

test("aborted before the new file is there, nothing has changed", async () => {
  write(linesOf(day));
  const before = readFileSync(file);
  const abort = new AbortController();
  const pruned = await pruneLedger(file, {
    before: at(50),
    signal: abort.signal,
    agree: () => {
      abort.abort(new Error("interrupted"));
      return true;
    },
  });
  expect(pruned).toMatchObject({ type: "failed" });
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["ledger.jsonl"]);
});
