import { describe, expect, test } from "vitest";
import type { Reading } from "../route/index.js";
import type { Ruling } from "../rules/index.js";
import type { Ledger, LedgerRecord } from "../trace/index.js";
import type { HookReport } from "./fired.js";
import type { PlannedHook } from "./planned-hook.js";
import {
  recordAsyncEnd,
  recordAsyncStart,
  recordEvent,
  recordOutcome,
  recordPermission,
} from "./record.js";

/** A ledger of lists. */
function open(isWritten = true) {
  const calls: unknown[][] = [];
  const took = (...call: unknown[]): boolean => calls.push(call) > 0 && isWritten;
  const ledger: Ledger = {
    path: "/l",
    append: (record: LedgerRecord, options) => took("append", record, options),
    appendAll: (records, options) => took("appendAll", records, options),
    appendOnce: (key, record) => took("appendOnce", key, record),
    close: () => {},
  };
  return { ledger, calls };
}

const hook = (name: string, more: object = {}) => ({
  id: `id of ${name}`,
  name,
  event: "Stop",
  matcher: null,
  disabled: false,
  source: { layer: "user", file: "/h/settings.json", line: 3 },
  ...more,
});
const planned = (name: string, more: object = {}): PlannedHook =>
  ({ hook: hook(name), matches: true, why: "it fits", ...more }) as unknown as PlannedHook;

describe("the record of an event", () => {
  const payload = { hook_event_name: "Stop", last_assistant_message: "x".repeat(1001) };
  const cut = expect.stringMatching(/^x+…\[cut: 1001 characters\]$/) as unknown;
  const fits = { matches: true, why: "it fits" };

  test("names the hooks that match, and one that nobody has approved", () => {
    const { ledger, calls } = open();
    const plan = [
      planned("guard"),
      planned("new", { matches: false, why: "nobody has seen it", skipped: "trust" }),
    ];
    recordEvent(ledger, "e", payload, plan, "wave", { hooks: [], record: true });
    expect(calls).toEqual([
      [
        "append",
        {
          type: "event",
          eventId: "e",
          event: "Stop",
          dialect: "wave",
          payload,
          hooks: [
            { id: "id of guard", name: "guard", ...fits, skipped: undefined },
            {
              id: "id of new",
              name: "new",
              matches: false,
              why: "nobody has seen it",
              skipped: "trust",
            },
          ],
        },
        undefined,
      ],
    ]);
    expect(Object.keys(calls[0]?.[1] as object)).not.toContain("unmatched");
  });

  test("has no bodies where the settings do not want them", () => {
    const { ledger, calls } = open();
    recordEvent(ledger, "e", payload, [], "wave", { hooks: [], record: false });
    expect(calls[0]?.[1]).toMatchObject({
      payload: { hook_event_name: "Stop", last_assistant_message: cut },
      hooks: [],
    });
  });

  test("counts those that do not match and refers to the settings, which are recorded once for each list", () => {
    const { ledger, calls } = open();
    const skips = ["matcher", "if", "disabled"].map((skipped) =>
      planned(skipped, { matches: false, why: "no", skipped }),
    );
    const hooks = [
      hook("guard", { matcher: "Bash", if: { command: "rm *" } }),
      hook("off", { disabled: true, source: { layer: "user", file: "/h/s.json", line: null } }),
      hook("code", { source: { layer: "program", file: null, line: null } }),
      hook("other", { source: { layer: "user", file: "/u/.wave/s.json", line: 1, host: "wave" } }),
    ] as never[];
    const given = { hooks, record: true };
    recordEvent(ledger, "e", payload, [planned("guard"), ...skips], "wave", given);
    const facts = [
      {
        id: "id of guard",
        name: "guard",
        event: "Stop",
        matcher: "Bash",
        if: { command: "rm *" },
        at: "/h/settings.json:3",
      },
      {
        id: "id of off",
        name: "off",
        event: "Stop",
        matcher: null,
        disabled: true,
        at: "/h/s.json",
      },
      { id: "id of code", name: "code", event: "Stop", matcher: null, at: null },
      {
        id: "id of other",
        name: "other",
        event: "Stop",
        matcher: null,
        host: "wave",
        at: "/u/.wave/s.json:1",
      },
    ];
    const [once, event] = calls as [unknown[], unknown[]];
    const [, revision, settings] = once as [string, string, object];
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    expect([once[0], settings]).toEqual([
      "appendOnce",
      { type: "settings", eventId: "", revision, hooks: facts },
    ]);
    expect(event[1]).toMatchObject({
      hooks: [{ name: "guard" }],
      unmatched: 3,
      settings: revision,
    });
    recordEvent(ledger, "f", payload, skips, "wave", given);
    expect(calls[2]).toEqual(once);
    // They are made once: a list of hooks never changes.
    const hooksOf = (call: unknown[] | undefined): unknown =>
      (call?.[2] as { readonly hooks: unknown } | undefined)?.hooks;
    expect(hooksOf(calls[2])).toBe(hooksOf(once));
    recordEvent(ledger, "f", payload, skips, "wave", { ...given, hooks: [...hooks] });
    expect(calls[4]?.[1]).toBe(revision);
    recordEvent(ledger, "f", payload, skips, "wave", { ...given, hooks: hooks.slice(1) });
    expect(calls[6]?.[1]).not.toBe(revision);
  });

  test("needs a ledger", () => {
    expect(() =>
      recordEvent(undefined, "e", payload, [planned("a", { skipped: "if" })], "wave", {
        hooks: [],
        record: true,
      }),
    ).not.toThrow();
  });
});

