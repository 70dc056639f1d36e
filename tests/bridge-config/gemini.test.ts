import { expect, test } from "vitest";
import { group, hooksOf, problemsOf, read } from "./disk.js";

const project = "project/.gemini/settings.json";
const user = "home/.gemini/settings.json";
const system = "root/etc/gemini-cli/settings.json";
const before = (...groups: object[]): object => ({ hooks: { BeforeTool: groups } });

test("milliseconds become seconds, comments are read, a name is kept", () => {
  const config = read("gemini", {
    [project]: `// first
{ "hooks": { "BeforeTool": [ /* all */
  { "matcher": "run_shell_command", "sequential": true, "hooks": [
    { "type": "command", "command": "a", "name": "guard", "timeout": 5000, "env": {} },
    { "type": "command", "command": "curl https://x//y" } ] } ] } }`,
  });
  const shown = config.hooks.map(({ line, name, command, timeoutSeconds, dialect }) => ({
    line,
    name,
    command,
    timeoutSeconds,
    dialect,
  }));
  const dialect = "gemini@0.61.0";
  expect(shown).toEqual([
    { line: 4, name: "guard", command: "a", timeoutSeconds: 5, dialect },
    { line: 5, name: undefined, command: "curl https://x//y", timeoutSeconds: 60, dialect },
  ]);
  expect(config.problems).toEqual([]);
});

const rows: readonly [
  name: string,
  text: object | string,
  hooks: readonly string[],
  problems: readonly string[],
][] = [
  ["a comma too many", '{ "hooks": {}, }', [], ["host-config-dropped :1 property name expected"]],
  [
    "an event of another host",
    { hooks: { PreToolUse: [group("a")], BeforeTool: [group("b")] } },
    [
      "project:PreToolUse:0.0 - the event is skipped: hooks.PreToolUse: PreToolUse",
      "project:BeforeTool:0.0",
    ],
    ["host-config-ignored hooks.PreToolUse:3 PreToolUse"],
  ],
  [
    "an event that is no list",
    { hooks: { BeforeTool: {}, AfterTool: [group("b")] } },
    ["project:AfterTool:0.0"],
    ["host-config-ignored hooks.BeforeTool:3 an object"],
  ],
  [
    "a group without hooks",
    before({ matcher: "x" }, group("b")),
    ["project:BeforeTool:1.0"],
    ["host-config-ignored hooks.BeforeTool[0].hooks:4 nothing"],
  ],
  [
    "type http",
    before({
      hooks: [
        { type: "http", url: "u" },
        { type: "command", command: "b" },
      ],
    }),
    [
      'project:BeforeTool:0.0 - the entry is skipped: hooks.BeforeTool[0].hooks[0].type: "http"',
      "project:BeforeTool:0.1",
    ],
    [
      'host-config-ignored hooks.BeforeTool[0].hooks[0].type:7 "http"',
      "setting-ignored hooks.BeforeTool[0].hooks[0].url:8 url",
    ],
  ],
  [
    "no command",
    before({ hooks: [{ type: "command" }] }),
    [
      "project:BeforeTool:0.0 - the entry is skipped: hooks.BeforeTool[0].hooks[0].command: nothing",
    ],
    ["host-config-ignored hooks.BeforeTool[0].hooks[0].command:6 nothing"],
  ],
  [
    "a timeout in seconds",
    before(group("a", { timeout: 30 })),
    ["project:BeforeTool:0.0"],
    ["timeout-unit hooks.BeforeTool[0].hooks[0].timeout:9 30 milliseconds"],
  ],
  [
    "a timeout that is a text",
    before(group("a", { timeout: "30" })),
    ["project:BeforeTool:0.0"],
    ['setting-ignored hooks.BeforeTool[0].hooks[0].timeout:9 "30"'],
  ],
  [
    "a broken expression",
    before(group("a", {}, "[")),
    ["project:BeforeTool:0.0 - [ is compared as one name, and nothing is called so"],
    [
      "host-config-ignored hooks.BeforeTool[0].matcher:5 [ is compared as one name, and nothing is called so",
    ],
  ],
  [
    "a list where one name is compared",
    { hooks: { SessionStart: [group("a", {}, "startup|resume"), group("b", {}, "startup")] } },
    [
      "project:SessionStart:0.0 - startup|resume is compared as one name, and nothing is called so",
      "project:SessionStart:1.0",
    ],
    [
      "host-config-ignored hooks.SessionStart[0].matcher:5 startup|resume is compared as one name, and nothing is called so",
    ],
  ],
];

test.each(rows)("what counts in a file with %s is reported", (_name, text, hooks, problems) => {
  const config = read("gemini", { [project]: text });
  expect({ hooks: hooksOf(config), problems: problemsOf(config) }).toEqual({ hooks, problems });
});

test("of the same name and command the project's counts", () => {
  const config = read("gemini", {
    [project]: before(group("a", { name: "n", timeout: 2000 })),
    [user]: before(group("a", { name: "n" }), group("a", { name: "m" })),
  });
  expect(hooksOf(config)).toEqual([
    "project:BeforeTool:0.0",
    "user:BeforeTool:0.0 - project:BeforeTool:0.0 is the same hook, and it counts",
    "user:BeforeTool:1.0",
  ]);
});

const switches: readonly [
  name: string,
  files: Record<string, object>,
  running: readonly string[],
][] = [
  [
    "off by the user",
    { [project]: before(group("a")), [user]: { hooksConfig: { enabled: false } } },
    [],
  ],
  [
    "off by the user, on by the project",
    {
      [project]: { ...before(group("a")), hooksConfig: { enabled: true } },
      [user]: { hooksConfig: { enabled: false } },
    },
    ["a"],
  ],
  [
    "on by the project, off by the system",
    {
      [project]: { ...before(group("a")), hooksConfig: { enabled: true } },
      [system]: { hooksConfig: { enabled: false } },
    },
    [],
  ],
  [
    "one by its name, one by its command",
    {
      [project]: before(group("a", { name: "n" }), group("b"), group("n")),
      [user]: { hooksConfig: { disabled: ["n", "b", 5] } },
    },
    [],
  ],
  [
    "a name is meant, not its command",
    { [project]: { ...before(group("a", { name: "n" })), hooksConfig: { disabled: ["a"] } } },
    ["a"],
  ],
];

test.each(switches)("hooks turned %s", (_name, files, running) => {
  const { hooks } = read("gemini", files);
  const live = hooks.filter(({ disabled }) => disabled !== true);
  expect(hooks.length).toBeGreaterThan(0);
  expect(live.map(({ command }) => command)).toEqual(running);
});

test("where folders have to be trusted, it is told that nobody has looked", () => {
  const trust = { security: { folderTrust: { enabled: true } } };
  const noTrust = { security: { folderTrust: { enabled: false } } };
  const reported = (files: Record<string, object>): readonly string[] =>
    problemsOf(read("gemini", files));
  expect(reported({ [project]: before(group("a")), [user]: trust })).toEqual([
    "host-config-unread security.folderTrust.enabled:4 whether the user trusts this folder",
  ]);
  expect(reported({ [project]: before(group("a")), [user]: noTrust })).toEqual([]);
  expect(reported({ [user]: { ...trust, ...before(group("a")) } })).toEqual([]);
});
