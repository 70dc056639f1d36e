import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

/** Writes down what it was given and where it ran, and blocks. */
const guard = `#!/bin/sh
name=$1
[ ! -e "$name.payload" ] || name=$1-again
cat > "$name.payload"
env | grep -E '_PROJECT_DIR=' | sort > "$name.env"
echo "not in this project" >&2
exit 2
`;

const grouped = (event: string, matcher: string, host: string): object => ({
  hooks: { [event]: [{ matcher, hooks: [{ type: "command", command: `./guard.sh ${host}` }] }] },
});

/** Each host's own file with a guard of shell commands, as the host wants it. */
const files: Readonly<Record<string, readonly [file: string, settings: object]>> = {
  "claude-code": [".claude/settings.json", grouped("PreToolUse", "Bash", "claude-code")],
  codex: [".codex/hooks.json", grouped("PreToolUse", "Bash", "codex")],
  gemini: [".gemini/settings.json", grouped("BeforeTool", "run_shell_command", "gemini")],
  "qwen-code": [".qwen/settings.json", grouped("PreToolUse", "run_shell_command", "qwen-code")],
  cursor: [
    ".cursor/hooks.json",
    { version: 1, hooks: { beforeShellExecution: [{ command: "./guard.sh cursor" }] } },
  ],
  copilot: [
    ".github/hooks/guard.json",
    { version: 1, hooks: { preToolUse: [{ type: "command", bash: "./guard.sh copilot" }] } },
  ],
};

function project(hosts: readonly string[]): string {
  const folder = temporaryFolder();
  process.env["SNAPHOOK_HOME"] = join(folder, "home");
  process.env["HOME"] = join(folder, "user");
  process.env["CODEX_HOME"] = join(folder, "user", ".codex");
  writeFileSync(join(folder, "guard.sh"), guard);
  chmodSync(join(folder, "guard.sh"), 0o755);
  for (const host of hosts) {
    const [file, settings] = files[host] ?? ["", {}];
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(settings, null, 2));
  }
  return folder;
}

interface HostData {
  readonly host: string;
  readonly event: string;
  readonly outcome: string;
  readonly hooks: readonly { readonly ran: boolean; readonly skipped?: string }[];
}

const rm = ["run", "PreToolUse", "--tool", "Bash", "--input", "command=rm -rf build"];

describe("a folder with the files of six hosts", () => {
  let folder = "";
  let fired: readonly HostData[] = [];
  beforeAll(() => {
    folder = project(Object.keys(files));
    const { stdout } = snaphook([...rm, "--trust-project", "--json"], { cwd: folder });
    fired = (JSON.parse(stdout) as { hosts: readonly HostData[] }).hosts;
  });

  test("each host's guard is run and read as that host does it", () => {
    const blocked = fired.map(({ host, event, outcome, hooks }) => [
      host,
      event,
      outcome,
      hooks.map(({ ran }) => ran),
    ]);
    expect(blocked).toEqual([
      ["claude-code", "PreToolUse", "block", [true]],
      ["gemini", "BeforeTool", "block", [true]],
      // Codex runs only what its user has approved there.
      ["codex", "PreToolUse", "proceed", [false]],
      // Cursor reads Claude Code's files only where that is turned on, Copilot always.
      ["cursor", "preToolUse", "proceed", [false]],
      ["cursor", "beforeShellExecution", "block", [true]],
      ["copilot", "preToolUse", "block", [true]],
      ["copilot", "PreToolUse", "block", [true]],
      ["qwen-code", "PreToolUse", "block", [true]],
    ]);
  });

  test.each<[host: string, expected: object, variables: readonly string[]]>([
    [
      "claude-code",
      { hook_event_name: "PreToolUse", tool_name: "Bash", permission_mode: "default" },
      ["CLAUDE_PROJECT_DIR"],
    ],
    [
      "gemini",
      { hook_event_name: "BeforeTool", tool_name: "run_shell_command" },
      ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"],
    ],
    [
      "qwen-code",
      { hook_event_name: "PreToolUse", tool_name: "run_shell_command" },
      ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_PROJECT_DIR"],
    ],
    [
      "cursor",
      { hook_event_name: "beforeShellExecution", command: "rm -rf build" },
      ["CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR"],
    ],
    [
      "copilot",
      { toolName: "bash", toolArgs: { command: "rm -rf build" } },
      ["CLAUDE_PROJECT_DIR", "COPILOT_PROJECT_DIR"],
    ],
  ])("a hook of %s gets that host's payload and variables", (host, expected, variables) => {
    const payload = JSON.parse(readFileSync(join(folder, `${host}.payload`), "utf8")) as object;
    expect(payload).toMatchObject(expected);
    const lines = readFileSync(join(folder, `${host}.env`), "utf8")
      .trim()
      .split("\n");
    const names = lines.map((line) => line.split("=", 1)[0]).filter((one) => one !== undefined);
    expect(names.filter((name) => !name.startsWith("SNAPHOOK"))).toEqual(variables);
  });
});

