import { describe, expect, test } from "vitest";
import { StopLoop } from "./stop-loop.js";

const stop = (session: string, agent?: string) => ({
  hook_event_name: "SubagentStop",
  session_id: session,
  ...(agent !== undefined && { agent_id: agent }),
});
const own = { hook_event_name: "Stop", session_id: "s" };

test("blocks are counted for each agent of each session by itself", () => {
  const loop = new StopLoop(new Map());
  const isTooMuch = (session: string, agent?: string): boolean =>
    loop.isTooMuch("block", stop(session, agent), 1);
  expect([
    isTooMuch("s", "a"),
    isTooMuch("s", "b"),
    isTooMuch("t", "a"),
    isTooMuch("s"),
    isTooMuch("s", "a"),
  ]).toEqual([false, false, false, false, true]);
});

test("who has no name shares a count with an empty name", () => {
  const loop = new StopLoop(new Map());
  expect([
    loop.isTooMuch("block", { hook_event_name: "Stop" }, 1),
    loop.isTooMuch("block", { hook_event_name: "Stop", session_id: "", agent_id: "" }, 1),
  ]).toEqual([false, true]);
});

test.each(["Stop", "SubagentStop"])(
  "%s: as many blocks in a row as the limit says, and one that does not block begins anew",
  (event) => {
    const blocks = new Map<string, number>();
    const loop = new StopLoop(blocks);
    const payload = { hook_event_name: event, session_id: "s" };
    const outcomes = ["block", "block", "block", "proceed", "block", "block", "block"] as const;
    const tooMany = outcomes.map((outcome) => loop.isTooMuch(outcome, payload, 2));
    expect(tooMany).toEqual([false, false, true, false, false, false, true]);
    expect([...blocks]).toEqual([['["s",""]', 3]]);
  },
);

test("what is no end of a turn is not counted", () => {
  const blocks = new Map<string, number>();
  const loop = new StopLoop(blocks);
  const tooMany = ["PreToolUse", undefined].map((name) =>
    loop.isTooMuch(
      "block",
      { session_id: "s", ...(name !== undefined && { hook_event_name: name }) },
      0,
    ),
  );
  expect([tooMany, blocks.size]).toEqual([[false, false], 0]);
});

describe("the payload", () => {
  test.each<[what: string, count: number | null, given: object, active: boolean]>([
    ["before any block", null, {}, false],
    ["after a block", 1, {}, true],
    ["after none that counts", 0, {}, false],
    ["where the host says so", null, { stop_hook_active: true }, true],
    ["where the host says no, after a block", 1, { stop_hook_active: false }, true],
    ["where the host says something else", null, { stop_hook_active: "yes" }, false],
  ])("says whether a Stop hook has kept the agent going: %s", (_what, count, given, active) => {
    const blocks = new Map(count === null ? [] : [['["s",""]', count]]);
    const payload = { ...own, ...given };
    expect(new StopLoop(blocks).mark(payload)).toEqual({ ...payload, stop_hook_active: active });
  });

  test.each([
    ["PreToolUse", 0],
    ["UserPromptSubmit", 0],
    ["PreCompact", 1],
    ["PostCompact", 1],
    ["SessionStart", 1],
    ["Notification", 1],
    ["Stop", 1],
    [undefined, 0],
  ])("of another event is as it was, and other work forgets the blocks: %s", (event, left) => {
    const blocks = new Map([
      ['["s",""]', 1],
      ['["t",""]', 1],
    ]);
    const payload = { session_id: "s", ...(event !== undefined && { hook_event_name: event }) };
    const marked = new StopLoop(blocks).mark(payload);
    if (event !== "Stop") expect(marked).toBe(payload);
    expect([blocks.has('["s",""]'), blocks.has('["t",""]')]).toEqual([left === 1, true]);
  });
});
