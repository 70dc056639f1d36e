import { describe, expect, test } from "vitest";
import { group, hooksOf, problemsOf, read } from "./disk.js";

const user = "home/.claude/settings.json";
const local = "project/.claude/settings.local.json";
const managed = "root/etc/claude-code/managed-settings.json";

const badHooks: readonly [name: string, bad: object][] = [
  ["an unknown type", { type: "exec", command: "a" }],
  ["no command", { type: "command" }],
  ["a timeout that is a text", { type: "command", command: "a", timeout: "5" }],
  ["a timeout of nothing", { type: "command", command: "a", timeout: 0 }],
];

describe("2.1.240", () => {
  const older = { version: "2.1.240" };
  test.each(badHooks)("%s drops the file under any event", (_name, bad) => {
    const { hooks } = read(
      "claude-code",
      { [user]: { hooks: { PostToolUse: [{ hooks: [bad] }], Stop: [group("good")] } } },
      older,
    );
    expect(hooks.every(({ ignored }) => ignored?.startsWith("the whole file is dropped"))).toBe(
      true,
    );
  });

  test("does not know onFailure, nor that a model may be switched", () => {
    const files = {
      [user]: {
        hooks: {
          PreToolUse: [group("a", { onFailure: "block" })],
          PreModelSwitch: [group("b")],
        },
      },
    };
    const [before, now] = [older, {}].map((options) => {
      const config = read("claude-code", files, options);
      return [config.hooks.map(({ onFailure }) => onFailure), problemsOf(config)];
    });
    expect(before).toEqual([
      ["continue", "continue"],
      [
        "setting-ignored hooks.PreToolUse[0].hooks[0].onFailure:9 onFailure",
        "host-config-ignored hooks.PreModelSwitch:14 PreModelSwitch",
      ],
    ]);
    expect(now).toEqual([["block", "continue"], []]);
  });
});

const post = (url: string, more: object = {}): object => ({
  hooks: [{ type: "http", url, ...more }],
});
const addresses: readonly [allowed: readonly string[], url: string, isAllowed: boolean][] = [
  [["https://a/x"], "https://a/x", true],
  [["https://a/x"], "https://a/x/y", false],
  [["https://a/*"], "https://a/x/y", true],
  [["https://*.a/*/z"], "https://b.a/c/z", true],
  [["https://*.a/*/z"], "https://b.a/z", false],
  [["*a*a*"], "a", false],
  [["*"], "http://anything", true],
  [["no", "https://a"], "https://a", true],
  [[], "https://a", false],
];

test.each(addresses)("where %j is allowed, is %s? %s", (allowedHttpHookUrls, url, isAllowed) => {
  const config = read("claude-code", {
    [user]: { hooks: { Stop: [post(url)] } },
    [managed]: { allowedHttpHookUrls },
  });
  const found = "no allowedHttpHookUrls matches its address";
  expect(config.hooks.map(({ ignored }) => ignored)).toEqual([isAllowed ? undefined : found]);
  expect(problemsOf(config)).toEqual(
    isAllowed ? [] : [`host-fails-open allowedHttpHookUrls:6 ${found}`],
  );
});

test("lists of addresses are joined, and commands need none", () => {
  const config = read("claude-code", {
    [user]: {
      allowedHttpHookUrls: ["https://a"],
      hooks: { Stop: [post("https://b"), group("c")] },
    },
    [local]: { allowedHttpHookUrls: ["https://b"] },
  });
  expect(hooksOf(config)).toEqual(["user:Stop:0.0", "user:Stop:1.0"]);
});

test("variables for headers that no list allows are reported", () => {
  const config = read("claude-code", {
    [user]: {
      httpHookAllowedEnvVars: ["A"],
      hooks: { Stop: [post("https://a", { allowedEnvVars: ["A", "B"] })] },
    },
  });
  expect(problemsOf(config)).toEqual(["setting-ignored httpHookAllowedEnvVars:9 B"]);
});

test("where only managed hooks run, plugins that managed settings enable are reported", () => {
  const config = read("claude-code", {
    [user]: { hooks: { PreToolUse: [group("a")] } },
    [managed]: { allowManagedHooksOnly: true, enabledPlugins: { "p@m": true } },
  });
  expect(problemsOf(config)).toEqual([
    "host-config-ignored allowManagedHooksOnly:2 allowManagedHooksOnly: true",
    "host-config-unread enabledPlugins:3 plugins that managed settings enable keep their hooks",
  ]);
});

const heads: readonly [name: string, path: string, text: string, line: number | null][] = [
  [
    "an agent with hooks",
    "project/.claude/agents/a.md",
    "---\nname: a\nhooks:\n  Stop: []\n---\n",
    3,
  ],
  ["a skill with hooks", "home/.claude/skills/s/SKILL.md", '---\r\n"hooks" : {}\r\n---\r\n', 2],
  ["an agent without", "project/.claude/agents/a.md", "---\nname: a\n---\nhooks:\n", null],
  [
    "hooks that are no key of the head",
    "project/.claude/agents/a.md",
    "---\nx:\n  hooks: 1\n---\n",
    null,
  ],
  ["a head without an end", "project/.claude/agents/a.md", "---\nhooks: 1\n", null],
  ["no head", "project/.claude/agents/a.md", "hooks: 1\n---\n", null],
];

test.each(heads)(
  "%s: that there are hooks is told, what they are is not",
  (_name, path, text, line) => {
    const config = read("claude-code", { [path]: text });
    expect(problemsOf(config)).toEqual(
      line === null
        ? []
        : [`host-config-unread hooks:${line} hooks in the head of a Markdown file`],
    );
    expect(config.files.filter((file) => file.path.endsWith(".md")).length).toBe(
      line === null ? 0 : 1,
    );
  },
);