test("nothing of a foreign project runs before it is approved; then it does, until a byte changes", () => {
  const folder = project(["claude-code"]);
  const first = snaphook(rm, { cwd: folder });
  expect(first.status).toBe(3);
  expect(first.stdout).toContain("NOT KNOWN");
  expect(first.stdout).not.toContain("PROCEED");
  expect(first.stderr).toContain("snaphook trust review");
  expect(() => readFileSync(join(folder, "claude-code.payload"))).toThrow("ENOENT");

  expect(snaphook(["trust", "approve", "--all"], { cwd: folder }).status).toBe(0);
  const second = snaphook(rm, { cwd: folder });
  expect(second.status).toBe(0);
  expect(second.stdout).toMatch(/PreToolUse in claude-code@\S+: BLOCK \(permission: deny\)/);
  expect(second.stdout).toContain("to the model: not in this project");
  // Approval of a host's hook is no news of Snaphook's own.
  expect(second.stdout).not.toContain("hook-gone");

  writeFileSync(join(folder, "guard.sh"), `${guard}# changed\n`);
  const third = snaphook([...rm, "--json"], { cwd: folder });
  expect(third.status).toBe(3);
  expect(JSON.parse(third.stdout)).toMatchObject({
    host: "claude-code",
    isComplete: false,
    hooks: [{ ran: false, skipped: "trust", why: expect.stringContaining("guard.sh") as string }],
  });
});

test.each([
  ["as it is for this one call", ["--trust-project"]],
  ["after approval", []],
])("Claude Code puts the project's folder into the arguments of a program: %s", (_, trust) => {
  const folder = project([]);
  const args = ["${CLAUDE_PROJECT_DIR}/guard.sh", "claude-code"];
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "sh", args }] }] };
  mkdirSync(join(folder, ".claude"));
  writeFileSync(join(folder, ".claude/settings.json"), JSON.stringify({ hooks }));
  if (trust.length === 0) snaphook(["trust", "approve", "--all"], { cwd: folder });
  const { stdout } = snaphook([...rm, ...trust, "--json"], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: "block",
    hooks: [{ run: { exit: 2, stderr: "not in this project\n" } }],
  });
});

