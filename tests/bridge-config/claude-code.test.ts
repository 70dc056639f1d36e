import { expect, test } from "vitest";
import { group, hooksOf, layOut, problemsOf, read, readIn } from "./disk.js";

const user = "home/.claude/settings.json";
const project = "project/.claude/settings.json";
const local = "project/.claude/settings.local.json";
const managed = "root/etc/claude-code/managed-settings.json";

test("a hook is read whole, with its line and the client's defaults", () => {
  const folder = layOut({
    [project]: `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "./guard.sh", "args": ["-x"], "if": "Bash(rm *)", "onFailure": "block" },
          {
            "type": "http", "url": "http://localhost:1/", "timeout": 0.5
          }
        ]
      }
    ]
  }
}`,
  });
  const common = {
    file: `${folder}/${project}`,
    layer: "project",
    event: "PreToolUse",
    matcher: "Bash",
    dialect: "claude-code@2.1.325",
  };
  expect(readIn(folder, "claude-code").hooks).toEqual([
    {
      ...common,
      id: "project:PreToolUse:0.0",
      line: 7,
      type: "command",
      command: "./guard.sh",
      args: ["-x"],
      if: "Bash(rm *)",
      timeoutSeconds: 600,
      onFailure: "block",
    },
    {
      ...common,
      id: "project:PreToolUse:0.1",
      line: 8,
      type: "http",
      url: "http://localhost:1/",
      timeoutSeconds: 0.5,
      onFailure: "continue",
    },
  ]);
});

const timeouts: readonly [event: string, hook: object, seconds: number][] = [
  ["PreToolUse", { type: "command", command: "a" }, 600],
  ["PreToolUse", { type: "command", command: "a", timeout: 1.5 }, 1.5],
  ["PreToolUse", { type: "mcp_tool", server: "s", tool: "t" }, 600],
  ["PreToolUse", { type: "prompt", prompt: "p" }, 30],
  ["PreToolUse", { type: "agent", prompt: "p" }, 60],
  ["UserPromptSubmit", { type: "command", command: "a" }, 30],
  ["UserPromptSubmit", { type: "agent", prompt: "p" }, 60],
  ["MessageDisplay", { type: "command", command: "a" }, 10],
  ["SessionEnd", { type: "command", command: "a" }, 1.5],
  ["SessionEnd", { type: "command", command: "a", timeout: 1 }, 1],
  ["SessionEnd", { type: "command", command: "a", timeout: 20 }, 20],
  ["SessionEnd", { type: "command", command: "a", timeout: 300 }, 60],
];

