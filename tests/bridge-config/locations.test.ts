import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configuredHosts, type HostSettingsOptions } from "../../src/hosts/settings.js";
import { group, hooksOf, layOut, read, readIn } from "./disk.js";

const before = { hooks: { PreToolUse: [group("a")] } };
const named = (command: string): object => ({ hooks: { PreToolUse: [group(command)] } });
const cursor = { version: 1, hooks: { stop: [{ command: "a" }] } };
const copilot = { version: 1, hooks: { preToolUse: [{ type: "command", bash: "a" }] } };
const copilotSettings = { model: "x", hooks: copilot.hooks };
const matched = { hooks: { PreToolUse: [group("a", {}, "Bash")] } };
const gemini = (command: string): object => ({ hooks: { BeforeTool: [group(command)] } });

interface Row {
  readonly name: string;
  readonly host: string;
  readonly files: Readonly<Record<string, object | string>>;
  readonly options?: Partial<HostSettingsOptions>;
  readonly hooks: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "Claude Code reads user, project, local, managed and its folder by name",
    host: "claude-code",
    files: {
      "home/.claude/settings.json": named("user"),
      "project/.claude/settings.json": named("project"),
      "project/.claude/settings.local.json": named("local"),
      "root/etc/claude-code/managed-settings.json": named("managed"),
      "root/etc/claude-code/managed-settings.d/20-b.json": named("b"),
      "root/etc/claude-code/managed-settings.d/10-a.json": named("a"),
      "root/etc/claude-code/managed-settings.d/.hidden.json": named("hidden"),
      "root/etc/claude-code/managed-settings.d/notes.txt": "no",
    },
    hooks: [
      "user:PreToolUse:0.0",
      "project:PreToolUse:0.0",
      "local:PreToolUse:0.0",
      "managed:PreToolUse:0.0",
      "managed/10-a:PreToolUse:0.0",
      "managed/20-b:PreToolUse:0.0",
    ],
  },
  {
    name: "Claude Code's managed settings lie elsewhere on a Mac",
    host: "claude-code",
    files: {
      "root/Library/Application Support/ClaudeCode/managed-settings.json": before,
      "root/etc/claude-code/managed-settings.json": before,
    },
    options: { platform: "darwin" },
    hooks: ["managed:PreToolUse:0.0"],
  },
  {
    name: "Gemini reads project, user, system in this order",
    host: "gemini",
    files: {
      "root/etc/gemini-cli/settings.json": gemini("system"),
      "home/.gemini/settings.json": gemini("user"),
      "project/.gemini/settings.json": gemini("project"),
    },
    hooks: ["project:BeforeTool:0.0", "user:BeforeTool:0.0", "system:BeforeTool:0.0"],
  },
  {
    name: "Qwen Code reads project, user, system and the system's defaults",
    host: "qwen-code",
    files: {
      "root/etc/qwen-code/settings.json": named("system"),
      "root/etc/qwen-code/system-defaults.json": named("defaults"),
      "home/.qwen/settings.json": named("user"),
    },
    hooks: ["user:PreToolUse:0.0", "system:PreToolUse:0.0", "system/defaults:PreToolUse:0.0"],
  },
  {
    name: "Qwen Code's system settings lie elsewhere on a Mac",
    host: "qwen-code",
    files: { "root/Library/Application Support/QwenCode/settings.json": before },
    options: { platform: "darwin" },
    hooks: ["system:PreToolUse:0.0"],
  },
  {
    name: "Cursor reads enterprise, project, user",
    host: "cursor",
    files: {
      "root/etc/cursor/hooks.json": cursor,
      "home/.cursor/hooks.json": cursor,
      "project/.cursor/hooks.json": cursor,
    },
    hooks: ["managed:stop:0", "project:stop:0", "user:stop:0"],
  },
  {
    name: "Cursor takes Claude Code's settings last: local, project, user",
    host: "cursor",
    files: {
      "home/.cursor/hooks.json": cursor,
      "home/.claude/settings.json": matched,
      "project/.claude/settings.json": matched,
      "project/.claude/settings.local.json": matched,
    },
    hooks: [
      "user:stop:0",
      "claude/local:PreToolUse:0.0",
      "claude/project:PreToolUse:0.0",
      "claude/user:PreToolUse:0.0",
    ],
  },
  {
    name: "Cursor's enterprise file lies elsewhere on a Mac",
    host: "cursor",
    files: { "root/Library/Application Support/Cursor/hooks.json": cursor },
    options: { platform: "darwin" },
    hooks: ["managed:stop:0"],
  },
  {
    name: "Copilot reads every file of its folders",
    host: "copilot",
    files: {
      "root/etc/github-copilot/policy.d/p.json": copilot,
      "home/.copilot/hooks/u.json": copilot,
      "project/.github/hooks/b.json": copilot,
      "project/.github/hooks/a.json": copilot,
    },
    hooks: [
      "managed/p:preToolUse:0",
      "user/u:preToolUse:0",
      "project/a:preToolUse:0",
      "project/b:preToolUse:0",
    ],
  },
  {
    name: "Copilot takes hooks out of its settings and out of the project's for Claude Code, not out of the user's",
    host: "copilot",
    files: {
      "home/.copilot/settings.json": copilotSettings,
      "project/.github/copilot/settings.json": copilotSettings,
      "project/.github/copilot/settings.local.json": copilotSettings,
      "project/.claude/settings.json": before,
      "project/.claude/settings.local.json": before,
      "home/.claude/settings.json": before,
    },
    hooks: [
      "user/settings:preToolUse:0",
      "project/settings:preToolUse:0",
      "project/settings.local:preToolUse:0",
      "claude/project:PreToolUse:0.0",
      "claude/local:PreToolUse:0.0",
    ],
  },
  {
    name: "Wave reads user, project, local",
    host: "wave",
    files: {
      "home/.wave/settings.json": before,
      "project/.wave/settings.json": before,
      "project/.wave/settings.local.json": before,
    },
    hooks: ["user:PreToolUse:0.0", "project:PreToolUse:0.0", "local:PreToolUse:0.0"],
  },
];

