import { join } from "node:path";
import { expect, test } from "vitest";
import { group, hooksOf, layOut, problemsOf, read, readIn } from "./disk.js";

const file = "project/.cursor/hooks.json";
const hooks = (event: string, ...entries: unknown[]): object => ({
  version: 1,
  hooks: { [event]: entries },
});

test("an entry is read with Cursor's defaults", () => {
  const config = read("cursor", {
    [file]: `{ "version": 1, // a comment
 "hooks": { "preToolUse": [
  { "command": "a", "matcher": "Shell", "failClosed": true, "timeout": 2.5, "loop_limit": null },
  { "type": "prompt", "prompt": "p", "model": "m" } ] } }`,
  });
  const common = {
    file: config.files[1]?.path,
    layer: "project",
    event: "preToolUse",
    dialect: "cursor@1.0.32",
  };
  expect(config.hooks).toEqual([
    {
      ...common,
      id: "project:preToolUse:0",
      line: 3,
      matcher: "Shell",
      type: "command",
      command: "a",
      timeoutSeconds: 2.5,
      onFailure: "block",
    },
    {
      ...common,
      id: "project:preToolUse:1",
      line: 4,
      type: "prompt",
      timeoutSeconds: 60,
      onFailure: "continue",
    },
  ]);
  expect(config.problems).toEqual([]);
});

const dropped: readonly [name: string, text: object | string, problem: string][] = [
  ["no version", { hooks: {} }, "version:1 nothing"],
  ["a version of nothing", { version: 0, hooks: {} }, "version:2 0"],
  ["a version that is a text", { version: "1", hooks: {} }, 'version:2 "1"'],
  ["a version with a fraction", { version: 1.5, hooks: {} }, "version:2 1.5"],
  ["no hooks", { version: 1 }, "hooks:1 nothing"],
  ["an unknown event", hooks("PreToolUse", { command: "a" }), "hooks.PreToolUse:4 PreToolUse"],
  [
    "a broken expression",
    hooks("preToolUse", { command: "a", matcher: "[" }),
    "hooks.preToolUse[0].matcher:7 [ is no expression",
  ],
  ["no command", hooks("stop", {}), "hooks.stop[0].command:5 nothing"],
  [
    "the groups of Claude Code",
    hooks("stop", { hooks: [{ type: "command", command: "a" }] }),
    "hooks.stop[0].command:5 nothing",
  ],
  ["type http", hooks("stop", { type: "http", url: "u" }), 'hooks.stop[0].type:6 "http"'],
  [
    "a timeout of nothing",
    hooks("stop", { command: "a", timeout: 0 }),
    "hooks.stop[0].timeout:7 0",
  ],
  [
    "failClosed that is no flag",
    hooks("stop", { command: "a", failClosed: "yes" }),
    'hooks.stop[0].failClosed:7 "yes"',
  ],
  [
    "an address in a text",
    '{ "version": 1,\n"hooks": { "stop": [ {\n"command": "curl https://x" } ] } }',
    ":3 `//` in a text is taken for a comment",
  ],
  ["a comment between stars", '{ "version": 1, /* no */ "hooks": {} }', ":1 "],
];

test.each(dropped)("%s drops the whole file", (_name, text, problem) => {
  const config = read("cursor", { [file]: text });
  const reported = problemsOf(config).filter((line) => line.startsWith("host-config-dropped"));
  expect(reported).toEqual([expect.stringContaining(`host-config-dropped ${problem}`)]);
  expect(config.files.map(({ state }) => state).slice(0, 3)).toEqual([
    "missing",
    "invalid",
    "missing",
  ]);
  expect(
    config.hooks.every(({ ignored }) => ignored?.startsWith("the whole file is dropped")),
  ).toBe(true);
});

const kept: readonly [name: string, entry: object, ignored: string | null, problems: number][] = [
  ["a matcher that fits the only word", { command: "a", matcher: "^Stop$" }, null, 0],
  [
    "a matcher that fits no word",
    { command: "a", matcher: "Bash" },
    "Bash never matches: on stop it is tested against Stop",
    1,
  ],
  ["a key that Cursor does not know", { command: "a", onFailure: "block" }, null, 1],
];

test.each(kept)("%s costs no more than itself", (_name, entry, ignored, problems) => {
  const config = read("cursor", { [file]: hooks("stop", entry) });
  expect(config.hooks.map((hook) => hook.ignored ?? null)).toEqual([ignored]);
  expect(config.problems.length).toBe(problems);
});

test("hooks of all layers run, copies too", () => {
  const same = hooks("stop", { command: "a" }, { command: "a" });
  const config = read("cursor", { [file]: same, "home/.cursor/hooks.json": same });
  expect(hooksOf(config)).toEqual([
    "project:stop:0",
    "project:stop:1",
    "user:stop:0",
    "user:stop:1",
  ]);
});

