import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openLedger } from "../../src/trace/index.js";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

let folder = "";
let user = "";

function write(path: string, content: string | object, mode = 0o644): void {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  writeFileSync(file, text, { mode });
}

const command = (line: string, more: object = {}): object => ({
  type: "command",
  command: line,
  ...more,
});
const group = (matcher: string, ...hooks: readonly object[]): object => ({ matcher, hooks });

/** A project with hooks of four hosts, in which nearly everything is wrong that can be. */
beforeAll(() => {
  const root = temporaryFolder();
  folder = join(root, "project");
  user = join(root, "user");
  process.env["SNAPHOOK_HOME"] = join(user, ".snaphook");
  process.env["HOME"] = user;
  const guard = "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh";
  write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 2\n", 0o755);
  write(".claude/hooks/plain.sh", "exit 0\n");
  write(".claude/hooks/odd.sh", "#!/usr/bin/env no-such-interpreter\n", 0o755);
  write(".claude/settings.json", {
    hooks: {
      PreToolUse: [
        group("bash", command(guard), command("node .claude/hooks/other.mjs")),
        group("Bash(rm *)", command("./rule.sh")),
        group("Bash", command(guard, { timeout: 60_000 })),
        group("Write", command("node .claude/hooks/gone.mjs"), command(".claude/hooks/plain.sh")),
        group("Edit", command(".claude/hooks/odd.sh"), command("no-such-program --check")),
        group("Read", command("command -v no-such-program && no-such-program")),
      ],
      PostTooluse: [{ hooks: [command("true")] }],
    },
  });
  write(".codex/hooks.json", {
    hooks: { PreToolUse: [group("Bash", command("true")), { hooks: [command("true")] }] },
  });
  write(".cursor/hooks.json", {
    version: 1,
    hooks: { beforeShellExecution: [{ command: "./.claude/hooks/guard.sh" }] },
  });
  write(".gemini/settings.json", {
    hooks: { BeforeTool: [{ hooks: [command("true", { timeout: 30 })] }] },
  });
  write(".snaphook/settings.json", {
    hooks: { Stop: [{ hooks: [{ name: "own", command: "true" }] }] },
  });
});

interface Data {
  readonly findings: readonly {
    code: string;
    severity: string;
    host?: string;
    hook?: string;
    message: string;
    line: number | null;
    fix?: object;
  }[];
  readonly health: { readonly keeper: boolean; readonly ledger: object | null };
  readonly timings: readonly {
    readonly name: string;
    readonly p50: number;
    readonly p95: number;
  }[];
}

function doctor(...args: readonly string[]): Data & { readonly status: number | null } {
  const { stdout, status } = snaphook(["doctor", "--json", ...args], { cwd: folder });
  return { ...(JSON.parse(stdout) as Data), status };
}

