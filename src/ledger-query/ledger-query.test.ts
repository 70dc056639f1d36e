import fc from "fast-check";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { AskedLedger, BEGIN } from "../../tests/trace/asked-ledger.js";
import { recordsOf, type Happened } from "../../tests/trace/ledger-lines.js";
import { toRow } from "../recorded/index.js";
import { fitsEvent } from "./event-filter.js";
import type { EventFilter } from "./index.js";

let ledger: AskedLedger;
beforeEach(() => {
  ledger = new AskedLedger();
});

const ids = (filter: EventFilter, limit = 100): Promise<readonly string[]> =>
  ledger.ask(async (query) => (await query.page(filter, { limit })).rows.map(({ id }) => id));

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
    ledger.fourEvents();
    expect(await ids(filter)).toEqual(expected);
  });

  test("page by page, also by text", async () => {
    for (let index = 0; index < 10; index++)
      ledger.add({ id: `e-${index}`, input: { command: index % 2 === 0 ? "even" : "odd" } }, index);
    for (const filter of [{}, { text: "even" }]) {
      const pages: string[][] = [];
      await ledger.ask(async (query) => {
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
);

test("columns choose what each event by itself would be chosen by", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happened, { minLength: 1, maxLength: 20 }),
      anyFilter,
      async (events, filter) => {
        rmSync(ledger.file, { force: true });
        ledger.beginAnew();
        for (const [index, one] of events.entries())
          ledger.add({ ...one, id: `e-${index}` }, index);
        await ledger.ask(async (query) => {
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
    ledger.add({ id: "abc-1-0" });
    ledger.add({ id: "abc-2-0" });
    ledger.add({ id: "xyz-2-0" });
    await ledger.ask((query) => {
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
    ledger.lines.add(BEGIN, [
      begin ?? {},
      { ...late, type: "start", run: undefined, ms: undefined },
    ]);
    ledger.add({ id: "two" }, 0, "bbbbbbbbbbbbbbbb");
    ledger.lines.add(BEGIN + 30, [run ?? {}, verdict ?? {}]);
    ledger.add({ id: "three" }, 0, "bbbbbbbbbbbbbbbb");
    ledger.lines.add(BEGIN + 60, [
      late,
      { type: "permission", eventId: "one", decision: "deny", reason: "no" },
    ]);
    await ledger.ask((query) => {
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
    ledger.lines.add(BEGIN, [run ?? {}, verdict ?? {}], "bbbbbbbbbbbbbbbb");
    ledger.lines.add(BEGIN, [begin ?? {}]);
    await ledger.ask(async (query) => {
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
    ledger.lines.add(BEGIN, [
      { type: "settings", eventId: "", revision: "r1", hooks: [hook("writes", "Write")] },
      { type: "settings", eventId: "", revision: "r2", hooks: [hook("reads", "Read")] },
    ]);
    ledger.add({ id: "one", settings: "r1" });
    ledger.add({ id: "two", settings: "r2" });
    await ledger.ask((query) => {
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
    ledger.fourEvents();
    writeFileSync(ledger.file, readFileSync(ledger.file, "utf8").replace("rm -rf x", "rm -rf y"));
    await ledger.ask(async (query) => {
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
    ledger.add({ id: "one", input: { command: `curl -H "Authorization: Bearer ${secret}"` } });
    const all = await ledger.ask((query) =>
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
      ledger.add(
        { id: `e${index}`, ms: index + 1, outcome: index < 3 ? "block" : "proceed" },
        index,
      );
    ledger.add({ id: "f", problems: [failure, failure] }, 1500);
    ledger.add({ id: "g", hook: "new", observe: true, level: "deny" }, 1501);
    ledger.add({ id: "h", hook: "new", observe: true }, 1502);
    ledger.add({ id: "i", outcome: null, session: "other" }, 1503);
    const stats = await ledger.ask((query) =>
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
    writeFileSync(ledger.file, "");
    const stats = await ledger.ask((query) => query.stats({}, String));
    expect(stats).toMatchObject({ events: 0, first: null, hooks: [], problems: [], waitedMs: 0 });
  });
});
