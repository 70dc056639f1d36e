import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { interpret } from "../../src/core.js";
import { snaphook, type Ran } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not here",
  },
});

test("hosts lists the events side by side, and all of one host", () => {
  expect(snaphook(["hosts"]).stdout).toMatch(/PreToolUse +PreToolUse +BeforeTool +PreToolUse/);
  expect(snaphook(["hosts", "cursor"]).stdout).toContain("beforeShellExecution");
  const data = JSON.parse(snaphook(["hosts", "codex", "--json"]).stdout) as object[];
  expect(data).toMatchObject([{ name: "codex", version: "0.166.0", basis: "observed" }]);
  const wrong = snaphook(["hosts", "emacs"]);
  expect(wrong).toMatchObject({ status: 2, stdout: "" });
  expect(wrong.stderr).toContain(
    "known are: claude-code, gemini, codex, cursor, copilot, qwen-code, wave",
  );
});

test("hosts --json has the same keys for every event of every host", () => {
  const data = JSON.parse(snaphook(["hosts", "--json"]).stdout) as {
    events: Record<string, object>;
  }[];
  const keys = data.flatMap(({ events }) => Object.values(events).map((row) => Object.keys(row)));
  expect(new Set(keys.map((row) => row.join(" ")))).toEqual(
    new Set(["canonical subject exitTwo text fields"]),
  );
});

test.each([40, 60, 80])("on %d columns hosts and help break no line inside a word", (columns) => {
  for (const args of [["hosts"], ["hosts", "cursor"], ["hosts", "--help"], ["--help"]]) {
    const { stdout } = snaphook(args, { columns });
    const rows = stdout.split("\n").filter((row) => row.length > columns);
    expect(rows.filter((row) => row.trim().includes(" "))).toEqual([]);
  }
  const words = (text: string): string[] => text.split(/\s+/);
  const folded = snaphook(["hosts", "cursor"], { columns }).stdout;
  expect(words(folded)).toEqual(words(snaphook(["hosts", "cursor"]).stdout));
});

test("hosts --config shows the hooks of other hosts with their places, and which are ignored", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, ".claude"));
  writeFileSync(
    join(root, ".claude/settings.json"),
    `{\n  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [\n    { "type": "command", "command": "./guard.sh" }] }],\n    "Nothing": [{ "hooks": [{ "type": "command", "command": "./x" }] }] }\n}\n`,
  );
  const { status, stdout } = snaphook(["hosts", "claude-code", "--config"], { cwd: root });
  expect(status).toBe(1);
  expect(stdout).toMatch(/runs +PreToolUse \[Bash\]: \.\/guard\.sh .*settings\.json:3/);
  expect(stdout).toMatch(/Nothing/);
  expect(snaphook(["hosts", "emacs", "--config"], { cwd: root }).status).toBe(2);
  rmSync(root, { recursive: true });
});

test("hosts --config names the fix in the file's own values", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, ".claude"));
  const hooks = (type: string): object[] => [{ type, command: "./guard.sh" }];
  const groups = [
    { matcher: "bash", hooks: hooks("command") },
    { matcher: "Bash", hooks: hooks("comand") },
  ];
  writeFileSync(
    join(root, ".claude/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: groups } }),
  );
  const { stdout } = snaphook(["hosts", "claude-code", "--config"], { cwd: root });
  expect(stdout.split('matcher "bash" matches no tool; did you mean "Bash"?')).toHaveLength(2);
  expect(stdout).toContain(
    'fix: Change `type` to "command". Until then, no hook in this file runs.',
  );
  rmSync(root, { recursive: true });
});

