import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LedgerLines } from "../../tests/trace/ledger-lines.js";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  openLedger,
  pruneLedger,
  readLedger,
  verifyLedger,
  type Pruned,
  type PruneOptions,
} from "./index.js";

const LIMIT = Date.UTC(2025, 0, 10);
const MINUTE = 60_000;
const A = "a".repeat(16);

let file: string;
let lines: LedgerLines;
beforeEach(() => {
  file = join(temporaryFolder(), "ledger.jsonl");
  lines = new LedgerLines(file);
});
afterEach(() => void vi.useRealTimers());

const add = (minutes: number, records: readonly object[], writer = A): void =>
  lines.add(LIMIT + minutes * MINUTE, records, writer);
const event = (eventId: string, more: object = {}): object => ({ type: "event", eventId, ...more });
const verdict = (eventId: string): object => ({ type: "verdict", eventId });
const text = (): string => readFileSync(file, "utf8");
const prune = (more: Partial<PruneOptions> = {}): Promise<Pruned> =>
  pruneLedger(file, { before: new Date(LIMIT), agree: () => true, graceMs: 0, ...more });

/** What the chain of a prune says, without what differs from run to run. */
const head = (): unknown[] =>
  [...readLedger(file)].map((entry) =>
    Object.fromEntries(
      Object.entries(entry).filter(
        ([key]) => !["time", "pid", "writer", "prev", "hash"].includes(key),
      ),
    ),
  );

describe("the new file", () => {
  test("begins with a chain of its own: how it began, what went, settings that are needed, its end", async () => {
    const settings = {
      type: "settings",
      eventId: "",
      revision: "r1",
      hooks: [{ id: "h" }],
      more: 1,
    };
    add(-30, [settings, event("e"), verdict("e")]);
    add(1, [event("f", { settings: "r1" })]);
    const all = text().split("\n");
    const base = (JSON.parse(all[3] ?? "") as { hash: string }).hash;
    await prune();
    const bytes = all.slice(0, 4).join("\n").length + 1;
    const total = {
      prunes: 1,
      records: 4,
      events: 1,
      bytes,
      damaged: 0,
      before: "2025-01-10T00:00:00.000Z",
    };
    const { version, platform, arch } = process;
    expect(head()).toEqual([
      { line: 1, v: 1, seq: 0, type: "open", node: version, platform, arch },
      {
        line: 2,
        v: 1,
        seq: 1,
        type: "pruned",
        eventId: "",
        total,
        chains: [{ writer: A, seq: 3, hash: base }],
      },
      {
        line: 3,
        v: 1,
        seq: 2,
        type: "settings",
        eventId: "",
        revision: "r1",
        hooks: [{ id: "h" }],
      },
      { line: 4, v: 1, seq: 3, type: "close" },
      { line: 5, v: 1, seq: 4, type: "event", eventId: "f", settings: "r1" },
    ]);
    const [first] = [...readLedger(file)];
    expect(first).toMatchObject({
      pid: process.pid,
      writer: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(verifyLedger(file)).toEqual({
      ok: true,
      records: 5,
      faults: [],
      unfinished: 1,
      pruned: total,
    });
    expect(text().endsWith(`\n${all[4]}\n`)).toBe(true);
  });

  test("has settings whose numbers are larger than numbers are", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: LIMIT - MINUTE });
    const ledger = openLedger({ file });
    const hooks = [{ id: 9_007_199_254_740_993n }];
    ledger.append({ type: "settings", eventId: "", revision: "r1", hooks });
    vi.setSystemTime(LIMIT + MINUTE);
    ledger.append({ type: "event", eventId: "e", settings: "r1" });
    ledger.close();
    vi.useRealTimers();
    expect((await prune()).type).toBe("pruned");
    expect(head()[2]).toEqual({
      line: 3,
      v: 1,
      seq: 2,
      type: "settings",
      eventId: "",
      revision: "r1",
      hooks,
    });
    expect(verifyLedger(file).faults).toEqual([]);
  });

  test("has lines that begin otherwise as they are, whoever wrote them", async () => {
    add(-30, [event("e"), verdict("e")]);
    add(1, [event("f")]);
    const writer = "x".repeat(400);
    lines.add(LIMIT - MINUTE, [event("g"), verdict("g")], writer);
    lines.add(LIMIT + MINUTE, [event("h")], writer);
    appendFileSync(file, "noise\n");
    const all = text().split("\n");
    await prune();
    expect(text().split("\n").slice(3)).toEqual([all[3], ...all.slice(7)]);
  });

  test("is the same whatever is in it, and however much", async () => {
    add(-30, [event("e"), verdict("e")]);
    add(
      1,
      Array.from({ length: 40 }, (_, at) => event(`f${at}`, { text: "é".repeat(50_000) })),
    );
    const kept = text().split("\n").slice(3).join("\n");
    const said: number[] = [];
    const { size } = statSync(file);
    expect((await prune({ onProgress: (bytes) => said.push(bytes) })).type).toBe("pruned");
    expect(text().split("\n").slice(3).join("\n") === kept).toBe(true);
    // Once to look and once to write, each time at the beginning and behind each megabyte.
    const places = said.slice(0, said.length / 2);
    expect(said).toEqual([...places, ...places]);
    expect([places[0], places.length]).toEqual([0, Math.floor(size / 1_048_576) + 1]);
    expect(places.slice(1).every((place, at) => place - (places[at] ?? 0) >= 1_048_576)).toBe(true);
  });

  test("takes the place of a draft that was left", async () => {
    writeFileSync(`${file}.pruning`, "left");
    add(-30, [event("e"), verdict("e")]);
    expect((await prune()).type).toBe("pruned");
    expect([readdirSync(dirname(file)), text().includes("left")]).toEqual([
      ["ledger.jsonl"],
      false,
    ]);
  });
});

