import { expect, test } from "vitest";
import { hooksOf, problemsOf, read } from "./disk.js";

const file = "project/.github/hooks/a.json";
const hooks = (event: string, ...entries: unknown[]): object => ({
  version: 1,
  hooks: { [event]: entries },
});

test("an entry is read with Copilot's defaults, and the platform's command", () => {
  const files = {
    [file]: hooks(
      "preToolUse",
      { type: "command", bash: "b", powershell: "p", timeoutSec: 5, matcher: "bash" },
      { type: "command", command: "c" },
      { type: "http", url: "https://x" },
    ),
  };
  const [unix, windows] = (["linux", "win32"] as const).map((platform) =>
    read("copilot", files, { platform }).hooks.map((hook) => [
      hook.line,
      hook.command ?? hook.url,
      hook.timeoutSeconds,
      hook.onFailure,
    ]),
  );
  expect({ unix, windows }).toEqual({
    unix: [
      [5, "b", 5, "block"],
      [12, "c", 30, "block"],
      [16, "https://x", 30, "continue"],
    ],
    windows: [
      [5, "p", 5, "block"],
      [12, "c", 30, "block"],
      [16, "https://x", 30, "continue"],
    ],
  });
});

test("only before a tool a failure blocks", () => {
  const both = ["PreToolUse", "postToolUse"].map((event) =>
    read("copilot", { [file]: hooks(event, { type: "command", bash: "a" }) }),
  );
  expect(both.flatMap((config) => config.hooks.map(({ onFailure }) => onFailure))).toEqual([
    "block",
    "continue",
  ]);
});

const id = "project/a:preToolUse:0";
const rows: readonly [
  name: string,
  text: object | string,
  ids: readonly string[],
  problems: readonly string[],
][] = [
  ["no version", { hooks: {} }, [], ["host-config-dropped version:1 nothing"]],
  ["another version", { version: 2, hooks: {} }, [], ["host-config-dropped version:2 2"]],
  ["an unknown key at the top", { version: 1, name: "x" }, [], ["setting-ignored name:3 name"]],
  [
    "an unknown event",
    hooks("beforeTool", { type: "command", bash: "a" }),
    ["project/a:beforeTool:0 - the event is skipped: hooks.beforeTool: beforeTool"],
    ["host-config-ignored hooks.beforeTool:4 beforeTool"],
  ],
  [
    "no type",
    hooks("preToolUse", { bash: "a" }),
    [`${id} - the entry is skipped: hooks.preToolUse[0].type: nothing`],
    ["host-config-ignored hooks.preToolUse[0].type:5 nothing"],
  ],
  [
    "no command",
    hooks("preToolUse", { type: "command" }, { type: "command", bash: "a" }),
    [`${id} - the entry is skipped: hooks.preToolUse[0].bash: nothing`, "project/a:preToolUse:1"],
    ["host-config-ignored hooks.preToolUse[0].bash:5 nothing"],
  ],
  [
    "a command for another platform",
    hooks("preToolUse", { type: "command", powershell: "p" }),
    [`${id} - it has no command for linux`],
    ["host-config-ignored hooks.preToolUse[0].bash:5 it has no command for linux"],
  ],
  [
    "a broken expression",
    hooks("preToolUse", { type: "command", bash: "a", matcher: "*" }),
    [`${id} - * is no expression, so the hook is skipped`],
    [
      "host-config-ignored hooks.preToolUse[0].matcher:8 * is no expression, so the hook is skipped",
    ],
  ],
  [
    "Claude's star",
    hooks("PreToolUse", { type: "command", bash: "a", matcher: "*" }),
    ["project/a:PreToolUse:0"],
    [],
  ],
  ["Claude's timeout", hooks("preToolUse", { type: "command", bash: "a", timeout: 5 }), [id], []],
  [
    "a prompt before a tool",
    hooks("preToolUse", { type: "prompt", prompt: "p" }),
    [`${id} - preToolUse takes no hook of type prompt`],
    ["host-config-ignored hooks.preToolUse[0].type:5 preToolUse takes no hook of type prompt"],
  ],
  [
    "an address that anyone may read along",
    hooks("preToolUse", { type: "http", url: "http://x" }, { type: "http", url: "HTTPS://x" }),
    [`${id} - preToolUse takes no answer but over https`, "project/a:preToolUse:1"],
    ["host-config-ignored hooks.preToolUse[0].url:7 preToolUse takes no answer but over https"],
  ],
  [
    "a group as Claude Code has it, next to a hook",
    hooks(
      "PreToolUse",
      { matcher: "Bash", hooks: [{ type: "command", command: "a" }] },
      { type: "command", command: "b" },
    ),
    ["project/a:PreToolUse:0.0", "project/a:PreToolUse:1"],
    [],
  ],
  [
    "a timeout of nothing",
    hooks("preToolUse", { type: "command", bash: "a", timeoutSec: 0 }),
    [`${id} - the entry is skipped: hooks.preToolUse[0].timeoutSec: 0`],
    ["host-config-ignored hooks.preToolUse[0].timeoutSec:8 0"],
  ],
  [
    "a switch",
    { disableAllHooks: true, ...hooks("preToolUse", { type: "command", bash: "a" }) },
    [`${id} - disableAllHooks: true turns it off`],
    ["host-config-ignored disableAllHooks:2 disableAllHooks: true"],
  ],
];

