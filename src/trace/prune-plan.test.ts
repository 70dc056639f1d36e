import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LedgerLines } from "../../tests/trace/ledger-lines.js";
import { temporaryFolder } from "../../tests/workspace.js";
import { LineBuffer } from "./line-buffer.js";
import { lineBody } from "./line.js";
import { planPrune, type PrunePlan } from "./prune-plan.js";

const LIMIT = Date.UTC(2025, 0, 10);
const before = new Date(LIMIT);
const MINUTE = 60_000;
const [A, B] = ["a".repeat(16), "b".repeat(16)];

let lines: LedgerLines;
let file: string;
let opened: number[];
beforeEach(() => {
  file = join(temporaryFolder(), "ledger.jsonl");
  lines = new LedgerLines(file);
  opened = [];
});
afterEach(() => opened.forEach(closeSync));

/** Records of a writer, so many minutes after the limit. */
const add = (minutes: number, records: readonly object[], writer = A): void =>
  lines.add(LIMIT + minutes * MINUTE, records, writer);
const event = (eventId: string, more: object = {}): object => ({ type: "event", eventId, ...more });
const run = (eventId: string): object => ({ type: "run", eventId });
const verdict = (eventId: string): object => ({ type: "verdict", eventId });
const settings = (revision: string): object => ({ type: "settings", eventId: "", revision });
const close = { type: "close" };

async function plan(): Promise<PrunePlan> {
  const fd = openSync(file, "r");
  opened.push(fd);
  return planPrune(fd, before, () => {});
}
const text = (): string => readFileSync(file, "utf8");
/** Where each line begins, and behind the last one. */
const offsets = (): number[] => [0, ...[...text().matchAll(/\n/g)].map(({ index }) => index + 1)];
const hashOf = (line: number): string =>
  (JSON.parse(text().split("\n")[line - 1] ?? "") as { hash: string }).hash;
/** The numbers of the lines that stay, from 1. */
const stays = (made: PrunePlan): number[] =>
  text()
    .split("\n")
    .slice(0, -1)
    .flatMap((line, index) => {
      const [, writer = ""] = /"writer":"(\w+)"/.exec(line) ?? [];
      return made.keeps(offsets()[index] ?? 0, () => writer) ? [index + 1] : [];
    });

test("a plan says all that goes and what is left", async () => {
  add(-30, [event("e1"), run("e1"), verdict("e1")]);
  add(-20, [event("f1"), verdict("f1"), close], B);
  add(-10, [event("e2"), verdict("e2")]);
  add(10, [event("e3"), verdict("e3")]);
  const places = offsets();
  const removed = {
    prunes: 1,
    records: 10,
    events: 3,
    bytes: places[10] ?? 0,
    damaged: 0,
    before: "2025-01-10T00:00:00.000Z",
  };
  const made = await plan();
  expect(made).toEqual({
    end: text().length,
    removed,
    total: removed,
    kept: 2,
    faults: [],
    // Of the other one nothing is left, and nothing can follow.
    chains: [{ writer: A, seq: 5, hash: hashOf(10) }],
    settings: [],
    keeps: expect.any(Function) as unknown,
  });
  expect(stays(made)).toEqual([11, 12]);
});

describe("of one chain", () => {
  const rows: readonly (readonly [string, () => void, readonly number[]])[] = [
    [
      "nothing goes that is not older than the limit",
      () => add(0, [event("e"), verdict("e")]),
      [1, 2, 3],
    ],
    [
      "all goes that is a millisecond older, and nothing else",
      () => {
        lines.add(LIMIT - 1, [event("e"), verdict("e")], A);
        add(0, [event("f")]);
      },
      [4],
    ],
    [
      "what is older stays behind what stays",
      () => {
        add(0, [event("e"), verdict("e")]);
        add(-10, [event("f"), verdict("f")]);
      },
      [1, 2, 3, 4, 5],
    ],
    [
      "an event stays whose verdict does, with all between them, and what was before it goes",
      () => {
        add(-30, [event("e"), verdict("e"), run("x")]);
        add(-20, [event("f"), run("f"), event("g"), verdict("g")]);
        add(0, [verdict("f")]);
      },
      [5, 6, 7, 8, 9],
    ],
    [
      "the first of two events without a verdict is where the rest begins",
      () => {
        add(-30, [event("e"), run("e"), event("f"), verdict("f"), event("g")]);
        add(0, [verdict("g"), verdict("e")]);
      },
      [2, 3, 4, 5, 6, 7, 8],
    ],
    [
      "a record of an event that is not open is none that keeps anything",
      () => {
        add(-30, [run("e"), verdict("e"), { type: "start", eventId: "e" }]);
        add(0, [run("e")]);
      },
      [5],
    ],
    [
      "a record of another type with the number of an open event is not where it begins",
      () => {
        add(-30, [run("e"), event("e")]);
        add(0, [verdict("e")]);
      },
      [3, 4],
    ],
    [
      "an event without a verdict is given up an hour later, to the millisecond",
      () => {
        add(-70, [event("e"), run("e")]);
        add(-10, [event("f")]);
        add(0, [verdict("f"), verdict("e")]);
      },
      [2, 3, 4, 5, 6],
    ],
    [
      "and not any later",
      () => {
        add(-70, [event("e"), run("e")]);
        lines.add(LIMIT - 10 * MINUTE + 1, [event("f")], A);
        add(0, [verdict("f"), verdict("e")]);
      },
      [4, 5, 6],
    ],
    [
      "with what is an hour old and no event goes what was before it only",
      () => {
        add(-80, [event("e")]);
        add(-70, [run("e")]);
        add(-10, [event("f")]);
        add(0, [verdict("f")]);
      },
      [4, 5],
    ],
    [
      "an event that is not an hour old stays, where an older one is given up",
      () => {
        add(-80, [event("e")]);
        add(-65, [event("f")]);
        lines.add(LIMIT - 15 * MINUTE, [event("g")], A);
        add(0, [verdict("f")]);
      },
      [3, 4, 5],
    ],
    [
      "one that was given up does not come back with its verdict",
      () => {
        add(-200, [event("e")]);
        add(-100, [verdict("e"), run("x")]);
        add(0, [run("y")]);
      },
      [5],
    ],
  ];
  test.each(rows)("%s", async (_name, write, left) => {
    write();
    expect(stays(await plan())).toEqual(left);
  });
});

