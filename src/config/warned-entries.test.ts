import { describe, expect, test } from "vitest";
import { events } from "../payload/index.js";
import { type Settings } from "./index.js";
import { after, between, entryPath, ProjectSettings } from "./project-settings.test-support.js";

const settings = new ProjectSettings();
const { file } = settings;
const load = (text: string): Settings => settings.load(text);

describe("what is only doubtful keeps the hook", () => {
  test("an unknown event is a warning with the nearest name", () => {
    const { hooks, problems } = load(`{"hooks":{\n"PreToolUsed":[{"hooks":[${after}]}]}}`);
    expect(hooks.map(({ id }) => id)).toEqual(["project:PreToolUsed:0.0"]);
    expect(problems).toEqual([
      {
        code: "event-unknown",
        severity: "warning",
        hook: "",
        path: "hooks.PreToolUsed",
        found: "PreToolUsed",
        allowed: events.map(({ name }) => name),
        suggestion: "PreToolUse",
        file,
        line: 2,
      },
    ]);
  });

  test.each([
    "exit 2",
    "test -e x ||\texit\t 2",
    `echo '{"decision":"block"}'`,
    `echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`,
    `echo "{\\"continue\\":false}"`,
  ])("an async command that blocks has no vote: %s", (command) => {
    const { hooks, problems } = load(between(JSON.stringify({ command, async: true })));
    expect(hooks).toHaveLength(3);
    expect(problems).toMatchObject([
      {
        code: "hook-async-guard",
        path: `${entryPath}.async`,
        found: "async on a command that blocks",
        lost: "its vote",
      },
    ]);
  });

  test.each(["exit 20", "echo decision", "notify 'continued'"])(
    "an async command that does not is a hook as any other: %s",
    (command) => {
      expect(load(between(JSON.stringify({ command, async: true }))).problems).toEqual([]);
    },
  );

  test("an unknown key is a warning with the nearest key", () => {
    const { hooks, problems } = load(between('{"command":"x",\n"timeOut":5}'));
    expect(hooks).toHaveLength(3);
    expect(problems).toMatchObject([
      {
        code: "setting-unknown",
        severity: "warning",
        hook: "x",
        path: `${entryPath}.timeOut`,
        found: "timeOut",
        suggestion: "timeout",
        file,
        line: 4,
      },
    ]);
    expect(problems[0]?.allowed).toContain("passEnv");
  });

  test.each([
    ["an expression that cannot be compiled", '"/(?=x)/"', "/(?=x)/", /^"\/\(\?=x\)\/": \w/],
    ["a glob that does not close", '"[a"', "[a", /^"\[a": \w/],
    ["a list", '["Bash","Write"]', undefined, /^a list$/],
    ["a number", "5", undefined, /^5$/],
  ])("a matcher that is %s counts as matching", (_name, matcher, kept, found) => {
    const { hooks, problems } = load(
      `{"hooks":{"PreToolUse":[{\n"matcher":${matcher},"hooks":[${after}]}]}}`,
    );
    expect(hooks.map((hook) => hook.matcher)).toEqual([kept]);
    expect(problems).toMatchObject([
      {
        code: "matcher-invalid",
        severity: "error",
        path: "hooks.PreToolUse[0].matcher",
        found: expect.stringMatching(found) as string,
        allowed: ["names: Bash|Write", "a glob: mcp__*", "an expression: /^Edit$/"],
        file,
        line: 2,
      },
    ]);
  });

  test("a list of names suggests the matcher that was meant", () => {
    const { problems } = load(
      `{"hooks":{"PreToolUse":[{"matcher":["Bash","Write"],"hooks":[${after}]}]}}`,
    );
    expect(problems[0]).toMatchObject({ found: "a list", suggestion: '"Bash|Write"' });
  });

  test.each<[string, string, object | undefined, string]>([
    ["no object", '"x"', undefined, ""],
    ["a condition that is no text", '{"a":5,"b":"x"}', { b: "x" }, ".a"],
    ["a pattern that cannot be read", '{"a":"/(/"}', { a: "/(/" }, ".a"],
  ])("an if that is wrong counts as matching: %s", (_name, condition, kept, at) => {
    const { hooks, problems } = load(
      `{"hooks":{"PreToolUse":[{"if":${condition},"hooks":[${after}]}]}}`,
    );
    expect(hooks.map((hook) => hook.if)).toEqual([kept]);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ["matcher-invalid", `hooks.PreToolUse[0].if${at}`],
    ]);
  });

  test.each([
    [
      "an answer next to a command",
      '{"command":"x","json":{}}',
      "json",
      "only in a hook of type json",
    ],
    [
      "a command next to an answer",
      '{"type":"json","json":{},"command":"x"}',
      "command",
      "only in a hook of type command or worker",
    ],
    [
      "a folder for a module",
      '{"type":"module","module":"x.mjs","cwd":"sub"}',
      "cwd",
      "only in a hook of type command or worker",
    ],
    [
      "an environment for a server",
      '{"type":"http","url":"https://example.com","env":{"A":"b"}}',
      "env",
      "only in a hook of type command or worker or module",
    ],
    [
      "headers for a program",
      '{"command":"x","headers":{"A":"b"}}',
      "headers",
      "only in a hook of type http",
    ],
    [
      "a shell that is not used",
      '{"command":"x","args":[],"shell":"bash"}',
      "shell",
      "only without args",
    ],
  ])("%s is ignored with a warning", (_name, entry, key, allowed) => {
    const { hooks, problems } = load(between(entry));
    expect(hooks).toHaveLength(3);
    expect(problems).toMatchObject([
      {
        code: "setting-ignored",
        severity: "warning",
        path: `${entryPath}.${key}`,
        allowed: [allowed],
        line: 3,
      },
    ]);
  });
});

