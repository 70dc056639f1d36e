import { expect, test } from "vitest";
import type { Fired } from "../engine/index.js";
import {
  executionsOf,
  isHookExecutionRecord,
  isHookUserPreferences,
  KEPT_MS,
  MOST_KEPT,
  noHookEvents,
  reduceHookEvents,
  type HookEventAction,
  type HookExecutionRecord,
} from "./hook-events.js";

const ran = (at: number, hook = "h"): HookExecutionRecord => ({
  at,
  event: "Stop",
  hook,
  verdict: "allow",
  failed: false,
  ms: 1,
  exit: "0",
});
const many = Array.from({ length: MOST_KEPT + 50 }, (_, index) => ran(index, `h${index}`));

test.each<[string, readonly HookEventAction[], readonly string[]]>([
  ["hooks are kept", [{ type: "ran", executions: [ran(1, "a"), ran(2, "b")], now: 2 }], ["a", "b"]],
  [
    "for half an hour",
    [
      { type: "ran", executions: [ran(0, "a")], now: 0 },
      { type: "ran", executions: [ran(KEPT_MS + 1, "b")], now: KEPT_MS + 1 },
    ],
    ["b"],
  ],
  [
    "also where nothing runs",
    [
      { type: "ran", executions: [ran(0, "a")], now: 0 },
      { type: "aged", now: KEPT_MS + 1 },
    ],
    [],
  ],
  [
    "not too many",
    [{ type: "ran", executions: many, now: 0 }],
    many.slice(50).map(({ hook }) => hook),
  ],
  [
    "until they are forgotten",
    [{ type: "ran", executions: [ran(0)], now: 0 }, { type: "history-cleared" }],
    [],
  ],
])("%s", (_name, actions, hooks) => {
  const { hookExecutionHistory } = actions.reduce(reduceHookEvents, noHookEvents);
  expect(hookExecutionHistory.map(({ hook }) => hook)).toEqual(hooks);
});

test("preferences and questions are kept as well", () => {
  const pending = [
    { id: "1", toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] },
  ];
  const actions: HookEventAction[] = [
    { type: "preferred", preferences: { showHookPanel: true } },
    { type: "asked", pending },
  ];
  expect(actions.reduce(reduceHookEvents, noHookEvents)).toEqual({
    pendingPermissions: pending,
    hookExecutionHistory: [],
    userPreferences: { showHookPanel: true, showWholeTexts: false },
  });
});

const fired = (hooks: readonly object[], reading: object = {}): Fired =>
  ({
    event: "PreToolUse",
    hooks,
    reading: {
      problems: [],
      toModel: [],
      toUser: [],
      provenance: { voices: [], rewrites: [] },
      ...reading,
    },
  }) as unknown as Fired;

test.each<[string, object, string, string, boolean]>([
  ["exit code 0", { exit: 0 }, "nothing to say", "0", false],
  ["exit code 2 is an answer", { exit: 2 }, "nothing to say", "2", false],
  ["exit code 1", { exit: 1 }, "failed", "1", true],
  ["a timeout", { timedOut: true }, "failed", "timed out", true],
  ["a signal", { signal: "SIGKILL" }, "failed", "SIGKILL", true],
  ["no start", { spawnError: "ENOENT" }, "failed", "not started ENOENT", true],
  ["an abort", { cancelled: true }, "failed", "cancelled", true],
  ["a change while it ran", { changed: "guard.sh", exit: 0 }, "failed", "changed", true],
])("a hook that ended by %s", (_name, run, verdict, exit, failed) => {
  const [one] = executionsOf(fired([{ id: "x", name: "guard", ran: true, run, ms: 3 }]), 5);
  expect(one).toEqual({ at: 5, event: "PreToolUse", hook: "guard", verdict, failed, ms: 3, exit });
});

test("its verdict is what it said, and an answer with an error in it is a failure", () => {
  const reading = {
    problems: [{ hook: "guard", severity: "error" }],
    provenance: { voices: [{ hook: "guard", level: "deny" }], rewrites: [] },
  };
  const hooks = [
    { id: "x", name: "guard", ran: true, run: { exit: 0 } },
    { id: "y", ran: false },
  ];
  expect(
    executionsOf(fired(hooks, reading), 0).map(({ verdict, failed }) => [verdict, failed]),
  ).toEqual([["deny", true]]);
});

test.each<[string, object]>([
  ["rewrote input", rewrites({ hook: "guard", what: "input", applied: true })],
  ["rewrite dropped", rewrites({ hook: "guard", what: "input", applied: false })],
  ["spoke to the model", { toModel: [{ hook: "guard" }] }],
  ["spoke to you", { toUser: [{ hook: "guard" }] }],
  ["nothing to say", { toUser: [{ hook: "another" }] }],
])("a hook without a say: %s", (verdict, reading) => {
  const hooks = [{ id: "x", name: "guard", ran: true, run: { exit: 0 } }];
  expect(executionsOf(fired(hooks, reading), 0)[0]?.verdict).toBe(verdict);
});

function rewrites(rewrite: object): object {
  return { provenance: { voices: [], rewrites: [rewrite] } };
}

test.each<[unknown, boolean]>([
  [ran(1), true],
  [{ ...ran(1), ms: -1 }, false],
  [{ ...ran(1), failed: "no" }, false],
  [{ at: 1 }, false],
  [null, false],
])("%j is the record of a hook: %s", (value, is) => {
  expect(isHookExecutionRecord(value)).toBe(is);
});

test.each<[unknown, boolean]>([
  [{ showHookPanel: true, showWholeTexts: false }, true],
  [{ showHookPanel: true }, false],
  [{ showHookPanel: true, showWholeTexts: 1 }, false],
  [{ showHookPanel: true, showWholeTexts: false, more: true }, false],
  ["showHookPanel", false],
])("%j are preferences: %s", (value, are) => {
  expect(isHookUserPreferences(value)).toBe(are);
});