test("what has a time that cannot be read stays, and all of its chain behind it", async () => {
  add(-30, [event("e"), verdict("e")]);
  const buffer = new LineBuffer();
  buffer.begin("");
  const time = new Date(LIMIT - MINUTE).toISOString();
  let prev = hashOf(3);
  // The first one was here before: what is left begins behind the one that has the highest number.
  for (const [seq, when] of [
    [1, time],
    [3, "soon"],
    [4, time],
  ] as const)
    prev = buffer.add(lineBody({ writer: A, seq, prev }, when, '"type":"run"'));
  appendFileSync(file, buffer.lines);
  const made = await plan();
  expect([stays(made), made.chains]).toEqual([[5, 6], [{ writer: A, seq: 2, hash: hashOf(3) }]]);
});

describe("of several chains", () => {
  test("each is cut at its own place, and lines of one stay between those of another that go", async () => {
    add(-30, [event("e1")]);
    add(-29, [event("f1"), verdict("f1")], B);
    add(-28, [run("e1")]);
    add(-27, [event("f2"), verdict("f2")], B);
    add(1, [verdict("e1")]);
    add(2, [event("f3")], B);
    const made = await plan();
    expect(stays(made)).toEqual([2, 6, 9, 10]);
    expect(made.chains).toEqual([
      { writer: A, seq: 0, hash: hashOf(1) },
      { writer: B, seq: 4, hash: hashOf(8) },
    ]);
    expect([made.kept, made.removed.records, made.removed.events]).toEqual([4, 6, 2]);
    expect(made.removed.bytes).toBe(
      [1, 3, 4, 5, 7, 8].reduce(
        (sum, line) => sum + (offsets()[line] ?? 0) - (offsets()[line - 1] ?? 0),
        0,
      ),
    );
  });

  test("one that is not closed has a place where it may go on, though nothing of it is left", async () => {
    add(-30, [event("e1"), verdict("e1")]);
    add(-20, [close], B);
    const made = await plan();
    expect(made.chains).toEqual([{ writer: A, seq: 2, hash: hashOf(3) }]);
    expect([made.kept, stays(made)]).toEqual([0, []]);
  });

  test("one of which something is left has its place, closed or not", async () => {
    add(-30, [event("e1"), verdict("e1")]);
    add(1, [close]);
    expect((await plan()).chains).toEqual([{ writer: A, seq: 2, hash: hashOf(3) }]);
  });

  test("one of which nothing goes has no such place", async () => {
    add(10, [event("e1")]);
    expect((await plan()).chains).toEqual([]);
  });
});

describe("settings", () => {
  const place = (line: number): number => offsets()[line - 1] ?? -1;
  test("that go are taken along where an event stays that refers to them: the last of them", async () => {
    add(-30, [settings("r1"), settings("r2"), settings("r1"), settings("r3")]);
    add(-20, [event("e", { settings: "r3" }), verdict("e")]);
    add(1, [
      event("f", { settings: "r1" }),
      event("g", { settings: "r1" }),
      event("h", { settings: "r9" }),
    ]);
    expect((await plan()).settings).toEqual([place(4)]);
  });

  test("that stay in another chain are not", async () => {
    add(-30, [settings("r1")]);
    add(1, [settings("r1")], B);
    add(2, [event("f", { settings: "r1" })]);
    expect((await plan()).settings).toEqual([]);
  });

  test("are referred to by events only, and by texts", async () => {
    add(-30, [settings("r1"), settings("2")]);
    add(1, [{ type: "run", eventId: "e", settings: "r1" }, event("f", { settings: 2 })]);
    expect((await plan()).settings).toEqual([]);
  });

  test("of two events are in the order of these", async () => {
    add(-30, [settings("r1"), settings("r2")]);
    add(1, [event("e", { settings: "r2" }), event("f", { settings: "r1" })]);
    expect((await plan()).settings).toEqual([place(3), place(2)]);
  });
});