test("every finding has its code, host, hook and reason, and the exit code is 1", () => {
  const { findings, health, status } = doctor();
  expect(status).toBe(1);
  expect(health).toMatchObject({ keeper: true, ledger: null });
  const bash = 'matcher "bash" matches no tool; did you mean "Bash"?';
  expect(
    findings.map(
      ({ code, severity, host, hook, message }) =>
        `${severity} ${code} ${host} ${hook}: ${message}`,
    ),
  ).toEqual([
    `error host-config-ignored claude-code guard.sh (project:PreToolUse:0.0): ${bash}`,
    `error host-config-ignored claude-code other.mjs: ${bash}`,
    "error host-config-ignored claude-code rule.sh: Bash(rm *) is a permission rule; a matcher takes names of tools; did you mean Bash?",
    "warning timeout-unit claude-code guard.sh (project:PreToolUse:2.0): 60000 seconds, which is 17 hours; did you mean 60?",
    "error host-config-ignored claude-code true: PostTooluse is not known; did you mean PostToolUse?",
    "error program-missing claude-code odd.sh: no-such-interpreter is not installed; exit code 127: the host continues without the hook: first line of .claude/hooks/odd.sh",
    "error program-missing claude-code no-such-program --check: no-such-program is not installed; exit code 127: the host continues without the hook",
    "warning timeout-unit gemini true: 30 milliseconds; did you mean 30000?",
    "warning host-config-ignored codex true (project:PreToolUse:0.0): the project is not trusted in the user's config.toml",
    "warning host-config-ignored codex true (project:PreToolUse:1.0): the project is not trusted in the user's config.toml",
    // Also of hooks that never run as they are: both faults are to be fixed.
    "info guard-fails-open claude-code guard.sh (project:PreToolUse:0.0): If this guard crashes, times out or cannot start, claude-code runs the tool anyway.",
    "error script-missing claude-code other.mjs: The script .claude/hooks/other.mjs does not exist: node ends with 1, so that claude-code reports an error at most, and goes on without the hook.",
    "error script-missing claude-code rule.sh: The script ./rule.sh does not exist: the shell ends with 127, so that claude-code reports an error at most, and goes on without the hook.",
    "info guard-fails-open claude-code guard.sh (project:PreToolUse:2.0): If this guard crashes, times out or cannot start, claude-code runs the tool anyway.",
    "error script-missing claude-code gone.mjs: The script .claude/hooks/gone.mjs does not exist: node ends with 1, so that claude-code reports an error at most, and goes on without the hook.",
    "error script-not-executable claude-code plain.sh: .claude/hooks/plain.sh is not executable: the shell ends with 126, and claude-code goes on without the hook.",
    "info guard-fails-open cursor guard.sh: If this guard crashes, times out or cannot start, cursor runs the tool anyway.",
    "warning hook-unapproved snaphook own: nobody has approved it",
  ]);
  expect(
    findings.find(({ code, host }) => code === "guard-fails-open" && host === "cursor")?.fix,
  ).toEqual({ safety: "safe", description: 'add "failClosed": true to the entry' });
});

test("the page groups hooks by cause, errors first, and folds at words", () => {
  const { stdout } = snaphook(["doctor", "--host", "claude-code"], { cwd: folder, columns: 40 });
  const blocks = stdout.split("\n\n");
  expect(blocks[1]).toBe(
    [
      "error This host never runs this hook",
      "[host-config-ignored]",
      '  claude-code: matcher "bash" matches no',
      "               tool; did you mean",
      '               "Bash"?',
      "    .claude/settings.json:5",
      "        guard.sh (PreToolUse bash)",
      "    .claude/settings.json:5",
      "        other.mjs (PreToolUse bash)",
      '  fix: Change `matcher` to "Bash", or',
      "       remove this entry.",
    ].join("\n"),
  );
  const ranks = ["error", "warning", "note"];
  const order = blocks.map((block) => ranks.indexOf(block.split(" ", 1)[0] ?? ""));
  const named = order.filter((rank) => rank >= 0);
  expect(named).toEqual(named.toSorted((one, other) => one - other));
  const tooLong = (line: string): boolean => line.length > 40 && line.trim().includes(" ");
  expect(stdout.split("\n").filter(tooLong)).toEqual([]);
});

/** Twenty runs of a hook in this folder, the slowest of 3 s, and a line that nobody has written. */
function fillLedger(file: string): void {
  const ledger = openLedger({ file });
  const hook = { id: "claude-code/project:PreToolUse:2.0", name: "guard.sh" };
  const at = `${join(folder, ".claude/settings.json")}:30`;
  for (let index = 1; index <= 20; index++) {
    const eventId = `e-${index}`;
    ledger.append({ type: "event", eventId, event: "PreToolUse", payload: { cwd: folder } });
    ledger.append({ type: "run", eventId, ...hook, at, ms: index < 19 ? 40 : 3000 });
    ledger.append({ type: "event", eventId: `f-${index}`, payload: { cwd: "/elsewhere" } });
    ledger.append({ type: "run", eventId: `f-${index}`, id: "x", name: "x", at: "y:1", ms: 9000 });
  }
  ledger.close();
  appendFileSync(file, "not a record\n");
}