describe("a folder that is a plugin", () => {
  const hooks = (command: string): object => ({
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] },
  });
  const plugin = (at: string, contents: Readonly<Record<string, object>>): string => {
    const folder = project([]);
    for (const [path, content] of Object.entries(contents)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(content));
    }
    writeFileSync(join(folder, at, "guard.sh"), `${guard}# $CLAUDE_PLUGIN_ROOT\n`);
    chmodSync(join(folder, at, "guard.sh"), 0o755);
    return folder;
  };
  const manifest = ".claude-plugin/plugin.json";
  const command = '"${CLAUDE_PLUGIN_ROOT}"/guard.sh plugin';
  test.each<[string, string, string, Readonly<Record<string, object>>]>([
    ["hooks/hooks.json", "", "plugin", { [manifest]: {}, "hooks/hooks.json": hooks(command) }],
    [
      "a file that the manifest names",
      "",
      "plugin/1",
      { [manifest]: { hooks: "./more.json" }, "more.json": hooks(command) },
    ],
    ["the manifest itself", "", "plugin/1", { [manifest]: hooks(command) }],
    [
      "a plugin of a marketplace",
      "plugins/one",
      "plugin:plugins/one",
      {
        ".claude-plugin/marketplace.json": {
          plugins: [{ source: { source: "github" } }, { source: "./plugins/one" }],
        },
        "plugins/one/hooks/hooks.json": hooks(command),
      },
    ],
  ])("runs the hooks of %s after approval, as if it were installed", (_, at, label, contents) => {
    const folder = plugin(at, contents);
    const hook = `claude-code/${label}:PreToolUse:0.0`;
    const before = snaphook([...rm, "--json"], { cwd: folder });
    expect(JSON.parse(before.stdout)).toMatchObject({
      hooks: [{ id: ".claude-plugin", ran: false, skipped: "trust" }],
    });
    snaphook(["trust", "approve", hook], { cwd: folder });
    const { stdout } = snaphook([...rm, "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "block",
      hooks: [{ id: hook, ran: true, run: { exit: 2, stderr: "not in this project\n" } }],
    });
    writeFileSync(join(folder, at, "guard.sh"), "exit 0\n");
    expect(snaphook([...rm, "--json"], { cwd: folder }).status).toBe(3);
  });

  test.each<[string, string, string, string]>([
    ["gemini", "gemini-extension.json", "BeforeTool", "'${extensionPath}${/}guard.sh' plugin"],
    ["qwen-code", "qwen-extension.json", "PreToolUse", "'${CLAUDE_PLUGIN_ROOT}/guard.sh' plugin"],
    ["codex", ".codex-plugin/plugin.json", "PreToolUse", '"$PLUGIN_ROOT/guard.sh" plugin'],
    ["codex", ".codex-plugin/plugin.json", "PreToolUse", "'${PLUGIN_ROOT}/guard.sh' plugin"],
  ])(
    "the same of %s, which finds its folder in its own way (%s, %s, %s)",
    (host, path, event, line) => {
      const entry = { matcher: ".*", hooks: [{ type: "command", command: line }] };
      const folder = plugin("", {
        [path]: {},
        "hooks/hooks.json": { hooks: { [event]: [entry] } },
      });
      const hook = `${host}/plugin:${event}:0.0`;
      expect(snaphook(["trust", "approve", hook], { cwd: folder }).status).toBe(0);
      const { stdout } = snaphook([...rm, "--json"], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({
        host,
        outcome: "block",
        hooks: [{ id: hook, ran: true, run: { exit: 2, stderr: "not in this project\n" } }],
      });
      writeFileSync(join(folder, "guard.sh"), "exit 0\n");
      expect(snaphook([...rm, "--json"], { cwd: folder }).status).toBe(3);
    },
  );

  test("the name of a plugin's folder is never run as a part of the command", () => {
    const at = "p$(touch ran)";
    const folder = plugin(at, {
      ".agents/plugins/marketplace.json": { plugins: [{ source: `./${at}` }] },
      [`${at}/.codex-plugin/plugin.json`]: {},
      [`${at}/hooks/hooks.json`]: hooks('"${PLUGIN_ROOT}/guard.sh" plugin'),
    });
    const { stdout } = snaphook([...rm, "--trust-project", "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ host: "codex", outcome: "block" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("a manifest that cannot be read is reported: the host loads nothing of the plugin", () => {
    const folder = plugin("", { "hooks/hooks.json": hooks(command), [manifest]: {} });
    writeFileSync(join(folder, manifest), "{ broken");
    const { stdout } = snaphook(["run", "PreToolUse", "--dry-run"], { cwd: folder });
    expect(stdout).toContain("[host-config-dropped]");
    expect(stdout).toContain(`${manifest}:1`);
    expect(stdout).not.toContain("guard.sh");
  });
});

test("--dry-run says who would run and why the others would not, and runs nothing", () => {
  const folder = project(["claude-code", "gemini"]);
  const args = ["run", "PreToolUse", "--tool", "Write", "--dry-run", "--trust-project"];
  const { status, stdout } = snaphook(args, { cwd: folder });
  expect(status).toBe(0);
  expect(stdout).toContain(`would not run`);
  expect(stdout).toContain(".claude/settings.json:7");
  expect(stdout).toMatch(/claude-code \S+ PreToolUse\n.*\n\ngemini \S+ BeforeTool\n/);
  expect(() => readFileSync(join(folder, "claude-code.payload"))).toThrow("ENOENT");
});

test("settings that the host drops are an error with its place, not just no hooks", () => {
  const folder = project(["claude-code"]);
  writeFileSync(join(folder, ".claude/settings.json"), "{ broken");
  const { stdout } = snaphook(["run", "PreToolUse", "--dry-run"], { cwd: folder });
  expect(stdout).toContain("[host-config-dropped]");
  expect(stdout).toContain(".claude/settings.json:1");
});

test("Ctrl-C ends the hook, and nothing is said about what the host would have decided", async () => {
  const folder = project(["claude-code"]);
  writeFileSync(join(folder, "guard.sh"), "#!/bin/sh\ntouch began\nsleep 240 & wait\n");
  const args = [resolve("dist/cli/main.js"), ...rm, "--trust-project"];
  const child = spawn(process.execPath, args, { cwd: folder });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  const ended = once(child, "exit");
  await vi.waitUntil(() => existsSync(join(folder, "began")), { timeout: 200_000 });
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(printed).toContain("guard.sh: aborted");
  expect(printed).toContain("NOT KNOWN");
  expect(printed).not.toContain("PROCEED");
  expect(snaphook(["why"], { cwd: folder }).stdout).toContain("It has no end on record");
});

test("--host chooses one, snaphook's own too; an unknown one is named with those that there are", () => {
  const folder = project(["claude-code", "gemini"]);
  const chosen = snaphook([...rm, "--host", "gemini", "--trust-project", "--json"], {
    cwd: folder,
  });
  expect(JSON.parse(chosen.stdout)).toMatchObject({ host: "gemini", outcome: "block" });
  const own = snaphook([...rm, "--host", "snaphook"], { cwd: folder });
  expect(own.stdout).toContain("No hooks match this event.");
  const unknown = snaphook([...rm, "--host", "klaude"], { cwd: folder });
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain("known are snaphook,");
});