const report: HookReport = {
  id: "id of guard",
  name: "guard",
  hookType: "command",
  file: "/h/settings.json",
  line: 3,
  ran: true,
  why: "it fits",
  ms: 7,
  run: { exit: 2 },
};
const { file: _file, line: _line, ...said } = report;
const at = "/h/settings.json:3";

describe("the record of what came of it", () => {
  const reading = { outcome: "block", permission: "deny" } as unknown as Reading;
  const ruling = { decision: "deny", why: "rm", rule: null } as unknown as Ruling;
  const { run: _run, ms: _ms, ...start } = report;

  test("says how each hook ran, what was decided and which rule did it, and is a gate", () => {
    const { ledger, calls } = open();
    const hooks: HookReport[] = [
      report,
      { ...start, ran: false, skipped: "trust", file: null, line: null },
      { ...start, async: true },
      { ...start, ran: false, skipped: "matcher" },
      { ...start, ran: false, skipped: "if" },
      { ...start, ran: false, skipped: "disabled" },
    ];
    expect(recordOutcome(ledger, "e", reading, hooks, ruling, true)).toBe(true);
    const { file: _f, line: _l, ...skip } = start;
    expect(calls).toStrictEqual([
      [
        "appendAll",
        [
          { type: "run", eventId: "e", ...said, at },
          { type: "skip", eventId: "e", ...skip, ran: false, skipped: "trust", at: null },
          {
            type: "verdict",
            eventId: "e",
            outcome: "block",
            permission: "deny",
            ruling: { decision: "deny", why: "rm" },
          },
        ],
        { gate: true, sync: true },
      ],
    ]);
  });

  test.each([null, { decision: "none", why: "no rule" } as unknown as Ruling])(
    "has nothing of rules where none has decided: %j",
    (none) => {
      const { ledger, calls } = open();
      expect(recordOutcome(ledger, "e", reading, [], none, false)).toBe(true);
      expect(calls).toStrictEqual([
        ["appendAll", [{ type: "verdict", eventId: "e", ...reading }], { gate: true, sync: false }],
      ]);
    },
  );

  test("says whether it could be written", () => {
    expect(recordOutcome(open(false).ledger, "e", reading, [], null, false)).toBe(false);
    expect(recordOutcome(undefined, "e", reading, [], null, false)).toBe(false);
  });
});

test("a hook that nobody waits for is recorded when it starts and when it ends", () => {
  const { ledger, calls } = open();
  recordAsyncStart(ledger, "e", { ...report, async: true });
  recordAsyncEnd(ledger, "e", { ...report, async: true, line: null });
  expect(calls).toStrictEqual([
    ["append", { type: "start", eventId: "e", ...said, async: true, at }, undefined],
    [
      "append",
      { type: "run", eventId: "e", ...said, async: true, at: "/h/settings.json" },
      undefined,
    ],
  ]);
  expect(() => {
    recordAsyncStart(undefined, "e", report);
    recordAsyncEnd(undefined, "e", report);
  }).not.toThrow();
});

test("what the user answered is a gate", () => {
  const { ledger, calls } = open();
  const answer = { decision: "allow", reason: "go on", remember: true, by: "Ann" } as const;
  recordPermission(ledger, "e", answer);
  recordPermission(undefined, "e", answer);
  expect(calls).toStrictEqual([
    ["append", { type: "permission", eventId: "e", ...answer }, { gate: true }],
  ]);
});
