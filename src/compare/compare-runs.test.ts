import { describe, expect, test } from "vitest";
import type { WireRun } from "../interpret/index.js";
import { samplePayload } from "../payload/index.js";
import { compareRuns, sentenceOf } from "./index.js";

function compared(event: string, ...runs: readonly WireRun[]) {
  return compareRuns(event, samplePayload(event), runs);
}

const deny: WireRun = { exit: 0, stdout: '{"decision":"deny","reason":"no"}' };
const blockByCode: WireRun = { exit: 2, stderr: "no" };
const crash: WireRun = { exit: 1, stderr: "no such module" };
const ask: WireRun = {
  exit: 0,
  stdout:
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}',
};
const allow: WireRun = {
  exit: 0,
  stdout:
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}}}',
};

test.each<[string, readonly WireRun[], string]>([
  [
    "one hook: as explain --hosts says it",
    [deny],
    "blocks on gemini, qwen-code, wave, gosu, pact, snaphook; LOST on claude-code, codex, cursor, copilot, wave/exit, wave/strict",
  ],
  [
    "a deny that one host loses is no loss where another hook blocks",
    [deny, blockByCode],
    "blocks on claude-code, gemini, codex, cursor, copilot, qwen-code, wave, gosu, pact, wave/exit, wave/strict, snaphook",
  ],
  [
    "a deny that is lost stays lost next to a hook that says nothing",
    [deny, { exit: 0 }],
    "blocks on gemini, qwen-code, wave, gosu, pact, snaphook; LOST on claude-code, codex, cursor, copilot, wave/exit, wave/strict",
  ],
  [
    "a deny is lost where another hook only asks, also to a host that merges them so",
    [deny, ask],
    "blocks on gemini, wave, gosu, pact, snaphook; LOST on claude-code, codex, cursor, copilot, qwen-code, wave/exit, wave/strict",
  ],
  [
    "a guard that crashes fails open next to one that says nothing",
    [{ exit: 0 }, crash],
    "blocks unasked on copilot; FAILS OPEN on claude-code, gemini, codex, cursor, qwen-code, wave, gosu, pact, wave/exit, wave/strict, snaphook",
  ],
])("%s", (_what, runs, sentence) => {
  expect(sentenceOf(compared("PreToolUse", ...runs).hosts)).toBe(sentence);
});

test("each hook has its own advice", () => {
  const claude = compared("PreToolUse", blockByCode, deny).hosts.find(
    ({ host }) => host === "claude-code",
  );
  expect(claude?.hooks.map(({ lost, instead }) => ({ lost, instead }))).toEqual([
    { lost: false, instead: null },
    { lost: true, instead: { exit: 2, stdout: "", stderr: "no" } },
  ]);
});

test("a host without the event says what it has instead, or nothing", () => {
  const { hosts } = compared("beforeReadFile", blockByCode);
  expect(
    hosts.map(({ host, event, reading, effect }) => [host, event, reading?.outcome, effect]),
  ).toContainEqual(["gemini", null, undefined, "no such event"]);
  expect(hosts.find(({ host }) => host === "cursor")?.event).toBe("beforeReadFile");
});

describe("the portable form", () => {
  const everywhere = [
    "snaphook",
    "claude-code",
    "gemini",
    "codex",
    "cursor",
    "copilot",
    "qwen-code",
    "wave",
  ];
  const but = (...hosts: readonly string[]): readonly string[] =>
    everywhere.filter((host) => !hosts.includes(host));

  test.each<[string, string, WireRun, object | null]>([
    [
      "a deny that half of the hosts lose is exit code 2",
      "PreToolUse",
      deny,
      { ...printed(2, "", "no"), holds: but("copilot"), differs: ["copilot"] },
    ],
    [
      "a block at the end of a turn is JSON, because exit code 2 is lost in two hosts",
      "Stop",
      blockByCode,
      { ...printed(0, '{"decision":"block","reason":"no"}'), holds: everywhere },
    ],
    [
      "exit code 2 before a tool is as portable as can be",
      "PreToolUse",
      blockByCode,
      { ...printed(2, "", "no"), holds: but("copilot"), differs: ["copilot"], isGiven: true },
    ],
    [
      "a grant with a rewrite has the names of two families of hosts in one object",
      "PreToolUse",
      allow,
      {
        ...printed(
          0,
          '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}},"permission":"allow","updated_input":{"command":"ls"}}',
        ),
        holds: but("gemini", "codex"),
        differs: ["gemini", "codex"],
      },
    ],
    [
      "where no answer blocks, none is said to hold",
      "SessionEnd",
      blockByCode,
      {
        ...printed(2, '{"continue":false,"stopReason":"no","systemMessage":"no"}', "no"),
        holds: ["snaphook", "wave"],
        lost: but("snaphook", "wave"),
      },
    ],
    ["who wants nothing gets no advice", "PreToolUse", { exit: 0, stdout: "{}" }, null],
    ["a crash wants nothing", "PreToolUse", crash, null],
  ])("%s", (_what, event, run, expected) => {
    const { portable } = compared(event, run);
    const rest = { lost: [], differs: [], isGiven: false };
    expect(portable).toEqual([expected === null ? null : { ...rest, ...expected }]);
  });

  test("a question that some hosts cannot ask loses nothing: it blocks where it cannot ask", () => {
    const [portable] = compared("PreToolUse", ask).portable;
    expect(portable?.lost).toEqual([]);
  });

  function printed(exit: number, stdout: string, stderr = ""): object {
    return { exit, stdout, stderr };
  }
});