describe("actions and names", () => {
  test.each<[string, string, object, string]>([
    [
      "a line for the shell",
      '{"command":"a | b"}',
      { type: "command", form: "shell", command: "a | b", shell: "/bin/sh" },
      "a | b",
    ],
    [
      "another shell",
      '{"command":"a","shell":"/bin/bash"}',
      { type: "command", form: "shell", command: "a", shell: "/bin/bash" },
      "a",
    ],
    [
      "a program without arguments",
      '{"command":"a","args":[]}',
      { type: "command", form: "exec", command: "a", args: [] },
      "a",
    ],
    [
      "a program with them",
      '{"command":"a","args":["b c",""]}',
      { type: "command", form: "exec", command: "a", args: ["b c", ""] },
      "a b c",
    ],
    [
      "an answer",
      '{"type":"json","json":null,"exitcode":2}',
      { type: "json", json: null, exitcode: 2 },
      "project:PreToolUse:0.1",
    ],
    [
      "large numbers keep their digits",
      '{"type":"json","json":9007199254740993}',
      { type: "json", json: 9007199254740993n, exitcode: 0 },
      "project:PreToolUse:0.1",
    ],
    [
      "a long command",
      `{"command":"${"é".repeat(41)}"}`,
      { type: "command", form: "shell", command: "é".repeat(41), shell: "/bin/sh" },
      "project:PreToolUse:0.1",
    ],
    [
      "an empty name is none",
      '{"name":"","command":"a"}',
      { type: "command", form: "shell", command: "a", shell: "/bin/sh" },
      "a",
    ],
  ])("%s", (_name, entry, action, name) => {
    const { hooks, problems } = load(between(entry));
    expect(problems).toEqual([]);
    expect(hooks[1]).toMatchObject({ name });
    expect(hooks[1]?.action).toEqual(action);
  });
});

describe("keys that reach into an object's prototype are keys like others", () => {
  test.each(["__proto__", "constructor", "toString"])("%s", (key) => {
    const { hooks, problems } = load(
      `{"hooks":{"${key}":[{"matcher":"${key}","if":{"${key}":"x"},"hooks":[` +
        `{"command":"a","env":{"${key}":"1"},"${key}":1},{"type":"json","json":{"${key}":{"x":1}}}]}]},"${key}":{}}`,
    );
    expect(hooks).toHaveLength(2);
    const [command, json] = hooks;
    expect(command).toMatchObject({ id: `project:${key}:0.0`, event: key, matcher: key });
    expect(Object.entries(command?.if ?? {})).toEqual([[key, "x"]]);
    expect(Object.entries(command?.env ?? {})).toEqual([[key, "1"]]);
    const answer = json?.action.type === "json" ? json.action.json : null;
    expect(JSON.stringify(answer)).toBe(`{"${key}":{"x":1}}`);
    expect(problems.map(({ code, found }) => [code, found])).toEqual([
      ["setting-unknown", key],
      ["event-unknown", key],
      ["setting-unknown", key],
    ]);
    expect({}).not.toHaveProperty("x");
  });
});