test("the user's own hooks run in the user's folder of Cursor, those of a project in the project", () => {
  const same = hooks("stop", { command: "./hooks/a.sh" });
  const folder = layOut({ [file]: same, "home/.cursor/hooks.json": same });
  const found = readIn(folder, "cursor").hooks.map(({ layer, cwd }) => [layer, cwd]);
  expect(found).toEqual([
    ["project", undefined],
    ["user", join(folder, "home", ".cursor")],
  ]);
});

const settings = "project/.claude/settings.json";

test("of settings for Claude Code the events and defaults are Cursor's, the place is the file's", () => {
  const config = read("cursor", {
    [settings]: `{ "permissions": {}, "hooks": {
 "PreToolUse": [{ "matcher": "Bash", "hooks": [
   { "type": "command", "command": "a" }, { "type": "command", "command": "b", "timeout": 5 }] }] } }`,
  });
  const common = {
    file: config.files[4]?.path,
    layer: "project",
    line: 3,
    event: "preToolUse",
    matcher: "Bash",
    type: "command",
    onFailure: "continue",
    dialect: "cursor@1.0.32",
  };
  expect(config.hooks).toEqual([
    { ...common, id: "claude/project:PreToolUse:0.0", command: "a", timeoutSeconds: 60 },
    { ...common, id: "claude/project:PreToolUse:0.1", command: "b", timeoutSeconds: 5 },
  ]);
  expect(config.problems.map(({ code, severity }) => [code, severity])).toEqual([
    ["host-config-unread", "info"],
  ]);
});

const foreign: readonly [name: string, hooks: object, why: string | null, code: string | null][] = [
  [
    "a group without a matcher",
    { Stop: [group("a")] },
    "Cursor skips groups of Claude Code without a matcher",
    "host-config-ignored",
  ],
  ["an empty matcher", { Stop: [group("a", {}, "")] }, null, null],
  [
    "an event without a name in Cursor",
    { Notification: [group("a", {}, "")] },
    "the event is skipped: hooks.Notification: Notification",
    "host-config-ignored",
  ],
  [
    "PermissionRequest",
    { PermissionRequest: [group("a", {}, "Bash")] },
    "the event is skipped: hooks.PermissionRequest: PermissionRequest",
    "host-config-ignored",
  ],
  [
    "Glob alone",
    { PreToolUse: [group("a", {}, "Glob")] },
    "Cursor calls no hook of Claude Code for Glob",
    "host-config-ignored",
  ],
  ["Glob next to another tool", { PreToolUse: [group("a", {}, "Glob|Bash")] }, null, null],
  [
    "a broken expression",
    { PreToolUse: [group("a", {}, "[")] },
    "[ is no expression",
    "host-config-ignored",
  ],
  [
    "a name that is no tool's",
    { PreToolUse: [group("a", {}, "bash")] },
    'matcher "bash" matches no tool; did you mean "Bash"?',
    "host-config-ignored",
  ],
  ["a star", { PreToolUse: [group("a", {}, "*")] }, null, "host-config-unread"],
  [
    "a word that is not tested",
    { UserPromptSubmit: [group("a", {}, "Bash")] },
    "Bash never matches: on beforeSubmitPrompt it is tested against UserPromptSubmit",
    "host-config-ignored",
  ],
  [
    "type http",
    { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "http" }] }] },
    'the entry is skipped: hooks.PreToolUse[0].hooks[0].type: "http"',
    "host-config-ignored",
  ],
  [
    "a prompt",
    { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "prompt", prompt: "p" }] }] },
    null,
    "host-config-unread",
  ],
  [
    "onFailure",
    { PreToolUse: [group("a", { onFailure: "block" }, "Bash")] },
    null,
    "setting-ignored",
  ],
];

test.each(foreign)("in settings for Claude Code: %s", (_name, given, why, code) => {
  const config = read("cursor", { [settings]: { hooks: given } });
  const reported = config.problems.filter(({ severity }) => severity !== "info");
  expect(config.hooks.map(({ ignored }) => ignored ?? null)).toEqual([why]);
  expect(reported.map((problem) => problem.code)).toEqual(code === null ? [] : [code]);
});

test("what is wrong in Claude Code's settings leaves Cursor's own file alone", () => {
  const config = read("cursor", { [file]: hooks("stop", { command: "a" }), [settings]: "{ no" });
  expect(hooksOf(config)).toEqual(["project:stop:0"]);
  expect(problemsOf(config)).toEqual(["host-config-dropped :1 invalid symbol"]);
});
