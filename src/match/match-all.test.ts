import { describe, expect, test } from "vitest";
import { type Payload } from "../payload/index.js";
import { matchAll, type MatchableHook, type HookMatch } from "./match-all.js";

interface Named extends MatchableHook {
  readonly name: string;
}

const hook = (name: string, more: Partial<MatchableHook> = {}): Named => ({
  name,
  event: "PreToolUse",
  matcher: undefined,
  if: undefined,
  disabled: false,
  ...more,
});

const ask = (hooks: readonly Named[], payload: Payload): readonly HookMatch<Named>[] =>
  matchAll(hooks, payload, "wave");

const bash: Payload = {
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
};

describe("who matches a tool call, and why", () => {
  test("every hook of the event gets an answer, in the order of the configuration", () => {
    const everything = hook("everything");
    const writes = hook("writes", { matcher: "Write" });
    const shell = hook("shell", { matcher: "Bash", if: { command: "rm *" } });
    const pushes = hook("pushes", { matcher: "B*", if: { command: "git push*" } });
    const off = hook("off", { disabled: true });
    expect(ask([everything, writes, shell, pushes, off], bash)).toEqual([
      { hook: everything, matches: true, why: "no matcher: it matches every such event" },
      {
        hook: writes,
        matches: false,
        why: 'the list Write does not match "Bash"',
        skipped: "matcher",
      },
      { hook: shell, matches: true, why: 'the list Bash matches "Bash"; its condition holds' },
      {
        hook: pushes,
        matches: false,
        why: "command: the glob git push* does not match",
        skipped: "if",
      },
      { hook: off, matches: false, why: "it is disabled", skipped: "disabled" },
    ]);
  });

  test("the answer carries the very hook that was asked about", () => {
    const guard = hook("guard");
    expect(ask([guard], bash)[0]?.hook).toBe(guard);
  });

  test("hooks of other events are not mentioned, even where they are disabled", () => {
    const before = hook("before");
    const after = hook("after", { event: "PostToolUse" });
    const off = hook("off", { event: "Stop", disabled: true });
    expect(ask([after, before, off], bash).map((planned) => planned.hook.name)).toEqual(["before"]);
  });

  test("disabled comes before a matcher that would not fit either", () => {
    const off = hook("off", { matcher: "Write", disabled: true });
    expect(ask([off], bash)).toEqual([
      { hook: off, matches: false, why: "it is disabled", skipped: "disabled" },
    ]);
  });

  test("a guard that cannot be read matches, so that it does not vanish", () => {
    const broken = hook("broken", { matcher: "[Wr" });
    expect(ask([broken], bash)).toEqual([
      {
        hook: broken,
        matches: true,
        why: '[Wr cannot be read (a [ without its ]), so it counts as matching and matches "Bash"',
      },
    ]);
  });

  test("no hooks, no answers", () => {
    expect(ask([], bash)).toEqual([]);
  });
});

describe("each event has its own field that matchers look at", () => {
  test.each<[event: string, field: string]>([
    ["SessionStart", "source"],
    ["PermissionRequest", "tool_name"],
    ["PostToolUse", "tool_name"],
    ["Notification", "notification_type"],
    ["SubagentStop", "agent_type"],
    ["PreCompact", "trigger"],
    ["SessionEnd", "reason"],
  ])("%s: %s", (event, field) => {
    const fitting = hook("fitting", { event, matcher: "this" });
    const other = hook("other", { event, matcher: "that" });
    const payload: Payload = { tool_name: "that", hook_event_name: event, [field]: "this" };
    expect(ask([fitting, other], payload)).toEqual([
      { hook: fitting, matches: true, why: 'the list this matches "this"' },
      {
        hook: other,
        matches: false,
        why: 'the list that does not match "this"',
        skipped: "matcher",
      },
    ]);
  });
});

describe("where there is nothing to match, the hook rather matches", () => {
  const cases: [name: string, event: string, payload: Payload, why: string][] = [
    [
      "an event without a matcher",
      "Stop",
      { tool_name: "Other" },
      "Stop has nothing to match, so the matcher is ignored",
    ],
    [
      "an event that nobody knows",
      "Lunch",
      { tool_name: "Other" },
      "Lunch has nothing to match, so the matcher is ignored",
    ],
    [
      "a payload without the field",
      "PreToolUse",
      {},
      "the payload has no tool_name, so the matcher is ignored",
    ],
    [
      "a field that is not a text",
      "SessionStart",
      { source: 7 },
      "the payload has no source, so the matcher is ignored",
    ],
    [
      "a field that is null",
      "SessionEnd",
      { reason: null },
      "the payload has no reason, so the matcher is ignored",
    ],
  ];
  test.each(cases)("%s", (_name, event, payload, why) => {
    const guard = hook("guard", { event, matcher: "Bash" });
    expect(ask([guard], { ...payload, hook_event_name: event })).toEqual([
      { hook: guard, matches: true, why },
    ]);
  });

  test("an empty text is something to match", () => {
    const guard = hook("guard", { matcher: "Bash" });
    expect(ask([guard], { hook_event_name: "PreToolUse", tool_name: "" })).toEqual([
      { hook: guard, matches: false, why: 'the list Bash does not match ""', skipped: "matcher" },
    ]);
  });
});

test("nobody matches a payload that does not name its event", () => {
  expect(ask([hook("guard"), hook("last", { event: "Stop" })], { tool_name: "Bash" })).toEqual([]);
});

test("an unknown dialect is the caller's mistake, even where there is no hook", () => {
  expect(() => matchAll([], bash, "nope")).toThrow(/unknown dialect "nope"/);
});
