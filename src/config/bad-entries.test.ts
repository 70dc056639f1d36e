import { describe, expect, test } from "vitest";
import { type ConfigProblem, type Settings } from "./index.js";
import { after, between, entryPath, ProjectSettings } from "./project-settings.test-support.js";

const settings = new ProjectSettings();
const { file } = settings;
const load = (text: string): Settings => settings.load(text);

type Expected = Partial<ConfigProblem>;

describe("a bad entry is dropped and named, its neighbours stay", () => {
  const text = ["a text that is not empty"];
  const url = ["a URL of http or https, without a name or password in it"];
  test.each<[string, string, Expected]>([
    ["no object", "5", { path: "", found: "5", allowed: ["an object with a command"] }],
    ["null", "null", { path: "", found: "null", allowed: ["an object with a command"] }],
    ["no command", "{}", { path: ".command", found: "nothing", allowed: ["a command"] }],
    ["an empty command", '{"command":""}', { path: ".command", found: '""', allowed: text }],
    [
      "a command of spaces",
      '{"command":" "}',
      { path: ".command", found: '" "', allowed: ["a command"] },
    ],
    [
      "a command of a wrong type",
      '{"command":["x"]}',
      { path: ".command", found: "a list", allowed: text, hook: "x" },
    ],
    [
      "a command with a NUL",
      '{"command":"a\\u0000b"}',
      { path: ".command", found: '"a\\u0000b"', allowed: text, hook: "a\0b" },
    ],
    [
      "an unknown type",
      '{"type":"comand","command":"x"}',
      {
        path: ".type",
        found: '"comand"',
        allowed: ["command", "json", "module", "worker", "http"],
        suggestion: "command",
        hook: "x",
      },
    ],
    [
      "a function",
      '{"type":"function","name":"guard"}',
      {
        path: ".type",
        found: '"function" in project settings',
        allowed: [
          "command",
          "json",
          "module",
          "worker",
          "http",
          "function only in settings given by code",
        ],
        hook: "guard",
      },
    ],
    [
      "a module without a file",
      '{"type":"module"}',
      { path: ".module", found: "nothing", allowed: ["a module"] },
    ],
    [
      "a worker without a command",
      '{"type":"worker"}',
      { path: ".command", found: "nothing", allowed: ["a command"] },
    ],
    [
      "a URL of another kind",
      '{"type":"http","url":"ftp://example.com/x?token=1"}',
      {
        path: ".url",
        found: '"ftp://example.com/x?token=1"',
        allowed: url,
        hook: "ftp://example.com/x",
      },
    ],
    [
      "a URL with a password",
      '{"type":"http","url":"https://a:b@example.com"}',
      {
        path: ".url",
        found: '"https://…@example.com"',
        allowed: url,
        hook: "https://…@example.com",
      },
    ],
    [
      "a timeout of nothing",
      '{"command":"x","timeout":0}',
      { path: ".timeout", found: "0", allowed: ["a number above 0, at most 2147483"], hook: "x" },
    ],
    [
      "a timeout as a text",
      '{"command":"x","timeout":"30s"}',
      {
        path: ".timeout",
        found: '"30s"',
        allowed: ["a number above 0, at most 2147483"],
        suggestion: "30",
        hook: "x",
      },
    ],
    [
      "a timeout in another unit",
      '{"command":"x","timeout":"5 min"}',
      {
        path: ".timeout",
        found: '"5 min"',
        allowed: ["a number above 0, at most 2147483"],
        hook: "x",
      },
    ],
    [
      "a timeout for which no timer exists",
      '{"command":"x","timeout":1e999}',
      {
        path: ".timeout",
        found: "Infinity",
        allowed: ["a number above 0, at most 2147483"],
        hook: "x",
      },
    ],
    [
      "an unknown onFailure",
      '{"command":"x","onFailure":"Block"}',
      {
        path: ".onFailure",
        found: '"Block"',
        allowed: ["continue", "ask", "block"],
        suggestion: "block",
        hook: "x",
      },
    ],
    [
      "args as a text",
      '{"command":"x","args":"-v"}',
      {
        path: ".args",
        found: '"-v"',
        allowed: ["a list of texts"],
        suggestion: '["-v"]',
        hook: "x -v",
      },
    ],
    [
      "an argument that is no text",
      '{"command":"x","args":["-n",5]}',
      { path: ".args[1]", found: "5", allowed: ["a text"], hook: "x -n 5" },
    ],
    [
      "a variable that is no text",
      '{"command":"x","env":{"A":1}}',
      { path: ".env.A", found: "1", allowed: ["a text"], hook: "x" },
    ],
    [
      "a variable that is no name",
      '{"command":"x","env":{"A=B":"1"}}',
      {
        path: '.env["A=B"]',
        found: '"A=B"',
        allowed: ["a name that is not empty and holds no ="],
        hook: "x",
      },
    ],
    [
      "a switch as a text",
      '{"name":"guard","command":"x","disabled":"true"}',
      {
        path: ".disabled",
        found: '"true"',
        allowed: ["true", "false"],
        suggestion: "true",
        hook: "guard",
      },
    ],
    [
      "an answer that is missing",
      '{"type":"json"}',
      { path: ".json", found: "nothing", allowed: ["an answer"] },
    ],
    [
      "an answer with a doubtful key",
      '{"type":"json","json":{"decision":"block","decision":"approve"}}',
      { path: ".json", found: 'the key "decision" twice', allowed: ["a JSON value"] },
    ],
    [
      "an exit code that does not exist",
      '{"type":"json","json":{},"exitcode":256}',
      { path: ".exitcode", found: "256", allowed: ["a whole number from 0 to 255"] },
    ],
    [
      "an exit code as a text",
      '{"type":"json","json":{},"exitcode":"2"}',
      {
        path: ".exitcode",
        found: '"2"',
        allowed: ["a whole number from 0 to 255"],
        suggestion: "2",
      },
    ],
  ])("%s", (_name, entry, { path: at, ...expected }) => {
    const { hooks, problems, files } = load(between(entry));
    expect(hooks.map(({ id, name }) => [id, name])).toEqual([
      ["project:PreToolUse:0.0", "before"],
      ["project:PreToolUse:0.2", "after"],
    ]);
    expect(files[1]).toMatchObject({ state: "read", hooks: 2 });
    expect(problems).toEqual([
      {
        code: "hook-invalid",
        severity: "error",
        hook: "project:PreToolUse:0.1",
        lost: "the hook",
        file,
        line: 3,
        ...expected,
        path: `${entryPath}${at}`,
      },
    ]);
  });

  test("all that is wrong with an entry is reported at once", () => {
    const { problems } = load(between('{\n"timeout":-1,\n"merge":1,\n"cmd":"x"}'));
    expect(problems.map(({ code, path, line }) => [code, path, line])).toEqual([
      ["hook-invalid", `${entryPath}.timeout`, 4],
      ["hook-invalid", `${entryPath}.merge`, 5],
      ["setting-unknown", `${entryPath}.cmd`, 6],
      ["hook-invalid", `${entryPath}.command`, 3],
    ]);
  });

  test.each<[string, string, Expected]>([
    ["no group", "5", { path: "[0]", found: "5", allowed: ["an object with hooks"] }],
    [
      "a group without hooks",
      "{}",
      { path: "[0].hooks", found: "nothing", allowed: ["a list of hooks"] },
    ],
    [
      "a group whose hooks are no list",
      '{"hooks":{}}',
      { path: "[0].hooks", found: "an object", allowed: ["a list of objects"] },
    ],
  ])("%s", (_name, group, { path: at, ...expected }) => {
    const { hooks, problems } = load(`{"hooks":{"Stop":[\n${group},\n{"hooks":[${after}]}]}}`);
    expect(hooks.map(({ id }) => id)).toEqual(["project:Stop:1.0"]);
    const lost = "its hooks";
    expect(problems).toEqual([
      {
        code: "hook-invalid",
        severity: "error",
        hook: "",
        lost,
        file,
        line: 2,
        ...expected,
        path: `hooks.Stop${at}`,
      },
    ]);
  });

  test("an event without a list, and the events next to it stay", () => {
    const { hooks, problems } = load(`{"hooks":{"Stop":{},\n"PreCompact":[{"hooks":[${after}]}]}}`);
    expect(hooks.map(({ id }) => id)).toEqual(["project:PreCompact:0.0"]);
    expect(problems.map(({ code, path, found }) => [code, path, found])).toEqual([
      ["hook-invalid", "hooks.Stop", "an object"],
    ]);
  });

  test("hooks that are a list, and the settings next to them stay", () => {
    const { hooks, permissions, problems } = load('{"hooks":[],"permissions":{"deny":["Bash"]}}');
    expect([hooks, permissions]).toMatchObject([[], [{ list: "deny", text: "Bash" }]]);
    expect(problems.map(({ code, path, found }) => [code, path, found])).toEqual([
      ["setting-invalid", "hooks", "a list"],
    ]);
  });
});

test("of very many problems of a kind the last says how many more there are", () => {
  const { problems } = load(`{"hooks":{"Stop":[${"5,".repeat(1000)}]}}`);
  expect(problems).toHaveLength(200);
  expect(problems.at(-2)).toMatchObject({ path: "hooks.Stop[198]", line: 1 });
  expect(problems.at(-1)).toMatchObject({ path: "", found: "and 801 more", file, line: null });
});
