import { expect, test } from "vitest";
import type { Fired } from "../engine/index.js";
import { followSession, idle } from "./activity.js";
import {
  executionsOf,
  KEPT_MS,
  MOST_KEPT,
  noHookEvents,
  reduceHookEvents,
  type HookEventAction,
  type HookExecution,
} from "./hook-events.js";

const ran = (at: number, hook = "h"): HookExecution => ({
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

test("preferences and questions are kept beside them", () => {
  const pending = [{ id: 1, toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] }];
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
  ["told the model", { toModel: [{ hook: "guard" }] }],
  ["told you", { toUser: [{ hook: "guard" }] }],
  ["nothing to say", { toUser: [{ hook: "another" }] }],
])("a hook without a say: %s", (verdict, reading) => {
  const hooks = [{ id: "x", name: "guard", ran: true, run: { exit: 0 } }];
  expect(executionsOf(fired(hooks, reading), 0)[0]?.verdict).toBe(verdict);
});

function rewrites(rewrite: object): object {
  return { provenance: { voices: [], rewrites: [rewrite] } };
}

test("the session's events are counted, and a hook that was approved is not missed any more", () => {
  const missing = fired([
    { id: "project", name: "/p/settings.json", ran: false, skipped: "trust" },
    { id: "project:Stop:0.0", name: "guard", ran: false, skipped: "trust" },
  ]);
  const other = fired([{ id: "user:Stop:0.0", name: "own", ran: true, run: { exit: 1 } }]);
  const approved = fired([{ id: "project:Stop:0.0", name: "guard", ran: true, run: { exit: 0 } }]);
  const seen = [missing, other, approved].map((_, index, all) => {
    const { hooksRun, hooksFailed, unapproved } = all
      .slice(0, index + 1)
      .reduce((state, one) => followSession(state, { type: "fired", fired: one }, 0), idle);
    return [hooksRun, hooksFailed, unapproved];
  });
  expect(seen).toEqual([
    [0, 0, ["project", "project:Stop:0.0"]],
    [1, 1, ["project:Stop:0.0"]],
    [2, 1, []],
  ]);
});

test("a hook runs from its start to its end, and the same one twice at once", () => {
  const hook = { id: "h", name: "guard", event: "Stop" };
  const progress = (type: string, eventId: string): never =>
    ({ type: "progress", progress: { type, eventId, hook } }) as never;
  const states = [progress("run-start", "1"), progress("run-start", "2"), progress("run-end", "1")];
  const { running } = states.reduce((state, event, now) => followSession(state, event, now), idle);
  expect(running).toEqual([{ key: "2 h", hook: "guard", event: "Stop", since: 1 }]);
});

test("turns are counted", () => {
  const events = [true, false, true].map((busy) => ({ type: "busy", busy }) as const);
  const { turn, isBusy } = events.reduce((state, event) => followSession(state, event, 0), idle);
  expect([turn, isBusy]).toEqual([2, true]);
});

test("the last 50 events are kept, the oldest first", () => {
  const events = Array.from({ length: 52 }, (_, index) => ({ ...fired([]), event: `${index}` }));
  const { traced } = events.reduce(
    (state, one) => followSession(state, { type: "fired", fired: one }, 0),
    idle,
  );
  expect(traced.map(({ event }) => event)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index + 2}`),
  );
});