test.each(rows)("what counts in a file with %s is reported", (_name, text, ids, problems) => {
  const config = read("copilot", { [file]: text });
  expect({ hooks: hooksOf(config), problems: problemsOf(config) }).toEqual({
    hooks: ids,
    problems,
  });
});

test("nothing turns the administrator's hooks off", () => {
  const policy = { disableAllHooks: true, ...hooks("preToolUse", { type: "command", bash: "a" }) };
  const config = read("copilot", { "root/etc/github-copilot/policy.d/p.json": policy });
  expect(hooksOf(config)).toEqual(["managed/p:preToolUse:0"]);
});

const foreign: readonly [name: string, hooks: object, seen: readonly unknown[]][] = [
  [
    "its timeout and its default",
    { PreToolUse: [claude({ timeout: 5 }, "Bash")], Stop: [claude({})] },
    [
      ["PreToolUse", "Bash", 5, "block", undefined],
      ["Stop", undefined, 30, "continue", undefined],
    ],
  ],
  [
    "an event that Copilot does not have",
    { TaskCreated: [claude({})] },
    [
      [
        "TaskCreated",
        undefined,
        30,
        "continue",
        "the event is skipped: hooks.TaskCreated: TaskCreated",
      ],
    ],
  ],
];

function claude(more: object, matcher?: string): object {
  return { matcher, hooks: [{ type: "command", command: "a", ...more }] };
}

test.each(foreign)("of settings for Claude Code Copilot takes %s", (_name, given, seen) => {
  const config = read("copilot", {
    "project/.claude/settings.json": { permissions: {}, hooks: given },
  });
  expect(
    config.hooks.map(({ event, matcher, timeoutSeconds, onFailure, ignored }) => [
      event,
      matcher,
      timeoutSeconds,
      onFailure,
      ignored,
    ]),
  ).toEqual(seen);
});

test("what Claude Code's hooks have and Copilot does not know is reported", () => {
  const settings = {
    hooks: { PreToolUse: [claude({ if: "Bash(rm *)", onFailure: "block", async: true }, "Bash")] },
  };
  expect(problemsOf(read("copilot", { "project/.claude/settings.json": settings }))).toEqual([
    "setting-ignored hooks.PreToolUse[0].hooks[0].if:10 if",
    "setting-ignored hooks.PreToolUse[0].hooks[0].onFailure:11 onFailure",
    "setting-ignored hooks.PreToolUse[0].hooks[0].async:12 async",
  ]);
});

test("a switch in the repository's settings is for every file but the administrator's", () => {
  const command = { type: "command", bash: "a" };
  const config = read("copilot", {
    "root/etc/github-copilot/policy.d/p.json": hooks("preToolUse", command),
    "home/.copilot/hooks/u.json": hooks("preToolUse", command),
    "project/.github/copilot/settings.json": { disableAllHooks: true },
    "project/.claude/settings.json": { hooks: { Stop: [claude({})] } },
  });
  expect(hooksOf(config)).toEqual([
    "managed/p:preToolUse:0",
    "user/u:preToolUse:0 - disableAllHooks: true turns it off",
    "claude/project:Stop:0.0 - disableAllHooks: true turns it off",
  ]);
});