test.each(timeouts)("on %s %j has %d seconds", (event, hook, seconds) => {
  const { hooks } = read("claude-code", { [user]: { hooks: { [event]: [{ hooks: [hook] }] } } });
  expect(hooks.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([seconds]);
});

test("at the end of a session the longest timeout is everyone's, and a variable beats it", () => {
  const files = {
    [user]: { hooks: { SessionEnd: [group("a"), group("b", { timeout: 30 })] } },
  };
  const seconds = (env: Record<string, string>): readonly number[] =>
    read("claude-code", files, { env }).hooks.map(({ timeoutSeconds }) => timeoutSeconds);
  expect(seconds({})).toEqual([30, 30]);
  expect(seconds({ CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: "5000" })).toEqual([5, 5]);
  expect(seconds({ CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: "soon" })).toEqual([30, 30]);
});

/** One bad hook next to a good one of another event. */
const badHooks: readonly [name: string, bad: object, path: string, found: string][] = [
  ["an unknown type", { type: "exec", command: "a" }, ".type", '"exec"'],
  ["no type", { command: "a" }, ".type", "nothing"],
  ["no command", { type: "command" }, ".command", "nothing"],
  ["a blank command", { type: "command", command: " " }, ".command", "nothing but space"],
  ["a command that is no text", { type: "command", command: 5 }, ".command", "5"],
  ["a timeout that is a text", { type: "command", command: "a", timeout: "5" }, ".timeout", '"5"'],
  ["a timeout of nothing", { type: "command", command: "a", timeout: 0 }, ".timeout", "0"],
  ["a timeout below nothing", { type: "command", command: "a", timeout: -1 }, ".timeout", "-1"],
  [
    "a wrong onFailure",
    { type: "command", command: "a", onFailure: "deny" },
    ".onFailure",
    '"deny"',
  ],
];

test.each(badHooks)("%s under a guard drops the whole file", (_name, bad, key, found) => {
  for (const event of ["PreToolUse", "PermissionRequest"]) {
    const path = `hooks.${event}[0].hooks[0]${key}`;
    const config = read("claude-code", {
      [user]: { hooks: { [event]: [{ hooks: [bad] }], Stop: [group("good")] } },
      [project]: { hooks: { Stop: [group("other")] } },
    });
    const why = `the whole file is dropped: ${path}: ${found}`;
    expect(hooksOf(config)).toEqual([
      `user:${event}:0.0 - ${why}`,
      `user:Stop:0.0 - ${why}`,
      "project:Stop:0.0",
    ]);
    expect(config.files[0]).toEqual({ ...config.files[0], state: "invalid", why });
    expect(config.problems.map(({ code, lost }) => [code, lost])).toEqual([
      ["host-config-dropped", "every hook in the file"],
    ]);
  }
});

test.each(badHooks)("%s under another event costs that entry alone", (_name, bad, key, found) => {
  const path = `hooks.PostToolUse[0].hooks[0]${key}`;
  const config = read("claude-code", {
    [user]: { hooks: { PostToolUse: [{ hooks: [bad, { type: "command", command: "b" }] }] } },
  });
  expect(hooksOf(config)).toEqual([
    `user:PostToolUse:0.0 - the entry is skipped: ${path}: ${found}`,
    "user:PostToolUse:0.1",
  ]);
  expect(config.problems.map(({ code }) => code)).toEqual(["host-config-ignored"]);
});

const whole: readonly [name: string, text: string, hooks: readonly string[], problem: string][] = [
  ["no JSON", "{ nope }", [], "host-config-dropped :1 invalid symbol"],
  ["nothing", "", [], "host-config-dropped :1 value expected"],
  ["a list", "[]", [], "host-config-dropped :1 a list"],
  ["a comment", '{\n "a": 1\n // no\n}', [], "host-config-dropped :3 a comment"],
  ["a comma too many", '{\n "a": 1,\n}', [], "host-config-dropped :3 property name expected"],
  [
    "an event that is no list",
    '{"hooks":{"PreToolUse":{},\n"Stop":[{"hooks":[{"type":"command","command":"a"}]}]}}',
    ["user:Stop:0.0 - the whole file is dropped: hooks.PreToolUse: an object"],
    "host-config-dropped hooks.PreToolUse:1 an object",
  ],
  [
    "another event that is no list",
    '{"hooks":{"PostToolUse":\n5,"Stop":[{"hooks":[{"type":"command","command":"a"}]}]}}',
    ["user:Stop:0.0"],
    "host-config-ignored hooks.PostToolUse:2 5",
  ],
  [
    "an unknown event",
    '{"hooks":{"PreToolUSe":[{"hooks":[{"type":"command","command":"a"}]}],\n"Stop":[{"hooks":[{"type":"command","command":"a"}]}]}}',
    ["user:PreToolUSe:0.0 - the event is skipped: hooks.PreToolUSe: PreToolUSe", "user:Stop:0.0"],
    "host-config-ignored hooks.PreToolUSe:1 PreToolUSe",
  ],
  ["hooks that are no object", '{"hooks":[]}', [], "host-config-dropped hooks:1 a list"],
  [
    "a group without hooks",
    '{"hooks":{"Stop":[{"matcher":"x"}]}}',
    [],
    "host-config-ignored hooks.Stop[0].hooks:1 nothing",
  ],
  [
    "a matcher that is no text",
    '{"hooks":{"PostToolUse":[{"matcher":5,"hooks":[{"type":"command","command":"a"}]}]}}',
    ["user:PostToolUse:0.0 - the group is skipped: hooks.PostToolUse[0].matcher: 5"],
    "host-config-ignored hooks.PostToolUse[0].matcher:1 5",
  ],
  [
    "a key that the client does not know",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","timeOut":5}]}]}}',
    ["user:Stop:0.0"],
    "setting-ignored hooks.Stop[0].hooks[0].timeOut:1 timeOut",
  ],
  [
    "a key that appears twice",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]},\n"hooks":{}}',
    [],
    'host-config-replaced hooks:2 "hooks" twice',
  ],
];

