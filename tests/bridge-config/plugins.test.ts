import { describe, expect, test } from "vitest";
import { group, hooksOf, layOut, readIn } from "./disk.js";

const claude = (command: string): object => ({ hooks: { PreToolUse: [group(command)] } });
const gemini = (command: string): object => ({ hooks: { BeforeTool: [group(command)] } });
const cursor = { version: 1, hooks: { stop: [{ command: "a" }] } };
const copilot = { version: 1, hooks: { preToolUse: [{ type: "command", bash: "a" }] } };

type Files = Readonly<Record<string, object | string>>;
const rows: readonly [string, string, Files, readonly string[]][] = [
  [
    "codex",
    "has its usual file",
    { ".codex-plugin/plugin.json": {}, "hooks/hooks.json": claude("a") },
    ["plugin:PreToolUse:0.0"],
  ],
  [
    "codex",
    "has the files that the manifest names in place of the usual one",
    {
      ".codex-plugin/plugin.json": { hooks: ["./one.json", "./two.json", "../three.json"] },
      "hooks/hooks.json": claude("a"),
      "one.json": claude("b"),
      "two.json": claude("c"),
      "../three.json": claude("d"),
    },
    ["plugin:PreToolUse:0.0", "plugin/1:PreToolUse:0.0"],
  ],
  [
    "codex",
    "lists plugins in a marketplace",
    {
      ".agents/plugins/marketplace.json": {
        plugins: [{ source: { source: "local", path: "./plugins/one" } }, { source: "./two" }],
      },
      "plugins/one/.codex-plugin/plugin.json": {},
      "plugins/one/hooks/hooks.json": claude("a"),
      "two/hooks/hooks.json": claude("b"),
    },
    ["plugin:plugins/one:PreToolUse:0.0", "plugin:two:PreToolUse:0.0"],
  ],
  [
    "gemini",
    "has one file, whatever the manifest names",
    {
      "gemini-extension.json": { hooks: "./more.json" },
      "hooks/hooks.json": gemini("a"),
      "more.json": gemini("b"),
    },
    ["plugin:BeforeTool:0.0"],
  ],
  [
    "qwen-code",
    "has hooks in the manifest in place of the usual file",
    {
      "qwen-extension.json": { name: "x", ...claude("a") },
      "hooks/hooks.json": claude("b"),
    },
    ["plugin:PreToolUse:0.0"],
  ],
  [
    "cursor",
    "has its usual file",
    { ".cursor-plugin/plugin.json": { name: "x" }, "hooks/hooks.json": cursor },
    ["plugin:stop:0"],
  ],
  [
    "cursor",
    "has the file that the manifest names",
    {
      ".cursor-plugin/plugin.json": { hooks: "./hooks/hooks-cursor.json" },
      "hooks/hooks.json": claude("a"),
      "hooks/hooks-cursor.json": cursor,
    },
    ["plugin:stop:0"],
  ],
  [
    "copilot",
    "has hooks.json beside the manifest",
    { "plugin.json": { name: "x" }, "hooks.json": copilot },
    ["plugin:preToolUse:0"],
  ],
  [
    "copilot",
    "or in a folder of its own",
    { ".github/plugin/plugin.json": { name: "x" }, "hooks/hooks.json": copilot },
    ["plugin:preToolUse:0"],
  ],
];

test.each(rows)("a plugin of %s %s", (host, _, files, hooks) => {
  const folder = layOut(inProject(files));
  expect(hooksOf(readIn(folder, host))).toEqual(hooks);
});

describe("what is no plugin of a host", () => {
  test.each(["codex", "gemini", "qwen-code", "cursor", "copilot"])(
    "a folder without a manifest of %s",
    (host) => {
      const files = { "hooks/hooks.json": claude("a"), "hooks.json": copilot };
      expect(hooksOf(readIn(layOut(inProject(files)), host))).toEqual([]);
    },
  );
});

test.each([
  ["codex", ".codex-plugin/plugin.json"],
  ["cursor", ".cursor-plugin/plugin.json"],
  ["copilot", ".plugin/plugin.json"],
])("hooks of %s that are in the manifest itself are said to be unread", (host, manifest) => {
  const folder = layOut(inProject({ [manifest]: { hooks: { hooks: {} } } }));
  const { hooks, problems } = readIn(folder, host);
  expect(hooks).toEqual([]);
  expect(problems).toMatchObject([
    { code: "host-config-unread", found: "hooks in the manifest itself", line: 1 },
  ]);
});

test.each([
  ["codex", ".codex-plugin/plugin.json"],
  ["gemini", "gemini-extension.json"],
  ["qwen-code", "qwen-extension.json"],
])("a manifest of %s that cannot be read is reported", (host, manifest) => {
  const folder = layOut(inProject({ [manifest]: "{", "hooks/hooks.json": claude("a") }));
  const { hooks, problems } = readIn(folder, host);
  expect(hooks).toEqual([]);
  expect(problems.map(({ code }) => code)).toEqual(["host-config-dropped"]);
});

test("hooks of a plugin come last, and Codex's approvals of the user's own are not theirs", () => {
  const folder = layOut({
    "home/.codex/hooks.json": claude("a"),
    "home/.codex/config.toml": "[hooks.state]\n",
    ...inProject({ ".codex-plugin/plugin.json": {}, "hooks/hooks.json": claude("b") }),
  });
  expect(hooksOf(readIn(folder, "codex"))).toEqual([
    "user:PreToolUse:0.0 - nobody has approved it in Codex",
    "plugin:PreToolUse:0.0",
  ]);
});

function inProject(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`project/${path}`, content]),
  );
}

const shared = (command: string): Files => ({
  ".claude-plugin/plugin.json": {},
  ".codex-plugin/plugin.json": {},
  "gemini-extension.json": {},
  "qwen-extension.json": {},
  "hooks/hooks.json": claude(command),
});

test.each<[string, Readonly<Record<string, string | undefined>>]>([
  ["${CLAUDE_PLUGIN_ROOT}/a", { codex: "claude-code", gemini: "claude-code" }],
  ["$PLUGIN_ROOT/a", { "claude-code": "codex", gemini: "codex", "qwen-code": "codex" }],
  ["${CLAUDE_PLUGIN_ROOT}${PLUGIN_ROOT}/a", { gemini: "claude-code" }],
  ["./a", {}],
])(
  "a file that several hosts read is meant for those whose name of the folder it has: %s",
  (command, meant) => {
    const folder = layOut(inProject(shared(command)));
    for (const host of ["claude-code", "codex", "gemini", "qwen-code"]) {
      const { files } = readIn(folder, host);
      const file = files.find(({ layer }) => layer === "plugin");
      expect([host, file?.meantFor]).toEqual([host, meant[host]]);
    }
  },
);

test("an empty list of hooks in the manifest is none, and the usual file is not read", () => {
  const files = { ".codex-plugin/plugin.json": { hooks: {} }, "hooks/hooks.json": claude("a") };
  const { hooks, problems } = readIn(layOut(inProject(files)), "codex");
  expect([hooks, problems]).toEqual([[], []]);
});