/** What Claude Code and Codex write down, and what is broken, of others and of no hook. */
function writeTranscripts(): void {
  const time = (day: number): object => ({ timestamp: `2026-05-0${day}T00:00:00Z` });
  const attached = (attachment: object, day: number): string =>
    JSON.stringify({ type: "attachment", attachment, ...time(day) });
  const failed = { type: "hook_non_blocking_error", hookName: "PreToolUse:Bash", exitCode: 127 };
  const lines = [
    attached({ ...failed, command: "guard.sh", stderr: "guard.sh: not found\nmore" }, 1),
    attached({ ...failed, command: "guard.sh", stderr: "guard.sh: not found" }, 3),
    attached(
      {
        type: "hook_cancelled",
        hookName: "Stop",
        command: "slow.sh",
        timedOut: true,
        timeoutMs: 5000,
      },
      2,
    ),
    attached({ type: "hook_cancelled", hookName: "Stop", command: "by the user" }, 2),
    attached({ type: "hook_success", hookName: "Stop", command: "fine.sh" }, 2),
    '{"type":"attachment","attachment":{"type":"hook_non_blocking_error"',
    `{"type":"user","message":"${"hook_non_blocking_error ".repeat(100_000)}"}`,
    "\u0000\u0001 hook_non_blocking_error",
  ];
  const projects = join(user, ".claude/projects");
  mkdirSync(join(projects, "one/subagents"), { recursive: true });
  writeFileSync(join(projects, "one/a.jsonl"), lines.join("\n"));
  writeFileSync(join(projects, "one/subagents/b.jsonl"), `${lines[0]}\n`);
  const sessions = join(user, ".codex/sessions/2026/05/01");
  mkdirSync(sessions, { recursive: true });
  const run = {
    status: "failed",
    event_name: "pre_tool_use",
    source_path: "/x/hooks.json",
    entries: [],
  };
  writeFileSync(
    join(sessions, "rollout.jsonl"),
    `${JSON.stringify({ type: "event_msg", payload: { type: "hook_completed", run }, ...time(1) })}\n`,
  );
}

test("slow hooks by the ledger, its damage, failures by transcripts, and an unsafe folder", () => {
  fillLedger(join(user, ".snaphook/ledger.jsonl"));
  writeTranscripts();
  chmodSync(join(user, ".snaphook"), 0o777);
  const { findings, timings } = doctor("--mine");
  chmodSync(join(user, ".snaphook"), 0o700);
  expect(timings).toMatchObject([{ name: "guard.sh", runs: 20, p50: 40, p95: 3000 }]);
  const codes = ["hook-slow", "ledger-damaged", "hook-failed-unseen", "home-unsafe"];
  expect(
    findings
      .filter(({ code }) => codes.includes(code))
      .map(({ code, message }) => `${code}: ${message}`),
  ).toEqual([
    "hook-slow: p50 40 ms, p95 3000 ms in 20 runs",
    "ledger-damaged: line 83: not a whole record",
    "hook-failed-unseen: PreToolUse:Bash: guard.sh failed 3 times in 2 sessions, last 2026-05-03: exit code 127: guard.sh: not found",
    "hook-failed-unseen: Stop: slow.sh failed once in 1 session, last 2026-05-02: timed out after 5 s",
    "hook-failed-unseen: pre_tool_use: /x/hooks.json failed once in 1 session, last 2026-05-01: failed",
    "home-unsafe: others can write to it (mode 777)",
  ]);
});

test.each([
  [["--host", "nope"], 2, "--host nope: known are snaphook, claude-code"],
  [["--host", "claude-code@0.0.1"], 2, "--host claude-code@0.0.1: known are"],
  [["extra"], 2, "doctor takes no words, not extra"],
])("%j is an error of usage", (args, status, said) => {
  const ran = snaphook(["doctor", ...args], { cwd: folder });
  expect({ status: ran.status, said: ran.stderr.includes(said) }).toEqual({ status, said: true });
});

test("where nothing is configured it says so, and the exit code is 0", () => {
  const empty = join(folder, "../empty");
  mkdirSync(empty);
  process.env["SNAPHOOK_HOME"] = join(empty, ".snaphook");
  process.env["HOME"] = empty;
  const { status, stdout } = snaphook(["doctor"], { cwd: empty });
  expect({ status, page: stdout.replace(/ {2}version .*\n/, "") }).toEqual({
    status: 0,
    page: [
      "0 errors, 0 warnings, 0 notes in 0 hooks of 0 hosts",
      "",
      "configuration",
      "  No host has settings for this folder or this user.",
      "snaphook",
      `  folder      ${join(empty, ".snaphook")}: not there yet`,
      "  keeper      starts",
      "  ledger      none yet",
      "",
    ].join("\n"),
  });
});