test.each(whole)("what counts in a file with %s is reported", (_name, text, hooks, problem) => {
  const config = read("claude-code", { [user]: text });
  expect(hooksOf(config)).toEqual(hooks);
  expect(problemsOf(config)).toEqual([problem]);
});

const never: readonly [event: string, group: object, why: string | null][] = [
  ["PreToolUse", group("a", {}, "Bash("), "Bash( is no expression and never matches"],
  ["PreToolUse", group("a", {}, "bash"), 'matcher "bash" matches no tool; did you mean "Bash"?'],
  [
    "PreToolUse",
    group("a", {}, "mcp__git"),
    "mcp__git is a server, not a tool; for all of its tools write mcp__git__.*",
  ],
  ["PreToolUse", group("a", {}, "mcp__git__.*"), null],
  ["PreToolUse", group("a", {}, "mcp__git__commit"), null],
  [
    "PreToolUse",
    group("a", {}, "Bash(rm *)"),
    "Bash(rm *) is a permission rule; a matcher takes names of tools",
  ],
  [
    "SubagentStop",
    group("a", {}, "Stop"),
    "Stop is the name of an event; SubagentStop matches by agent_type",
  ],
  ["SubagentStop", group("a", {}, "reviewer"), null],
  ["PreToolUse", group("a", {}, "Bas*"), null],
  ["Stop", group("a", {}, "Bash("), null],
  ["PreToolUse", group("a", { if: "Bash(git *" }), "Bash(git * is no rule and never matches"],
  ["PreToolUse", group("a", { if: "" }), null],
  ["Stop", group("a", { if: "Bash(git *)" }), "a hook with an if never runs on Stop"],
  [
    "SessionStart",
    { hooks: [{ type: "http", url: "u" }] },
    "SessionStart takes no hook of type http",
  ],
  ["SessionEnd", { hooks: [{ type: "http", url: "u" }] }, null],
  [
    "SessionEnd",
    { hooks: [{ type: "prompt", prompt: "p" }] },
    "SessionEnd takes no hook of type prompt",
  ],
  ["Stop", { hooks: [{ type: "agent", prompt: "p" }] }, null],
];

test.each(never)("on %s %j: %s", (event, given, why) => {
  const config = read("claude-code", { [user]: { hooks: { [event]: [given] } } });
  expect(config.hooks.map(({ ignored }) => ignored ?? null)).toEqual([why]);
  expect(config.problems.map(({ code }) => code)).toEqual(
    why === null ? [] : ["host-config-ignored"],
  );
});

const partly: readonly [matcher: string, found: string, meant: string][] = [
  ["bash|Write", 'matcher "bash" matches no tool; did you mean "Bash"?', "Bash|Write"],
  ["Bash|mcp__", "mcp__ is no tool; for all tools of MCP servers write mcp__.*", "Bash|mcp__.*"],
  [
    "Bash, mcp__git",
    "mcp__git is a server, not a tool; for all of its tools write mcp__git__.*",
    "Bash|mcp__git__.*",
  ],
];

test.each(partly)("a name in the list %s matches nothing", (matcher, found, meant) => {
  const config = read("claude-code", {
    [user]: { hooks: { PreToolUse: [group("a", {}, matcher)] } },
  });
  expect(config.hooks.map(({ ignored }) => ignored)).toEqual([undefined]);
  expect(config.problems.map((one) => [one.code, one.path, one.found, one.suggestion])).toEqual([
    ["setting-ignored", "hooks.PreToolUse[0].matcher", found, meant],
  ]);
});

const inert: readonly [event: string, more: object, found: string][] = [
  ["PreToolUse", { once: true }, "once in settings"],
  ["Stop", { onFailure: "block" }, "onFailure on Stop"],
  ["PreToolUse", { onFailure: "block", async: true }, "onFailure on a background hook"],
];

test.each(inert)("on %s %j does nothing", (event, more, found) => {
  const config = read("claude-code", { [user]: { hooks: { [event]: [group("a", more)] } } });
  expect(config.problems.map((problem) => [problem.code, problem.found])).toEqual([
    ["setting-ignored", found],
  ]);
  expect(config.hooks.map(({ onFailure, ignored }) => [onFailure, ignored])).toEqual([
    ["continue", undefined],
  ]);
});

