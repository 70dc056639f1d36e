import fc from "fast-check";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { LedgerLines, recordsOf, type Happened } from "../../tests/trace/ledger-lines.js";
import { temporaryFolder } from "../../tests/workspace.js";
import { toRow } from "../recorded/index.js";
import { fitsEvent } from "./event-filter.js";
import { openLedgerQuery, sidecarOf, type EventFilter, type LedgerQuery } from "./index.js";

let folder: string;
let file: string;
let ledger: LedgerLines;
beforeEach(() => {
  folder = join(temporaryFolder(), "home");
  mkdirSync(folder, { mode: 0o700 });
  file = join(folder, "ledger.jsonl");
  ledger = new LedgerLines(file);
});

const BEGIN = Date.UTC(2025, 5, 1, 12);
const add = (happened: Happened, minute = 0, writer?: string): void =>
  ledger.add(BEGIN + minute * 60_000, recordsOf(happened), writer);

async function asked<Result>(
  work: (query: LedgerQuery) => Promise<Result>,
  isOwn = true,
): Promise<Result> {
  const query = await openLedgerQuery(file, { isOwn });
  try {
    return await work(query);
  } finally {
    query.close();
  }
}

const ids = (filter: EventFilter, limit = 100): Promise<readonly string[]> =>
  asked(async (query) => (await query.page(filter, { limit })).rows.map(({ id }) => id));

/** Four events that differ in everything. */
function fourEvents(): void {
  add({
    id: "a-1",
    session: "s1-x",
    tool: "Bash",
    input: { command: "rm -rf x" },
    outcome: "block",
  });
  add({ id: "b-2", session: "s2-y", tool: "Write", hook: "format.sh", cwd: "/other" }, 1);
  add(
    {
      id: "c-3",
      session: "s1-x",
      event: "PostToolUse",
      tool: "mcp__db__query",
      problems: [{ code: "exit-code-failure", severity: "warning", hook: "guard", path: "exit" }],
    },
    2,
  );
  add({ id: "d-4", session: "s3-z", outcome: null, cwd: "/project/sub" }, 3);
}

describe("a filter finds", () => {
  test.each<[string, EventFilter, readonly string[]]>([
    ["everything, the newest last", {}, ["a-1", "b-2", "c-3", "d-4"]],
    ["a session by its beginning", { sessions: ["s1"] }, ["a-1", "c-3"]],
    ["one of two sessions", { sessions: ["s2", "s3"] }, ["b-2", "d-4"]],
    ["a session with a star", { sessions: ["*-y"] }, ["b-2"]],
    ["an event, whatever its case", { events: ["posttooluse"] }, ["c-3"]],
    ["a tool", { tools: ["Write"] }, ["b-2"]],
    ["tools with a star", { tools: ["mcp__*"] }, ["c-3"]],
    ["a hook", { hooks: ["format.sh"] }, ["b-2"]],
    ["an outcome", { outcomes: ["block"] }, ["a-1"]],
    ["what has no end", { outcomes: ["unfinished"] }, ["d-4"]],
    ["several outcomes", { outcomes: ["block", "unfinished"] }, ["a-1", "d-4"]],
    ["a problem", { problems: ["exit-code-failure"] }, ["c-3"]],
    ["any problem", { problems: ["*"] }, ["c-3"]],
    ["failures", { failed: true }, ["c-3"]],
    ["a project and what is below it", { project: "/project" }, ["a-1", "c-3", "d-4"]],
    ["a text in the payload", { text: "rm -rf" }, ["a-1"]],
    ["a text in the verdict", { text: "exit-code-fail" }, ["c-3"]],
    ["no text in what is around a record", { text: "verdict" }, []],
    ["no text in the names of fields", { text: "tool_input" }, []],
    ["from a time on", { since: BEGIN + 120_000 }, ["c-3", "d-4"]],
    ["before a time", { until: BEGIN + 60_000 }, ["a-1"]],
    ["all of several conditions", { sessions: ["s1"], tools: ["Bash"] }, ["a-1"]],
    ["nothing for a name that nothing has", { tools: ["bash2"] }, []],
  ])("%s", async (_name, filter, expected) => {
    fourEvents();
    expect(await ids(filter)).toEqual(expected);
  });

  test("page by page, also by text", async () => {
    for (let index = 0; index < 10; index++)
      add({ id: `e-${index}`, input: { command: index % 2 === 0 ? "even" : "odd" } }, index);
    for (const filter of [{}, { text: "even" }]) {
      const pages: string[][] = [];
      await asked(async (query) => {
        let before: number | undefined;
        do {
          const page = await query.page(filter, {
            limit: 3,
            ...(before !== undefined && { before }),
          });
          pages.push(page.rows.map(({ id }) => id));
          before = page.before ?? undefined;
        } while (before !== undefined);
      });
      const all = Array.from({ length: 10 }, (_, index) => `e-${index}`);
      const wanted = "text" in filter ? all.filter((_, index) => index % 2 === 0) : all;
      expect(pages.toReversed().flat()).toEqual(wanted);
      expect(pages.every(({ length }) => length <= 3)).toBe(true);
    }
  });
});