test.each(rows)("$name", ({ host, files, options, hooks }) => {
  const config = read(host, files, options);
  expect({ host: config.host, hooks: hooksOf(config) }).toEqual({ host, hooks });
});

const moved: readonly { host: string; variable: string; file: string; text: object }[] = [
  { host: "claude-code", variable: "CLAUDE_CONFIG_DIR", file: "settings.json", text: before },
];

test.each(moved)("$variable moves the user's folder", ({ host, variable, file, text }) => {
  const folder = layOut({ [`elsewhere/${file}`]: text });
  const config = readIn(folder, host, { env: { [variable]: join(folder, "elsewhere") } });
  expect(hooksOf(config)).toEqual(["user:PreToolUse:0.0"]);
  expect(hooksOf(readIn(folder, host, { env: { [variable]: "" } }))).toEqual([]);
});

test("COPILOT_HOME moves the user's folder", () => {
  const folder = layOut({ "elsewhere/hooks/a.json": copilot });
  const env = { COPILOT_HOME: join(folder, "elsewhere") };
  expect(hooksOf(readIn(folder, "copilot", { env }))).toEqual(["user/a:preToolUse:0"]);
});

test("an empty COPILOT_HOME moves nothing", () => {
  const folder = layOut({ "home/.copilot/hooks/a.json": copilot });
  const env = { COPILOT_HOME: "" };
  expect(hooksOf(readIn(folder, "copilot", { env }))).toEqual(["user/a:preToolUse:0"]);
});

test("GEMINI_CLI_SYSTEM_SETTINGS_PATH moves the system's file", () => {
  const folder = layOut({ "other.json": gemini("a") });
  const env = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(folder, "other.json") };
  expect(hooksOf(readIn(folder, "gemini", { env }))).toEqual(["system:BeforeTool:0.0"]);
});