test.each<[string, readonly object[], number]>([
  ["a later one", [event("e"), event("f"), verdict("e")], 2],
  [
    "one that something was said of before",
    [event("e"), { type: "run", eventId: "f" }, event("f"), verdict("e")],
    3,
  ],
])(
  "an event that has its verdict does not stay for the sake of %s",
  async (_name, records, first) => {
    add(-30, records);
    add(0, [verdict("f")]);
    const all = text().split("\n");
    await prune();
    expect(text().split("\n").slice(3)).toEqual(all.slice(first));
  },
);

describe("what is written to the old file", () => {
  const written = (id: string): string => {
    const place = join(temporaryFolder(), "one.jsonl");
    new LedgerLines(place).add(LIMIT, [event(id)], "c".repeat(16));
    return readFileSync(place, "utf8");
  };

  test("after the plan was made is in the new one, and is not late", async () => {
    add(-30, [event("e"), verdict("e")]);
    const more = written("f");
    const pruned = await prune({
      agree: () => {
        appendFileSync(file, more);
        return true;
      },
    });
    expect(pruned).toMatchObject({ type: "pruned", late: 0 });
    expect(text().endsWith(more)).toBe(true);
  });

  test("after the new one is there is carried over and counted, and what is torn stays torn", async () => {
    add(-30, [event("e"), verdict("e")]);
    const old = `${file}.old`;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let isPruned = false;
    const done = prune({
      agree: () => {
        linkSync(file, old);
        return true;
      },
      graceMs: 250,
    }).finally(() => (isPruned = true));
    while (vi.getTimerCount() === 0) await new Promise((turn) => setImmediate(turn));
    const more = [written("f"), written("g"), "torn"];
    for (const part of more) {
      expect(isPruned).toBe(false);
      appendFileSync(old, part);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await done).toMatchObject({
      type: "pruned",
      late: more.slice(0, 2).join("").length,
    });
    expect(text().endsWith(`${more.join("")}\n`)).toBe(true);
  });

  test("is waited for two and a half seconds where nothing else is said", async () => {
    add(-30, [event("e"), verdict("e")]);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let isPruned = false;
    const done = pruneLedger(file, { before: new Date(LIMIT), agree: () => true }).finally(
      () => (isPruned = true),
    );
    while (vi.getTimerCount() === 0) await new Promise((turn) => setImmediate(turn));
    await vi.advanceTimersByTimeAsync(2499);
    expect([isPruned, existsSync(`${file}.prune-lock`)]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(1);
    expect([(await done).type, existsSync(`${file}.prune-lock`)]).toEqual(["pruned", false]);
  });

  test("and torn is in the new one as damage", async () => {
    add(-30, [event("e"), verdict("e")]);
    const pruned = await prune({
      agree: () => {
        appendFileSync(file, "torn");
        return true;
      },
    });
    expect(pruned).toMatchObject({ type: "pruned", late: 0 });
    expect(verifyLedger(file).faults).toEqual([{ line: 4, what: "not a whole record" }]);
  });
});

describe("nothing has changed where", () => {
  const unchanged = async (more: Partial<PruneOptions>): Promise<unknown> => {
    add(-30, [event("e"), verdict("e")]);
    const before = text();
    const pruned = await prune(more);
    expect([text(), existsSync(`${file}.prune-lock`), existsSync(`${file}.pruning`)]).toEqual([
      before,
      false,
      false,
    ]);
    return pruned.type === "failed" ? pruned.message : pruned.type;
  };

  test("it is not agreed to, by a promise too", async () => {
    expect(await unchanged({ agree: () => Promise.resolve(false) })).toBe("not-agreed");
  });

  test("whoever agrees fails, with an error or something else", async () => {
    const reject = (error: unknown) => () => Promise.reject(error);
    expect(await unchanged({ agree: reject(new Error("no")) })).toBe(
      `The ledger ${file} is unchanged: no`,
    );
    expect(await unchanged({ agree: reject("no word") })).toBe(
      `The ledger ${file} is unchanged: no word`,
    );
  });

  test("it was aborted before the plan", async () => {
    let isAsked = false;
    const agree = (): boolean => (isAsked = true);
    const signal = AbortSignal.abort(new Error("interrupted"));
    expect(await unchanged({ signal, agree })).toBe(`The ledger ${file} is unchanged: interrupted`);
    expect(isAsked).toBe(false);
  });

  test("it was aborted when it was agreed to, or while the new file is written", async () => {
    for (const isLate of [false, true]) {
      const abort = new AbortController();
      let times = 0;
      const end = (): void => abort.abort(new Error("interrupted"));
      const what = await unchanged({
        signal: abort.signal,
        agree: () => {
          if (!isLate) end();
          return true;
        },
        onProgress: () => {
          times++;
          if (isLate && times === 2) end();
        },
      });
      expect([what, times]).toEqual([
        `The ledger ${file} is unchanged: interrupted`,
        isLate ? 2 : 1,
      ]);
    }
  });

  test("another file has taken its place meanwhile", async () => {
    add(-30, [event("e"), verdict("e")]);
    const pruned = await prune({
      agree: () => {
        renameSync(file, `${file}.1`);
        writeFileSync(file, "another", { mode: 0o600 });
        return true;
      },
    });
    expect(pruned).toEqual({
      type: "failed",
      message: `The ledger ${file} is unchanged: it was replaced meanwhile`,
    });
    expect([text(), readdirSync(dirname(file)).toSorted()]).toEqual([
      "another",
      ["ledger.jsonl", "ledger.jsonl.1"],
    ]);
  });
});