test("the last of the same hook counts, and what is lost with the others is reported", () => {
  const config = read("claude-code", {
    [user]: { hooks: { PreToolUse: [group("guard", { onFailure: "block" }, "Bash")] } },
    [project]: { hooks: { PreToolUse: [group("guard", { async: true, timeout: 1 })] } },
  });
  expect(hooksOf(config)).toEqual([
    "user:PreToolUse:0.0 - project:PreToolUse:0.0 is the same hook, and it counts",
    "project:PreToolUse:0.0",
  ]);
  expect(
    config.problems.map(({ code, severity, hook, lost }) => [code, severity, hook, lost]),
  ).toEqual([
    [
      "host-config-replaced",
      "error",
      "user:PreToolUse:0.0",
      "this entry; that a failure blocks; that the host waits for it; 600 s, of which 1 s are left",
    ],
  ]);
});

const copies: readonly [name: string, one: object, other: object, isSame: boolean][] = [
  [
    "another event",
    { hooks: { Stop: [group("a")] } },
    { hooks: { SessionEnd: [group("a")] } },
    false,
  ],
  ["another if", pre({ if: "Bash(a)" }), pre({ if: "Bash(b)" }), false],
  ["other arguments", pre({ args: ["1"] }), pre({ args: ["2"] }), false],
  ["another timeout", pre({ timeout: 5 }), pre({ timeout: 6 }), true],
  ["no matcher later", pre({}, "Bash"), pre({}), true],
  ["a star later", pre({}, "Bash"), pre({}, "*"), true],
  ["no matcher before", pre({}), pre({}, "Bash"), false],
];

function pre(more: object, matcher?: string): object {
  return { hooks: { PreToolUse: [group("a", more, matcher)] } };
}

test.each(copies)("a copy with %s", (_name, one, other, isSame) => {
  const { hooks } = read("claude-code", { [user]: one, [local]: other });
  expect(hooks.map(({ ignored }) => ignored !== undefined)).toEqual([isSame, false]);
});

test("where the matchers differ, both run, and where both fit one counts", () => {
  const { problems } = read("claude-code", { [user]: pre({}), [local]: pre({}, "Bash") });
  expect(problems.map(({ code, lost }) => [code, lost])).toEqual([
    ["host-config-replaced", "this entry, where both matchers match"],
  ]);
});

test("managed hooks and plugins are nobody's copies", () => {
  const folder = layOut({
    [managed]: pre({}),
    [project]: pre({}),
    "project/.claude-plugin/plugin.json": {},
    "project/hooks/hooks.json": pre({}),
  });
  const config = readIn(folder, "claude-code");
  expect(hooksOf(config)).toEqual([
    "project:PreToolUse:0.0",
    "managed:PreToolUse:0.0",
    "plugin:PreToolUse:0.0",
  ]);
});

const off = { disableAllHooks: true };
const on = { disableAllHooks: false };
const switches: readonly [
  name: string,
  files: Record<string, object>,
  running: readonly string[],
][] = [
  ["the user's", { [user]: { ...pre({}), ...off }, [managed]: pre({}) }, ["managed"]],
  [
    "the user's, which the project takes back",
    { [user]: { ...pre({}), ...off }, [project]: on },
    ["user"],
  ],
  ["the administrator's", { [user]: pre({}), [managed]: { ...pre({}), ...off } }, []],
  [
    "the one for managed hooks alone",
    { [user]: pre({}), [managed]: { ...pre({}), allowManagedHooksOnly: true } },
    ["managed"],
  ],
  [
    "one that is not the user's to make",
    { [user]: { ...pre({}), allowManagedHooksOnly: true }, [managed]: pre({}) },
    ["user", "managed"],
  ],
  [
    "one in a file that is dropped",
    { [user]: pre({}), [project]: { ...off, hooks: { PreToolUse: 5 } } },
    ["user"],
  ],
];

test.each(switches)("switch: %s", (_name, files, running) => {
  const { hooks, problems } = read("claude-code", files);
  const live = hooks.filter(({ ignored }) => ignored === undefined);
  expect(live.map(({ layer }) => layer)).toEqual(running);
  const disabled = hooks.filter((hook) => hook.disabled === true);
  expect(hooks.length).toBeGreaterThan(0);
  expect(disabled.length).toBe(hooks.length - live.length);
  const reported = problems.filter(({ code }) => code !== "host-config-dropped");
  expect(reported.length).toBe(disabled.length > 0 || running.length === 2 ? 1 : 0);
});
