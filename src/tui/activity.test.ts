import { expect, test } from "vitest";
import type { Fired } from "../engine/index.js";
import { followSession, idle } from "./activity.js";

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

test.each<[what: string, hooks: readonly object[], ms: number | null]>([
  ["no hook has run", [{ ran: false }], null],
  ["one has run", [{ ran: true, ms: 12 }], 12],
  [
    "several have run at once",
    [
      { ran: true, ms: 12 },
      { ran: true, ms: 30 },
    ],
    30,
  ],
  [
    "nobody waited for one",
    [
      { ran: true, ms: 12 },
      { ran: true, ms: 30, async: true },
    ],
    12,
  ],
  ["nobody waited for any", [{ ran: true, ms: 12, async: true }], null],
])("what came of an event is kept where %s, with how long that took", (_what, hooks, ms) => {
  const payload = { tool_name: "Bash", tool_input: { command: "ls" } } as never;
  const one = { ...fired(hooks.map((hook) => ({ run: { exit: 0 }, ...hook }))), dialect: "wave" };
  const { traced } = followSession(idle, { type: "fired", fired: one, payload }, 0);
  const { event, reading } = one;
  expect(traced).toEqual([{ event, dialect: "wave", reading, tool: "Bash", input: "ls", ms }]);
});

test("an event without a payload is kept without a call", () => {
  const { traced } = followSession(idle, { type: "fired", fired: fired([]) } as never, 0);
  expect([traced[0]?.tool, traced[0]?.input]).toEqual(["", ""]);
});

test("a hook that is missed stays so while others run, and while it is not run again", () => {
  const guard = { id: "project:Stop:0.0", name: "guard", ran: false };
  const states = [[{ ...guard, skipped: "trust" }], [{ ...guard, skipped: "matcher" }]].map(
    firedEvent,
  );
  expect(states.reduce((state, one) => followSession(state, one, 0), idle).unapproved).toEqual([
    "project:Stop:0.0",
  ]);
});

function firedEvent(hooks: readonly object[]): never {
  return { type: "fired", fired: fired(hooks) } as never;
}

test("what else the session reports changes nothing", () => {
  expect(followSession(idle, { type: "trouble", why: "x" }, 0)).toBe(idle);
});

test("at the beginning nothing runs and nothing has happened", () => {
  expect(idle).toEqual({
    running: [],
    traced: [],
    hooksRun: 0,
    hooksFailed: 0,
    unapproved: [],
    isBusy: false,
    turn: 0,
  });
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