describe("bridge", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
    process.env["SNAPHOOK_HOME"] = join(cwd, "home");
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  /** A hook that keeps what it is told. */
  function hook(lines: string): void {
    writeFileSync(join(cwd, "hook.sh"), `#!/bin/sh\ncat > told.json\n${lines}\n`);
    chmodSync(join(cwd, "hook.sh"), 0o755);
  }
  const reported = (): unknown => JSON.parse(readFileSync(join(cwd, "told.json"), "utf8"));
  const run = (host: string, payload: object, ...more: readonly string[]): Ran =>
    snaphook(
      ["bridge", "run", "--host", host, "--from", "claude-code", ...more, "--", "./hook.sh"],
      {
        cwd,
        input: JSON.stringify(payload),
      },
    );

  const calls = {
    codex: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm x" } },
    gemini: {
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command: "rm x" },
    },
    cursor: { hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "rm x" } },
    copilot: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm x" } },
    "qwen-code": {
      hook_event_name: "PreToolUse",
      tool_name: "run_shell_command",
      tool_input: { command: "rm x" },
    },
  };

  test.each(Object.entries(calls))("a hook for Claude Code denies under %s", (host, payload) => {
    hook(`echo '${deny}'`);
    const { status, stdout, stderr } = run(host, payload);
    expect(reported()).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "rm x" },
    });
    const reading = interpret({
      dialect: host,
      event: payload.hook_event_name,
      payload: { ...payload },
      runs: [{ exit: status ?? 0, stdout, stderr }],
    });
    expect(reading.outcome).toBe("block");
    expect(stdout + stderr).toContain("not here");
  });

  test("no opinion is no output; in Cursor, where with failClosed that has failed, an empty object", () => {
    hook("exit 0");
    expect(run("gemini", calls.gemini)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(run("cursor", calls.cursor)).toEqual({ status: 0, stdout: "{}", stderr: "" });
  });

  test("a rewrite comes back in the host's own words, or is reported as lost", () => {
    const rewrite = {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "ls" },
      },
    };
    hook(`echo '${JSON.stringify(rewrite)}'`);
    const { status, stdout } = run("gemini", calls.gemini, "--log", "lost.jsonl");
    const reading = interpret({
      dialect: "gemini",
      event: "BeforeTool",
      payload: calls.gemini,
      runs: [{ exit: status ?? 1, stdout }],
    });
    expect(reading.input).toEqual({ command: "ls" });
    expect(readFileSync(join(cwd, "lost.jsonl"), "utf8")).toContain("permission");
  });

  test.each<[string, string, readonly string[], string]>([
    ["no event", "{}", ["--host", "codex", "--from", "claude-code"], "does not name its event"],
    [
      "a camelCase event of Copilot",
      '{"toolName":"bash","toolArgs":"{}"}',
      ["--host", "copilot", "--from", "claude-code"],
      "does not name its event, as always for camelCase names such as preToolUse; register the hook under one of: PreToolUse, ",
    ],
    [
      "no JSON",
      "hello",
      ["--host", "codex", "--from", "claude-code"],
      "the payload on standard input is not valid JSON",
    ],
    [
      "a log that cannot be written",
      "{}",
      ["--host", "codex", "--from", "claude-code", "--log", "/no/such/folder/log"],
      "--log /no/such/folder/log cannot be written",
    ],
    ["no host", "{}", ["--from", "claude-code"], "which host? Give --host"],
    ["an unknown host", "{}", ["--host", "x", "--from", "codex"], "--host x: unknown host"],
    [
      "an unknown version",
      "{}",
      ["--host", "codex@9", "--from", "codex"],
      "unknown host or version",
    ],
  ])("%s ends with 2 and nothing runs", (_name, input, options, message) => {
    hook("exit 0");
    const ran = snaphook(["bridge", "run", ...options, "--", "./hook.sh"], { cwd, input });
    expect(ran).toMatchObject({ status: 2, stdout: "" });
    expect(ran.stderr).toContain(message);
    expect(existsSync(join(cwd, "told.json"))).toBe(false);
  });

  test("fire asks this project's own hooks; those nobody has approved are announced", () => {
    mkdirSync(join(cwd, "project/.snaphook"), { recursive: true });
    const hooks = [{ name: "guard", command: "echo not this one >&2; exit 2" }];
    writeFileSync(
      join(cwd, "project/.snaphook/settings.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
    );
    const fire = (): Ran =>
      snaphook(["bridge", "fire", "--host", "gemini"], {
        cwd: join(cwd, "project"),
        input: JSON.stringify(calls.gemini),
      });
    const before = fire();
    expect(before.status).toBe(0);
    expect(before.stdout).toContain("they are not approved");
    snaphook(["trust", "approve", "--all"], { cwd: join(cwd, "project") });
    expect(fire()).toEqual({ status: 2, stdout: "", stderr: "not this one" });
  });

  describe("install", () => {
    const settings = (): string => join(cwd, "project/.codex/hooks.json");
    const bridge = (...args: readonly string[]): Ran =>
      snaphook(["bridge", ...args], { cwd: join(cwd, "project") });
    beforeEach(() => {
      mkdirSync(join(cwd, "project/.snaphook"), { recursive: true });
      const hooks = {
        Stop: [{ hooks: [{ command: "true" }] }],
        PostToolUseFailure: [{ hooks: [{ command: "true" }] }],
      };
      writeFileSync(join(cwd, "project/.snaphook/settings.json"), JSON.stringify({ hooks }));
    });

    test("shows the difference and writes nothing without a yes", () => {
      const { status, stdout, stderr } = bridge("install", "codex");
      expect(status).toBe(3);
      expect(stdout).toMatch(/^\+ +"command": "'.*fire\.sh' --node '.*' --host codex"/m);
      expect(stdout).not.toContain("trusted_hash");
      expect(stderr).toContain("codex has no event for PostToolUseFailure");
      expect(existsSync(settings())).toBe(false);
    });

    test("keeps what is there, can be done twice, and is undone to the byte", () => {
      mkdirSync(join(cwd, "project/.codex"));
      const before =
        '{\n\t"hooks": { "Stop": [ { "hooks": [{"type":"command","command":"./mine"}] } ] }\n}';
      writeFileSync(settings(), before);
      expect(bridge("install", "codex", "--yes")).toMatchObject({ status: 0 });
      const once = readFileSync(settings(), "utf8");
      expect(once).toContain("./mine");
      expect(once).toContain(" --host codex");
      expect(bridge("install", "codex", "--yes").stdout).toContain("nothing to change");
      expect(readFileSync(settings(), "utf8")).toBe(once);
      expect(bridge("uninstall", "codex", "--yes")).toMatchObject({ status: 0 });
      expect(readFileSync(settings(), "utf8")).toBe(before);
    });

    test("a file that only its owner may read stays so", () => {
      mkdirSync(join(cwd, "project/.codex"));
      writeFileSync(settings(), "{}", { mode: 0o600 });
      expect(bridge("install", "codex", "--yes")).toMatchObject({ status: 0 });
      expect((statSync(settings()).mode & 0o777).toString(8)).toBe("600");
    });

    test("a file that was not there is gone again; one that somebody has written since keeps that", () => {
      expect(bridge("install", "codex", "cursor", "--yes").status).toBe(0);
      const text = readFileSync(settings(), "utf8");
      writeFileSync(settings(), text.replace("{", '{ "description": "mine",'));
      expect(bridge("uninstall", "codex", "cursor", "--yes").status).toBe(0);
      expect(existsSync(join(cwd, "project/.cursor/hooks.json"))).toBe(false);
      expect(readFileSync(settings(), "utf8")).toContain("mine");
      expect(readFileSync(settings(), "utf8")).not.toContain("--host");
    });

    test("Copilot names the event under its PascalCase names alone: only these are registered", () => {
      const hooks = {
        PreToolUse: [{ hooks: [{ command: "true" }] }],
        SubagentStart: [{ hooks: [{ command: "true" }] }],
      };
      writeFileSync(join(cwd, "project/.snaphook/settings.json"), JSON.stringify({ hooks }));
      const { status, stderr } = bridge("install", "copilot", "--yes");
      expect([status, stderr.split("\n")[0]]).toEqual([
        0,
        "snaphook: copilot has no event for SubagentStart whose payload names it: not registered",
      ]);
      const written = readFileSync(join(cwd, "project/.github/hooks/snaphook.json"), "utf8");
      expect(Object.keys((JSON.parse(written) as { hooks: object }).hooks)).toEqual(["PreToolUse"]);
    });

    test("tells what Codex wants to have approved", () => {
      const { stdout } = bridge("install", "codex", "--yes");
      expect(stdout).toMatch(/hooks\.json:stop:0:0"\]/);
      expect(stdout).toMatch(/trusted_hash = "sha256:[0-9a-f]{64}"/);
    });

    test.each([
      [["install"], "which hosts?"],
      [["install", "emacs"], "unknown host emacs"],
      [["explode"], "there is no explode"],
    ])("%j ends with 2", (args, message) => {
      const ran = bridge(...args);
      expect(ran.status).toBe(2);
      expect(ran.stderr).toContain(message);
    });

    test("a file that is no JSON is not touched", () => {
      mkdirSync(join(cwd, "project/.codex"));
      writeFileSync(settings(), "{ hooks");
      const ran = bridge("install", "codex", "--yes");
      expect(ran.status).toBe(2);
      expect(ran.stderr).toContain("it is not a JSON object");
      expect(readFileSync(settings(), "utf8")).toBe("{ hooks");
    });
  });
});