describe("what is no intact record", () => {
  test("goes with what is before the first line that stays, and is said", async () => {
    add(-30, [event("e"), verdict("e")]);
    appendFileSync(file, "one\n");
    add(1, [event("f")]);
    appendFileSync(file, "two\n");
    const made = await plan();
    expect(made.faults).toEqual([{ line: 4, what: "not a whole record" }]);
    expect([made.removed.damaged, made.total.damaged, made.kept]).toEqual([1, 1, 1]);
    expect(stays(made)).toEqual([5, 6]);
    // Whoever wrote what cannot be read is not asked for.
    expect(made.keeps(offsets()[5] ?? 0, () => expect.unreachable())).toBe(true);
  });

  test("faults of what goes are said in the order of their lines, those of what stays are not", async () => {
    add(-30, [event("e1"), verdict("e1")]);
    add(-29, [event("f1")], B);
    add(-28, [event("e2"), verdict("e2")]);
    add(1, [event("e3"), event("e4"), event("e5")]);
    const all = text().split("\n");
    // A record is gone from what goes, one from what stays, and there is a line of noise in both.
    const [goes, stay] = [all.slice(0, 5), all.slice(7, 8)];
    const left = [...goes, ...all.slice(6, 7), "noise", ...stay, ...all.slice(9, 10), "noise", ""];
    writeFileSync(file, left.join("\n"));
    expect((await plan()).faults).toEqual([
      { line: 6, what: "1 missing before it: record 4 after 2" },
      { line: 7, what: "not a whole record" },
    ]);
  });

  test("a torn line is not looked at: the plan ends before it", async () => {
    add(-30, [event("e"), verdict("e")]);
    const end = text().length;
    appendFileSync(file, "torn");
    expect(await plan()).toMatchObject({ end, faults: [], removed: { damaged: 0, records: 3 } });
  });

  test("of an empty file the plan is empty", async () => {
    appendFileSync(file, "");
    expect(await plan()).toMatchObject({ end: 0, kept: 0, chains: [], removed: { records: 0 } });
  });
});

describe("an earlier prune", () => {
  const total = { prunes: 2, records: 30, events: 20, bytes: 1000, damaged: 4, before: "2024" };
  const pruned = (chains: readonly object[]): object => ({
    type: "pruned",
    eventId: "",
    total,
    chains,
  });
  const base = (writer: string, seq: number, hash: string): object => ({ writer, seq, hash });

  test("counts in what is gone in all", async () => {
    add(-30, [pruned([]), event("e"), verdict("e")]);
    const { removed, total: all } = await plan();
    expect(removed).toMatchObject({ prunes: 1, records: 4, events: 1 });
    expect(all).toEqual({
      prunes: 3,
      records: 34,
      events: 21,
      bytes: 1000 + removed.bytes,
      damaged: 4,
      before: "2025-01-10T00:00:00.000Z",
    });
  });

  test("has cut chains that stay as they are: the furthest place counts", async () => {
    add(-30, [
      pruned([base(B, 3, "x"), base(B, 5, "y"), base(B, 4, "z"), base("c", 1, "c")]),
      close,
    ]);
    add(1, [event("f")], B);
    expect((await plan()).chains).toEqual([{ writer: B, seq: 5, hash: "y" }]);
  });

  test("gives way to this one in a chain that is cut once more", async () => {
    add(-30, [pruned([base(B, 0, "x")])]);
    add(-20, [event("e"), verdict("e")], B);
    add(1, [event("f")], B);
    expect((await plan()).chains).toEqual([
      { writer: A, seq: 1, hash: hashOf(2) },
      { writer: B, seq: 2, hash: hashOf(5) },
    ]);
  });
});

test("how far it is is said at the first line, and once for each megabyte", async () => {
  add(
    -30,
    Array.from({ length: 30 }, (_, at) => event(`e${at}`, { text: "x".repeat(100_000) })),
  );
  const fd = openSync(file, "r");
  opened.push(fd);
  const said: number[] = [];
  let waited = 0;
  await planPrune(fd, before, async (bytes) => {
    said.push(bytes);
    await Promise.resolve();
    waited++;
  });
  const places = offsets();
  const after = (place: number): number => places.find((one) => one >= place) ?? -1;
  const second = after(1_048_576);
  expect(said).toEqual([0, second, after(second + 1_048_576)]);
  expect(waited).toBe(3);
});