describe("a key that appears twice is reported", () => {
  const hook = (name: string): string => `{"command":"${name}"}`;
  test.each<[string, string, string[], string, string]>([
    [
      "an event",
      `{"hooks":{"Stop":[{"hooks":[${hook("a")}]}],\n"Stop":[{"hooks":[${hook("b")}]}]}}`,
      ["project:Stop:0.0 a", "project:Stop:1.0 b"],
      "hooks.Stop",
      '"Stop" twice',
    ],
    [
      "hooks",
      `{"hooks":{"Stop":[{"hooks":[${hook("a")}]}]},\n"hooks":{"PreCompact":[{"hooks":[${hook("b")}]}]}}`,
      ["project:Stop:0.0 a", "project:PreCompact:0.0 b"],
      "hooks",
      '"hooks" 2 times',
    ],
    [
      "the hooks of a group",
      `{"hooks":{"Stop":[{"hooks":[${hook("a")}],\n"hooks":[${hook("b")}]}]}}`,
      ["project:Stop:0.0 a", "project:Stop:0.1 b"],
      "hooks.Stop[0].hooks",
      '"hooks" 2 times',
    ],
  ])("%s: the hooks of both are kept", (_name, text, names, path, found) => {
    const { hooks, problems } = load(text);
    expect(hooks.map(({ id, name }) => `${id} ${name}`)).toEqual(names);
    expect(problems).toEqual([
      {
        code: "setting-duplicate",
        severity: "warning",
        hook: "",
        path,
        found,
        allowed: ["each key once"],
        file,
        line: 2,
      },
    ]);
  });

  test("an event that is no list between two that are: each of the others keeps its place", () => {
    const groups = (name: string): string => `[{"hooks":[${hook(name)}]}]`;
    const { hooks, problems } = load(
      `{"hooks":{"Stop":${groups("a")},"Stop":5,"Stop":${groups("b")}}}`,
    );
    expect(hooks.map(({ id, name }) => `${id} ${name}`)).toEqual([
      "project:Stop:0.0 a",
      "project:Stop:1.0 b",
    ]);
    expect(problems.map(({ code }) => code)).toEqual([
      "setting-duplicate",
      "hook-invalid",
      "setting-duplicate",
    ]);
  });

  test.each<[string, string, object]>([
    ["a switch is off", '"disabled":true,"disabled":false,"disabled":true', { disabled: false }],
    [
      "the stricter onFailure counts",
      '"onFailure":"block","onFailure":"continue"',
      { onFailure: "block" },
    ],
    ["the last timeout counts", '"timeout":5,"timeout":6', { timeout: 6 }],
    ["the last variable counts", '"env":{"A":"1","A":"2"}', { env: { A: "2" } }],
  ])("of a hook: %s", (_name, keys, expected) => {
    const { hooks, problems } = load(between(`{"command":"x",${keys}}`));
    expect(hooks[1]).toMatchObject(expected);
    expect(problems.map(({ code, hook: name }) => [code, name])).toEqual([
      ["setting-duplicate", "x"],
    ]);
  });

  test.each<[string, string, object]>([
    ["two matchers", '"matcher":"Bash","matcher":"Write"', { matcher: undefined, if: undefined }],
    ["two conditions", '"if":{"a":"x"},"if":{"b":"x"}', { matcher: undefined, if: undefined }],
    [
      "a field with two patterns",
      '"if":{"a":"x","a":"y","b":"z"}',
      { matcher: undefined, if: { b: "z" } },
    ],
  ])("of a group: %s count as matching", (_name, keys, expected) => {
    const { hooks, problems } = load(`{"hooks":{"Stop":[{${keys},"hooks":[${after}]}]}}`);
    expect(hooks.map(({ matcher, if: conditions }) => ({ matcher, if: conditions }))).toEqual([
      expected,
    ]);
    expect(problems.map(({ code }) => code)).toEqual(["setting-duplicate"]);
  });

  test("rules of both are kept", () => {
    const { permissions, problems } = load(
      '{"permissions":{"deny":["a"],"deny":["b"]},"permissions":{"deny":["c"]}}',
    );
    expect(permissions.map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(problems).toHaveLength(2);
  });
});