test("plugins of a marketplace that are in its folder are read as if they were installed, and come last", () => {
  const plugins = ["./one", "./two", "../three", "./", 4].map((source) => ({ source }));
  const folder = layOut({
    "project/.claude-plugin/marketplace.json": { plugins },
    "project/.claude-plugin/plugin.json": { hooks: ["./more.json", "../three/hooks/hooks.json"] },
    "project/more.json": before,
    "project/one/hooks/hooks.json": { description: "first", ...before },
    "project/two/hooks/hooks.json": before,
    "three/hooks/hooks.json": before,
    "home/.claude/settings.json": before,
  });
  expect(hooksOf(readIn(folder, "claude-code"))).toEqual([
    "user:PreToolUse:0.0",
    "plugin/1:PreToolUse:0.0",
    "plugin:one:PreToolUse:0.0",
    "plugin:two:PreToolUse:0.0",
  ]);
});

test("where the project is the home folder its file is read once", () => {
  const folder = layOut({
    "home/.claude/settings.json": before,
    "home/.gemini/settings.json": gemini("a"),
  });
  const options = { projectDir: join(folder, "home") };
  expect(hooksOf(readIn(folder, "claude-code", options))).toEqual(["user:PreToolUse:0.0"]);
  expect(hooksOf(readIn(folder, "gemini", options))).toEqual(["user:BeforeTool:0.0"]);
});

test("a link is followed by every host but Cursor", () => {
  const folder = layOut({
    "real-claude.json": matched,
    "real-cursor.json": cursor,
    "project/.claude/x": "",
    "project/.cursor/x": "",
  });
  symlinkSync(join(folder, "real-claude.json"), join(folder, "project/.claude/settings.json"));
  symlinkSync(join(folder, "real-cursor.json"), join(folder, "project/.cursor/hooks.json"));
  expect(hooksOf(readIn(folder, "claude-code"))).toEqual(["project:PreToolUse:0.0"]);
  const why = "the whole file is dropped: a link in place of the file";
  expect(hooksOf(readIn(folder, "cursor"))).toEqual([
    `project:stop:0 - ${why}`,
    `claude/project:PreToolUse:0.0 - ${why}`,
  ]);
});

test("files that are not there are listed", () => {
  const folder = layOut({});
  const config = readIn(folder, "claude-code");
  const managed = join(folder, "root/etc/claude-code");
  expect(config).toEqual({
    host: "claude-code",
    files: [
      { path: join(folder, "home/.claude/settings.json"), layer: "user", state: "missing" },
      { path: join(folder, "project/.claude/settings.json"), layer: "project", state: "missing" },
      {
        path: join(folder, "project/.claude/settings.local.json"),
        layer: "local",
        state: "missing",
      },
      { path: join(managed, "managed-settings.json"), layer: "managed", state: "missing" },
      { path: join(managed, "managed-settings.d"), layer: "managed", state: "missing" },
    ],
    hooks: [],
    problems: [],
  });
});

test("on Windows the administrators' paths are Windows'", () => {
  const folder = layOut({});
  const paths = (["claude-code", "cursor", "gemini"] as const).map((host) => {
    const { files } = readIn(folder, host, { platform: "win32" });
    return files.some(({ path }) => path.includes("C:\\Program"));
  });
  expect(paths).toEqual([true, true, true]);
});

test("an unknown version is the caller's error, and a known one is told in every hook", () => {
  const folder = layOut({ "home/.claude/settings.json": before });
  const dialects = (version: string): readonly string[] =>
    readIn(folder, "claude-code", { version }).hooks.map(({ dialect }) => dialect);
  expect(dialects("2.1.240")).toEqual(["claude-code@2.1.240"]);
  expect(dialects("2.1.325")).toEqual(["claude-code@2.1.325"]);
  expect(() => dialects("1")).toThrow(
    new RangeError(
      'unknown version "1" of claude-code; known are: claude-code@2.1.240, claude-code@2.1.325',
    ),
  );
});

test("an unknown host is the caller's error", () => {
  expect(() => readIn("/nowhere", "emacs")).toThrow(
    new RangeError(`unknown host "emacs"; known are: ${configuredHosts.join(", ")}`),
  );
});
