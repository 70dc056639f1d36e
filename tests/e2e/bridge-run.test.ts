import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  // A copy: what lies next to the command is spoilt here.
  cpSync(resolve("dist/cli"), join(folder, "cli"), { recursive: true });
});

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "rm -rf /" },
});

function hookOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const words = (hook: string): string[] => [
  join(folder, "cli/main.js"),
  ..."bridge run --host codex --from claude-code --".split(" "),
  hook,
];

describe("what V8 has made of a command before is a help, never a must", () => {
  const caches = (): string[] =>
    readdirSync(join(folder, "cli/commands"))
      .filter((name) => name.endsWith(".cache"))
      .map((name) => join(folder, "cli/commands", name));

  test("the build leaves it for the commands whose start counts", () => {
    // There may be one for each of several Nodes.
    const names = new Set(caches().map((path) => path.replace(/^.*\/|\.js\..*$/g, "")));
    expect([...names]).toEqual(expect.arrayContaining(["bridge", "bridge-fire", "explain", "run"]));
  });

  test.each<[string, (path: string) => void]>([
    ["as it was made", () => {}],
    ["cut short", (path) => writeFileSync(path, readFileSync(path).subarray(0, 1000))],
    ["of other bytes", (path) => writeFileSync(path, Buffer.alloc(5000, 7))],
    ["empty", (path) => writeFileSync(path, "")],
    ["gone", (path) => rmSync(path)],
  ])("%s", (_state, spoil) => {
    for (const path of caches()) spoil(path);
    const hook = hookOf("deny.sh", "echo no >&2; exit 2");
    const { status, stderr } = spawnSync(process.execPath, words(hook), { input: payload });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 2, stderr: "no\n" });
  });
});

/** What has ended and was not buried yet has no command line. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}

describe.each<[NodeJS.Signals, number]>([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("%s", (signal, status) => {
  test.each([
    ["at once", 0],
    ["after a while", 300],
  ])("%s ends the hook and all that it has started", async (_when, wait) => {
    const mark = join(folder, `started-${signal}-${wait}`);
    const hook = hookOf(
      `sleeps-${signal}.sh`,
      `sleep 61 & echo $! > ${mark}.part; mv ${mark}.part ${mark}; wait`,
    );
    const child = spawn(process.execPath, words(hook));
    const ended = new Promise((done) => child.on("exit", done));
    child.stdin.end(payload);
    while (!existsSync(mark)) await new Promise((wake) => setTimeout(wake, 5));
    await new Promise((wake) => setTimeout(wake, wait));
    child.kill(signal);
    expect(await ended).toBe(status);
    const pid = Number(readFileSync(mark, "utf8"));
    expect(isAlive(pid)).toBe(false);
  });
});

describe("a rewrite that the host cannot apply", () => {
  const event = JSON.stringify({
    hook_event_name: "beforeShellExecution",
    command: "rm -rf /",
    cwd: "/",
  });
  const rewritten = { hookEventName: "PreToolUse", updatedInput: { command: "ls" } };
  const allowed = { ...rewritten, permissionDecision: "allow" };

  test.each([
    ["with an allow", allowed],
    ["without one", rewritten],
  ])("is a deny with the reason, %s; with --lossy the original runs", (_name, output) => {
    const answer = JSON.stringify({ hookSpecificOutput: output });
    const hook = hookOf("rewrite.sh", `cat > /dev/null; echo '${answer}'`);
    const bridged = (...options: string[]): { status: number | null; said: string } => {
      const line = [
        join(folder, "cli/main.js"),
        ..."bridge run --host cursor --from claude-code".split(" "),
        ...options,
        "--",
        hook,
      ];
      const { status, stdout, stderr } = spawnSync(process.execPath, line, {
        input: event,
        encoding: "utf8",
      });
      return { status, said: `${stdout}${stderr}`.trim() };
    };
    expect(bridged()).toEqual({
      status: 2,
      said: "A hook rewrote the tool input, but cursor cannot apply that on beforeShellExecution: denied, so that the original is not used.",
    });
    expect(bridged("--lossy")).toEqual({ status: 0, said: "{}" });
  });
});

describe("the whole answer to Cursor where a hook for Claude Code denies, byte for byte", () => {
  const byCode = "echo 'not this' >&2; exit 2";
  const tool = { hookEventName: "PreToolUse", permissionDecision: "deny" };
  const byJson = say({ hookSpecificOutput: { ...tool, permissionDecisionReason: "not this" } });
  const byDecision = say({ decision: "block", reason: "not this" });
  const byStop = say({ continue: false, stopReason: "not this" });
  function say(answer: object): string {
    return `echo '${JSON.stringify(answer)}'`;
  }
  const denied = { status: 2, stdout: "", stderr: "not this" };
  const deniedByCode = { ...denied, stderr: "not this\n" };
  const followed = { status: 0, stdout: '{"followup_message":"not this"}', stderr: "" };
  const shell = { tool_name: "Shell", tool_input: { command: "ls" } };
  const mcp = { tool_name: "log", tool_input: "{}", command: "server" };

  test.each<[event: string, by: string, fields: object, answer: object]>([
    ["preToolUse", byCode, shell, deniedByCode],
    ["preToolUse", byJson, shell, denied],
    ["preToolUse", byStop, shell, denied],
    ["beforeShellExecution", byCode, { command: "ls" }, deniedByCode],
    ["beforeShellExecution", byJson, { command: "ls" }, denied],
    ["beforeMCPExecution", byCode, mcp, deniedByCode],
    ["beforeMCPExecution", byJson, mcp, denied],
    ["beforeMCPExecution", byStop, mcp, denied],
    ["beforeReadFile", byCode, { file_path: "/x" }, deniedByCode],
    ["beforeReadFile", byJson, { file_path: "/x" }, denied],
    ["beforeTabFileRead", byCode, { file_path: "/x" }, deniedByCode],
    ["beforeTabFileRead", byJson, { file_path: "/x" }, denied],
    ["beforeSubmitPrompt", byCode, { prompt: "hi" }, deniedByCode],
    ["beforeSubmitPrompt", byDecision, { prompt: "hi" }, denied],
    ["stop", byCode, {}, { ...followed, stdout: '{"followup_message":"not this\\n"}' }],
    ["stop", byDecision, {}, followed],
    ["subagentStop", byDecision, { subagent_type: "a" }, followed],
  ])("%s: %s", (event, by, fields, answer) => {
    const line = "bridge run --host cursor --from claude-code --".split(" ");
    const hook = hookOf("denies.sh", `cat > /dev/null; ${by}`);
    const input = JSON.stringify({ hook_event_name: event, cursor_version: "2.0.0", ...fields });
    const args = [join(folder, "cli/main.js"), ...line, hook];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      input,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual(answer);
  });
});