const happened: fc.Arbitrary<Happened> = fc.record(
  {
    id: fc.constant(""),
    event: fc.constantFrom("PreToolUse", "Stop"),
    session: fc.constantFrom("s-1", "s-2"),
    tool: fc.constantFrom("Bash", "Write", "mcp__a__b"),
    cwd: fc.constantFrom("/a", "/a/b", "/ab"),
    hook: fc.constantFrom("one", "two"),
    outcome: fc.constantFrom("proceed", "block", "ask", null),
    problems: fc.constantFrom(
      [],
      [{ code: "exit-code-failure", severity: "warning", hook: "one", path: "exit", found: "1" }],
    ),
  },
  { requiredKeys: ["id"] },
);
const anyFilter: fc.Arbitrary<EventFilter> = fc.record(
  {
    sessions: fc.constantFrom(["s-1"], ["s"], ["x"]),
    events: fc.constantFrom(["stop"], ["*"]),
    tools: fc.constantFrom(["mcp__*"], ["Bash", "Write"]),
    hooks: fc.constantFrom(["one"], ["t*"]),
    outcomes: fc.constantFrom(["block"], ["unfinished"], ["ask", "proceed"] as const),
    problems: fc.constantFrom(["exit-*"], ["nope"]),
    failed: fc.boolean(),
    project: fc.constantFrom("/a", "/a/b"),
    since: fc.integer({ min: 0, max: 20 }).map((minute) => BEGIN + minute * 60_000),
    until: fc.integer({ min: 0, max: 20 }).map((minute) => BEGIN + minute * 60_000),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<EventFilter>;

test("columns choose what each event by itself would be chosen by", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happened, { minLength: 1, maxLength: 20 }),
      anyFilter,
      async (events, filter) => {
        rmSync(file, { force: true });
        ledger = new LedgerLines(file);
        for (const [index, one] of events.entries()) add({ ...one, id: `e-${index}` }, index);
        await asked(async (query) => {
          const all = await query.rows({});
          const expected = all.filter((row) => {
            const event = query.event(row);
            return event !== null && fitsEvent(filter, toRow(event), event);
          });
          expect(await query.rows(filter)).toEqual(expected);
          // The row from the columns is the one that follows from the whole event.
          for (const row of all) {
            const event = query.event(row);
            expect(event === null ? null : query.list([row])[0]).toEqual(
              event === null ? null : toRow(event),
            );
          }
        });
      },
    ),
    { numRuns: 100 },
  );
});

