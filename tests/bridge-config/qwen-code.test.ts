import { expect, test } from "vitest";
import { group, hooksOf, problemsOf, read } from "./disk.js";

const project = "project/.qwen/settings.json";
const user = "home/.qwen/settings.json";
const system = "root/etc/qwen-code/settings.json";
const defaults = "root/etc/qwen-code/system-defaults.json";
const before = (...groups: object[]): object => ({ hooks: { PreToolUse: groups } });

test("comments are read, a name is kept, and a timeout is in milliseconds from 1000 on", () => {
  const config = read("qwen-code", {
    [project]: `// first
{ "hooks": { "PreToolUse": [ /* all */
  { "matcher": "run_shell_command", "sequential": true, "hooks": [
    { "type": "command", "command": "a", "name": "guard", "timeout": 5000, "env": {}, "shell": "bash" },
    { "type": "command", "command": "b", "timeout": 30, "async": true },
    { "type": "command", "command": "curl https://x//y" },
    { "type": "http", "url": "u", "timeout": 1200 },
    { "type": "http", "url": "v" },
    { "type": "prompt", "prompt": "p" } ] } ] } }`,
  });
  const shown = config.hooks.map(({ line, name, type, timeoutSeconds, async: isAsync }) => ({
    line,
    name,
    type,
    timeoutSeconds,
    isAsync,
  }));
  const row = (line: number, type: string, timeoutSeconds: number): object => ({
    line,
    name: undefined,
    type,
    timeoutSeconds,
    isAsync: undefined,
  });
  expect(shown).toEqual([
    { ...row(4, "command", 5), name: "guard" },
    { ...row(5, "command", 30), isAsync: true },
    row(6, "command", 60),
    row(7, "http", 1200),
    row(8, "http", 600),
    row(9, "prompt", 30),
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
    { hooks: { BeforeTool: [group("a")], PreToolUse: [group("b")] } },
    [
      "project:BeforeTool:0.0 - the event is skipped: hooks.BeforeTool: BeforeTool",
      "project:PreToolUse:0.0",
    ],
    ["host-config-ignored hooks.BeforeTool:3 BeforeTool"],
  ],
  [
    "switches next to the events",
    { hooks: { enabled: true, disabled: [], notifications: true, Stop: [group("a")] } },
    ["project:Stop:0.0"],
    [],
  ],
  [
    "an event that is no list",
    { hooks: { PreToolUse: {}, PostToolUse: [group("b")] } },
    ["project:PostToolUse:0.0"],
    ["host-config-ignored hooks.PreToolUse:3 an object"],
  ],
  [
    "a group without hooks",
    before({ matcher: "x" }, group("b")),
    ["project:PreToolUse:1.0"],
    ["host-config-ignored hooks.PreToolUse[0].hooks:4 nothing"],
  ],
  [
    "a hook of type function, which only a program can register",
    before({ hooks: [{ type: "function" }] }),
    [
      'project:PreToolUse:0.0 - the entry is skipped: hooks.PreToolUse[0].hooks[0].type: "function"',
    ],
    ['host-config-ignored hooks.PreToolUse[0].hooks[0].type:7 "function"'],
  ],
  [
    "no command",
    before({ hooks: [{ type: "command" }] }),
    [
      "project:PreToolUse:0.0 - the entry is skipped: hooks.PreToolUse[0].hooks[0].command: nothing",
    ],
    ["host-config-ignored hooks.PreToolUse[0].hooks[0].command:6 nothing"],
  ],
  [
    "a matcher that is no text",
    {
      hooks: {
        PreToolUse: [{ matcher: 5, hooks: [{ type: "command", command: "a" }] }, group("b")],
      },
    },
    [
      "project:PreToolUse:0.0 - the event is skipped: hooks.PreToolUse[0].matcher: 5",
      "project:PreToolUse:1.0 - the event is skipped: hooks.PreToolUse[0].matcher: 5",
    ],
    ["host-config-ignored hooks.PreToolUse[0].matcher:5 5"],
  ],
  [
    "a broken expression",
    before(group("a", {}, "[")),
    ["project:PreToolUse:0.0 - [ is no expression, and nothing is called so"],
    [
      "host-config-ignored hooks.PreToolUse[0].matcher:5 [ is no expression, and nothing is called so",
    ],
  ],
  [
    "a name next to what breaks the expression",
    before(group("a", {}, "Shell|["), group("b", {}, "*|[")),
    ["project:PreToolUse:0.0", "project:PreToolUse:1.0"],
    [],
  ],
  [
    "lists of names",
    {
      hooks: {
        SessionStart: [group("a", {}, "startup|resume")],
        Notification: [group("b", {}, "permission_prompt | idle_prompt")],
      },
    },
    ["project:SessionStart:0.0", "project:Notification:0.0"],
    [],
  ],
  [
    "a broken expression where nothing is matched",
    { hooks: { Stop: [group("a", {}, "[")] } },
    ["project:Stop:0.0"],
    [],
  ],
];

test.each(rows)("what counts in a file with %s is reported", (_name, text, hooks, problems) => {
  const config = read("qwen-code", { [project]: text });
  expect({ hooks: hooksOf(config), problems: problemsOf(config) }).toEqual({ hooks, problems });
});

test("of the same name and command the project's counts, and a prompt has no copies", () => {
  const asking = { hooks: [{ type: "prompt", prompt: "p" }] };
  const config = read("qwen-code", {
    [project]: before(group("a", { name: "n", timeout: 2000 }), asking),
    [user]: before(group("a", { name: "n" }), group("a", { name: "m" }), asking),
  });
  expect(hooksOf(config)).toEqual([
    "project:PreToolUse:0.0",
    "project:PreToolUse:1.0",
    "user:PreToolUse:0.0 - project:PreToolUse:0.0 is the same hook, and it counts",
    "user:PreToolUse:1.0",
    "user:PreToolUse:2.0",
  ]);
});

const guard = before(group("guard"));

test.each<[name: string, files: Record<string, object>, running: readonly string[]]>([
  ["the system's alone", { [system]: guard }, ["guard"]],
  ["the system's and the user's", { [system]: guard, [user]: before(group("u")) }, ["u", "guard"]],
  [
    "the system's, the user's and the project's",
    { [system]: guard, [user]: before(group("u")), [project]: before(group("p")) },
    ["p", "u"],
  ],
  [
    "an empty list of the user's is one too",
    { [system]: guard, [user]: { hooks: {} }, [project]: before(group("p")) },
    ["p"],
  ],
  ["off by the user", { [project]: guard, [user]: { disableAllHooks: true } }, []],
  [
    "off by the user, on by the project",
    { [project]: { ...guard, disableAllHooks: false }, [user]: { disableAllHooks: true } },
    ["guard"],
  ],
  [
    "on by the project, off by the system",
    { [project]: { ...guard, disableAllHooks: false }, [system]: { disableAllHooks: true } },
    [],
  ],
  [
    "off by the defaults, on by the user",
    { [user]: { ...guard, disableAllHooks: false }, [defaults]: { disableAllHooks: true } },
    ["guard"],
  ],
])("which hooks run: %s", (_name, files, running) => {
  const config = read("qwen-code", files);
  const live = config.hooks.filter(({ ignored }) => ignored === undefined);
  expect(live.map(({ command }) => command)).toEqual(running);
  const lost = config.hooks.length - live.length;
  expect(problemsOf(config).length > 0).toBe(lost > 0);
});

test("the user's folder and the system's files can be moved", () => {
  const env = {
    QWEN_HOME: "home/elsewhere",
    QWEN_CODE_SYSTEM_SETTINGS_PATH: "/s/settings.json",
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/d/defaults.json",
  };
  const { files } = read("qwen-code", {}, { env });
  expect(files.map(({ path }) => path).slice(-3)).toEqual([
    "home/elsewhere/settings.json",
    "/s/settings.json",
    "/d/defaults.json",
  ]);
});

test("where folders have to be trusted, it is told that nobody has looked", () => {
  const trust = { security: { folderTrust: { enabled: true } } };
  expect(problemsOf(read("qwen-code", { [project]: guard, [user]: trust }))).toEqual([
    "host-config-unread security.folderTrust.enabled:4 whether the user trusts this folder",
  ]);
  expect(problemsOf(read("qwen-code", { [user]: { ...trust, ...guard } }))).toEqual([]);
});