describe("an event", () => {
  test("is found by its id, by the beginning of it, and not by one that several have", async () => {
    add({ id: "abc-1-0" });
    add({ id: "abc-2-0" });
    add({ id: "xyz-2-0" });
    await asked((query) => {
      expect([query.find("abc-1-0"), query.find("x"), query.find("abc"), query.find("q")]).toEqual([
        { type: "event", row: 0 },
        { type: "event", row: 2 },
        { type: "several", ids: ["abc-1-0", "abc-2-0"] },
        { type: "none" },
      ]);
      return Promise.resolve();
    });
  });

  test("has records of other writers between its own, and those that came after its verdict", async () => {
    const [begin, run, verdict] = recordsOf({ id: "one", outcome: "ask" });
    const late = { ...run, id: "project:PreToolUse:0.1", name: "slow", async: true };
    ledger.add(BEGIN, [begin ?? {}, { ...late, type: "start", run: undefined, ms: undefined }]);
    add({ id: "two" }, 0, "bbbbbbbbbbbbbbbb");
    ledger.add(BEGIN + 30, [run ?? {}, verdict ?? {}]);
    add({ id: "three" }, 0, "bbbbbbbbbbbbbbbb");
    ledger.add(BEGIN + 60, [
      late,
      { type: "permission", eventId: "one", decision: "deny", reason: "no" },
    ]);
    await asked((query) => {
      const found = query.event(0);
      expect(found?.hooks.map(({ name, async, ms }) => [name, async, ms])).toEqual([
        ["guard", undefined, 10],
        ["slow", true, 10],
      ]);
      expect(found?.answer).toMatchObject({ decision: "deny", reason: "no" });
      expect(query.list([0])).toMatchObject([{ outcome: "ask", answer: "deny", ms: 10 }]);
      expect(query.event(1)?.hooks).toHaveLength(1);
      return Promise.resolve();
    });
  });

  test("may come after its verdict: another process has carried it over", async () => {
    const [begin, run, verdict] = recordsOf({ id: "one", outcome: "block" });
    ledger.add(BEGIN, [run ?? {}, verdict ?? {}], "bbbbbbbbbbbbbbbb");
    ledger.add(BEGIN, [begin ?? {}]);
    await asked(async (query) => {
      expect((await query.page({}, { limit: 1 })).rows).toMatchObject([
        { id: "one", outcome: "block", decidedBy: ["guard"] },
      ]);
      expect(query.event(0)?.reading?.outcome).toBe("block");
      expect(query.event(0)?.hooks).toMatchObject([{ ran: true }]);
    });
  });

  test("names the hooks that did not match, and why, from the settings that it refers to", async () => {
    const hook = (name: string, matcher?: string): object => ({
      id: name,
      name,
      event: "PreToolUse",
      ...(matcher !== undefined && { matcher }),
      at: "/project/.snaphook/settings.json:9",
    });
    ledger.add(BEGIN, [
      { type: "settings", eventId: "", revision: "r1", hooks: [hook("writes", "Write")] },
      { type: "settings", eventId: "", revision: "r2", hooks: [hook("reads", "Read")] },
    ]);
    add({ id: "one", settings: "r1" });
    add({ id: "two", settings: "r2" });
    await asked((query) => {
      const others = (row: number): unknown =>
        query
          .event(row)
          ?.hooks.filter(({ matched }) => !matched)
          .map(({ name, why, line }) => [name, why, line]);
      expect(others(0)).toEqual([["writes", 'the list Write does not match "Bash"', 9]]);
      expect(others(1)).toEqual([["reads", 'the list Read does not match "Bash"', 9]]);
      return Promise.resolve();
    });
  });

  test("whose line was changed is shown as damaged, and what it says is not", async () => {
    fourEvents();
    writeFileSync(file, readFileSync(file, "utf8").replace("rm -rf x", "rm -rf y"));
    await asked(async (query) => {
      const { rows } = await query.page({}, { limit: 9 });
      expect(rows[0]).toMatchObject({
        id: "",
        input: "",
        damage: "its content does not have its hash",
      });
      expect(query.event(0)).toBeNull();
    });
  });

  test("is redacted by today's rules, whatever the ledger holds", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    add({ id: "one", input: { command: `curl -H "Authorization: Bearer ${secret}"` } });
    const all = await asked((query) =>
      Promise.resolve(JSON.stringify([query.event(0), query.list([0]), query.records(0)])),
    );
    expect(all).not.toContain(secret);
    expect(all).toContain("[redacted:");
  });
});

describe("statistics", () => {
  test("count runs, blocks, asks, failures, times, problems and what observing hooks would have done", async () => {
    const failure = { code: "output-malformed", severity: "error", hook: "guard", path: "stdout" };
    for (let index = 0; index < 20; index++)
      add({ id: `e${index}`, ms: index + 1, outcome: index < 3 ? "block" : "proceed" }, index);
    add({ id: "f", problems: [failure, failure] }, 1500);
    add({ id: "g", hook: "new", observe: true, level: "deny" }, 1501);
    add({ id: "h", hook: "new", observe: true }, 1502);
    add({ id: "i", outcome: null, session: "other" }, 1503);
    const stats = await asked((query) =>
      query.stats({}, (time) => new Date(time).toISOString().slice(0, 10)),
    );
    expect(stats).toMatchObject({
      events: 24,
      sessions: 2,
      runs: 23,
      failures: 1,
      outcomes: { proceed: 20, block: 3, unfinished: 1 },
      waitedMs: 240,
      hooks: [
        { name: "guard", runs: 21, blocks: 3, failures: 1, p50: 10, p95: 19, totalMs: 220 },
        { name: "new", runs: 2, observed: 2, wouldBlock: 1, blocks: 0 },
      ],
      byEvent: [{ event: "PreToolUse", events: 24 }],
      byDay: [
        { day: "2025-06-01", events: 20 },
        { day: "2025-06-02", events: 4 },
      ],
      problems: [{ code: "output-malformed", count: 2 }],
      first: new Date(BEGIN).toISOString(),
    });
  });

  test("of nothing are zeros", async () => {
    writeFileSync(file, "");
    const stats = await asked((query) => query.stats({}, String));
    expect(stats).toMatchObject({ events: 0, first: null, hooks: [], problems: [], waitedMs: 0 });
  });
});

/** More than is sooner read again than kept. */
function fill(count: number, from = 0): void {
  const records = Array.from({ length: count }, (_, index) =>
    recordsOf({
      id: `f-${from + index}`,
      session: `s-${(from + index) % 50}`,
      input: { command: "x".repeat(400) },
    }),
  );
  ledger.add(BEGIN, records.flat());
}

describe("the sidecar", () => {
  const sidecar = (): string => sidecarOf(file);
  const rowsOf = (isOwn: boolean): Promise<unknown> =>
    asked(async (query) => {
      const counts = await query.stats({}, String);
      return { counts, page: await query.page({ sessions: ["s-7"] }, { limit: 5 }) };
    }, isOwn);

  test("is kept for a large ledger, is private, grows with it, and says what the ledger says", async () => {
    fill(1200);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    const first = readFileSync(sidecar());
    expect(statSync(sidecar()).mode & 0o777).toBe(0o600);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(readFileSync(sidecar()).equals(first)).toBe(true);
    add({ id: "small" });
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(readFileSync(sidecar()).equals(first)).toBe(true);
    fill(1200, 1200);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    const second = readFileSync(sidecar());
    expect(second.subarray(0, first.length).equals(first)).toBe(true);
    expect(second.length).toBeGreaterThan(1.5 * first.length);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
  });

  test("an event that is open at its end is completed by what comes later", async () => {
    fill(1200);
    const [begin, run, verdict] = recordsOf({ id: "open", outcome: "block" });
    ledger.add(BEGIN, [begin ?? {}]);
    // As if a block had ended right there.
    const before = readFileSync(file).length;
    expect(await ids({ outcomes: ["unfinished"] })).toEqual(["open"]);
    expect(readFileSync(sidecar()).includes(`"to":${before}`)).toBe(true);
    ledger.add(BEGIN + 5, [run ?? {}, verdict ?? {}]);
    expect(await ids({ outcomes: ["unfinished"] })).toEqual([]);
    expect(await ids({ outcomes: ["block"] })).toEqual(["open"]);
    expect(await asked((query) => Promise.resolve(query.event(1200)?.hooks))).toMatchObject([
      { name: "guard", ran: true, ms: 10 },
    ]);
  });

  test.each<[string, () => void]>([
    ["cut in the middle", () => truncateSync(sidecar(), statSync(sidecar()).size - 100)],
    ["cut in its header", () => truncateSync(sidecar(), 100)],
    ["empty", () => truncateSync(sidecar(), 0)],
    ["garbage", () => writeFileSync(sidecar(), "garbage\n".repeat(1000))],
    ["with something behind it", () => appendFileSync(sidecar(), "torn")],
    [
      "of another version",
      () => {
        const bytes = readFileSync(sidecar());
        writeFileSync(
          sidecar(),
          bytes.toString("latin1").replace('"version":1', '"version":9'),
          "latin1",
        );
      },
    ],
    [
      "with a flipped byte",
      () => {
        const bytes = readFileSync(sidecar());
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(sidecar(), bytes);
      },
    ],
    [
      "of another file with the same content",
      () => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
    [
      "of a ledger that was cut and written again",
      () => {
        truncateSync(file, 0);
        ledger = new LedgerLines(file);
        fill(1500, 7000);
      },
    ],
    [
      "of a ledger whose end was written again",
      () => {
        const text = readFileSync(file, "utf8");
        const lines = text.split("\n").slice(0, -400);
        truncateSync(file, 0);
        writeFileSync(file, `${lines.join("\n")}\n`);
        ledger = new LedgerLines(file);
        fill(900, 9000);
      },
    ],
  ])("%s is no harm: it is made anew, or as far as it must", async (_name, damage) => {
    fill(1200);
    await rowsOf(true);
    damage();
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
  });

  test("two that build it at once, and those that come later, agree", async () => {
    fill(1200);
    const all = await Promise.all([rowsOf(true), rowsOf(true), rowsOf(true), rowsOf(false)]);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await rowsOf(true)).toEqual(all[0]);
  });

  test.each<[string, () => void]>([
    ["a link", () => symlinkSync(join(folder, "elsewhere"), sidecar())],
    [
      "a file with a second name",
      () => {
        writeFileSync(join(folder, "elsewhere"), "mine");
        linkSync(join(folder, "elsewhere"), sidecar());
      },
    ],
    ["a folder", () => mkdirSync(sidecar())],
  ])("%s in its place is left alone", async (_name, plant) => {
    fill(1200);
    plant();
    const elsewhere = join(folder, "elsewhere");
    const before = existsSync(elsewhere) ? readFileSync(elsewhere, "utf8") : null;
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(existsSync(elsewhere) ? readFileSync(elsewhere, "utf8") : null).toBe(before);
  });

  test("nothing is written next to another's ledger, nor in a folder that anyone can write", async () => {
    fill(1200);
    await rowsOf(false);
    expect(existsSync(sidecar())).toBe(false);
    chmodSync(folder, 0o777);
    await rowsOf(true);
    expect(existsSync(sidecar())).toBe(false);
  });
});

describe("a ledger", () => {
  test("that is torn at its end is read up to there, and on from there", async () => {
    fourEvents();
    const [line = ""] = readFileSync(file, "utf8").split("\n");
    appendFileSync(file, line.slice(0, 40));
    await asked(async (query) => {
      expect(query.events).toBe(4);
      appendFileSync(file, "\n");
      add({ id: "e-5" });
      await query.refresh();
      expect([query.events, query.damaged]).toEqual([5, 1]);
    });
  });

  test("with damaged and far too long lines is read around them", async () => {
    fourEvents();
    appendFileSync(file, `${"x".repeat(3_000_000)}\n{}\nnull\n[1]\n{"type":"event"}\n\n`);
    add({ id: "e-5" });
    await asked(async (query) => {
      expect(query.damaged).toBe(5);
      expect((await query.page({}, { limit: 9 })).rows.map(({ id }) => id)).toEqual([
        "a-1",
        "b-2",
        "c-3",
        "d-4",
        "e-5",
      ]);
      expect((await query.page({ text: "ls" }, { limit: 9 })).rows).toHaveLength(4);
    });
  });

  test("that is replaced or cut is read anew", async () => {
    fourEvents();
    await asked(async (query) => {
      renameSync(file, `${file}.old`);
      await query.refresh();
      expect(query.events).toBe(4);
      ledger = new LedgerLines(file);
      add({ id: "new" });
      await query.refresh();
      expect((await query.page({}, { limit: 9 })).rows.map(({ id }) => id)).toEqual(["new"]);
      truncateSync(file, 0);
      await query.refresh();
      expect(query.events).toBe(0);
    });
  });

  test.each<[string, () => void, string]>([
    ["that is not there", () => undefined, "there is no such file"],
    ["that is a folder", () => mkdirSync(file), "it is a folder"],
    ["that is a pipe", () => void execFileSync("mkfifo", [file]), "it is not a plain file"],
  ])("%s cannot be read, and says why", async (_name, make, why) => {
    make();
    await expect(openLedgerQuery(file, { isOwn: true })).rejects.toMatchObject({
      name: "UnreadableLedger",
      why,
    });
  });

  test("that is being read can be given up", async () => {
    fill(6000);
    fill(6000, 6000);
    const abort = new AbortController();
    const opening = openLedgerQuery(file, {
      isOwn: true,
      signal: abort.signal,
      onProgress: () => abort.abort(new Error("enough")),
    });
    await expect(opening).rejects.toThrow("enough");
    expect(await asked((query) => Promise.resolve(query.events))).toBe(12_000);
  });
});
