import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { snaphook, type Ran } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

const { HOME, SNAPHOOK_HOME } = process.env;
let root: string;
let cwd: string;
afterEach(() => {
  // Other files share this process.
  Object.assign(process.env, { HOME, SNAPHOOK_HOME });
  if (SNAPHOOK_HOME === undefined) delete process.env["SNAPHOOK_HOME"];
});
beforeEach(() => {
  root = temporaryFolder();
  cwd = join(root, "project");
  mkdirSync(join(cwd, ".wave"), { recursive: true });
  mkdirSync(join(root, "user"));
  process.env["SNAPHOOK_HOME"] = join(root, "home");
  process.env["HOME"] = join(root, "user");
});

const file = (): string => join(cwd, ".wave/settings.json");
function write(path: string, settings: unknown): void {
  const text = typeof settings === "string" ? settings : JSON.stringify(settings, null, 2);
  mkdirSync(join(cwd, path, ".."), { recursive: true });
  writeFileSync(join(cwd, path), text);
}
const on = (event: string, command: string, more: object = {}): object => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command, ...more }] }] },
});
const guard = on("PreToolUse", "echo 'no rm' >&2; exit 2");
const rm = ["run", "PreToolUse", "--tool", "Bash", "--input", "command=rm -rf build"];
const ran = (args: readonly string[], input = ""): Ran => snaphook(args, { cwd, input });
const ledger = (): string => readFileSync(join(root, "home/ledger.jsonl"), "utf8");

describe("run and trust", () => {
  test("nobody has approved: named and skipped; reviewed, approved: it blocks; swapped: skipped again", () => {
    write("guard.sh", "exit 2\n");
    write(".wave/settings.json", on("PreToolUse", "sh ./guard.sh"));
    expect(ran([...rm, "--json"])).toMatchObject({ status: 3 });
    expect(ran(["trust"]).stdout).toContain(
      `new      project/wave:PreToolUse:0.0  guard.sh: nobody has approved it  ${file()}:6`,
    );
    expect(ran(["trust", "review"]).stdout).toContain('"command": "sh ./guard.sh"');
    expect(ran(["trust", "approve", "project/wave:PreToolUse:0.0"])).toMatchObject({ status: 0 });
    const { status, stdout } = ran(rm);
    expect(status).toBe(0);
    expect(stdout).toContain("ran guard.sh: exit code 2");
    expect(stdout).toContain(".wave/settings.json:6");
    expect(stdout).toContain("PreToolUse in wave: BLOCK");
    expect(ran(["trust", "lock"]).stdout).toContain("snaphook.lock pins 1 hook");
    write("guard.sh", "exit 0\n");
    expect(ran(["trust", "check"])).toMatchObject({ status: 3 });
    expect(ran(rm)).toMatchObject({ status: 3 });
  });

  test("one bad entry is shown with file, line, field and fix, and the others run", () => {
    write(
      ".wave/settings.json",
      `{ "hooks": { "PreToolUse": [
  { "hooks": [{ "type": "command", "comand": "true" }] },
  { "hooks": [{ "type": "command", "command": "exit 2" }] }
] } }`,
    );
    const { stdout } = ran([...rm, "--trust-project"]);
    expect(stdout).toContain("PreToolUse in wave: BLOCK");
    expect(stdout).toContain(`${file()}:2`);
    expect(stdout).toContain("did you mean: command");
  });

  test("a file that is no JSON is reported by trust as well: it has no hook that could be", () => {
    write(".wave/settings.json", '{\n "hooks": ');
    const { stderr } = ran(["trust"]);
    expect(stderr).toContain("settings-invalid-json");
    expect(stderr).toContain(`${file()}:2`);
  });

  test("the user's own file needs nobody's approval", () => {
    mkdirSync(join(root, "user/.wave"));
    writeFileSync(join(root, "user/.wave/settings.json"), JSON.stringify(guard));
    const { status, stdout } = ran([...rm, "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "block",
      hooks: [{ id: "user/wave:PreToolUse:0.0", file: join(root, "user/.wave/settings.json") }],
    });
  });

  test("settings without hooks are looked at once, and hooks that come later are asked about", () => {
    write(".wave/settings.local.json", { permissions: { allow: ["Bash(ls)"] } });
    expect(ran(rm)).toMatchObject({ status: 3 });
    expect(ran(["trust", "review"]).stdout).toContain("snaphook trust approve --all");
    expect(ran(["trust", "approve", "--all"]).stdout).toContain("no hooks of its own");
    expect(ran(rm)).toMatchObject({ status: 0 });
    write(".wave/settings.json", on("PreToolUse", "touch pwned"));
    expect(ran(rm)).toMatchObject({ status: 3 });
    expect(existsSync(join(cwd, "pwned"))).toBe(false);
    expect(ran(["trust", "revoke", "--all"])).toMatchObject({ status: 0 });
    expect(ran(["trust", "review"]).stdout).toContain("touch pwned");
  });

  test("an async hook is run to its end, without a vote, and one that tries to block is reported", () => {
    write("guard.sh", "sleep 0.2; echo x > made; exit 2\n");
    write(".wave/settings.json", on("PreToolUse", "sh ./guard.sh", { async: true }));
    const { status, stdout } = ran([...rm, "--trust-project"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/ran guard\.sh: exit code 2 in \d+ ms, async: it has no vote/);
    expect(stdout).toContain("PreToolUse in wave: PROCEED");
    expect(stdout).toContain("hook-async-guard");
    expect(stdout).toContain(".wave/settings.json:6");
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(ledger()).toContain('"type":"start"');
  });
});

describe("the agent", () => {
  const turns = [
    { say: "I will.", calls: [{ tool: "Bash", input: { command: "echo ran" } }] },
    { say: "Done." },
  ];
  const agent = (...args: readonly string[]): Ran => {
    writeFileSync(join(root, "script.json"), JSON.stringify({ turns }));
    return ran(["agent", "--model", `script:${join(root, "script.json")}`, "-p", "go", ...args]);
  };
  const allowed = ["--allow", "Bash(echo *)"];

  test("does nothing before the hooks are approved, and obeys them then", () => {
    write(".wave/settings.json", guard);
    const stranger = agent(...allowed);
    expect(stranger).toMatchObject({ status: 3 });
    expect(stranger.stderr).toContain(file());
    ran(["trust", "approve", "--all"]);
    const { stderr } = agent(...allowed);
    expect(stderr).toBe("Bash: blocked: echo ran\n  echo 'no rm' >&2; exit 2: no rm\n");
  });

  test("an async guard is reported at the next event, and stops nothing", () => {
    write("guard.sh", "echo $HOOK_EVENT > made; exit 2\n");
    const isRecorded = `grep -q '"type":"run".*guard.sh' '${join(root, "home/ledger.jsonl")}'`;
    write(".wave/settings.json", {
      hooks: {
        PreToolUse: [{ hooks: [{ type: "command", command: "sh ./guard.sh", async: true }] }],
        Stop: [
          { hooks: [{ type: "command", command: `until ${isRecorded}; do sleep 0.1; done` }] },
        ],
      },
    });
    const { status, stderr } = agent(...allowed, "--trust-project");
    expect(status).toBe(0);
    expect(stderr).toContain("Bash: done");
    expect(readFileSync(join(cwd, "made"), "utf8")).toBe("PreToolUse\n");
    expect(stderr).toContain("deny on PreToolUse, from a hook that nobody waits for");
    expect(stderr).toContain("Remove `async` from the hook");
  });
});

describe("the bridge", () => {
  const pre = (more: object = {}): string =>
    JSON.stringify({
      hook_event_name: "PreToolUse",
      session_id: "s",
      cwd,
      tool_name: "Bash",
      tool_input: { command: "rm -rf build" },
      ...more,
    });
  const said = (json: object): string => `echo '${JSON.stringify(json)}'`;

  test("run: a hook of Claude Code's under Wave, and one of Wave's under Codex", () => {
    const deny = said({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "not here",
      },
    });
    const run = (host: string, from: string, command: string, input: string): Ran =>
      ran(["bridge", "run", "--host", host, "--from", from, "--", "sh", "-c", command], input);
    expect(run("wave", "claude-code", deny, pre())).toMatchObject({
      status: 2,
      stderr: "not here",
    });
    const prompt = JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt: "drop it all" });
    const guardOfPrompts = `grep -q '"user_prompt":"drop' && { echo 'no drops' >&2; exit 2; }`;
    expect(run("codex", "wave", guardOfPrompts, prompt)).toMatchObject({
      status: 2,
      stderr: "no drops",
    });
  });

  test("run: a question is one for Wave, and a block for a Wave that reads exit codes only", () => {
    const ask = said({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" },
    });
    const { status, stdout, stderr } = ran(
      ["bridge", "run", "--host", "wave", "--from", "claude-code", "--", "sh", "-c", ask],
      pre(),
    );
    expect(status).toBe(2);
    expect(stderr).not.toBe("");
    const read = snaphook(["explain", "PreToolUse", "--exit", "2", "--json"], { input: stdout });
    expect(JSON.parse(read.stdout)).toMatchObject({ outcome: "ask" });
  });

  test("install, fire, uninstall: Snaphook's hooks run under Wave, Wave's own are left to Wave", () => {
    write(".snaphook/settings.json", guard);
    write(".wave/settings.json", on("PreToolUse", "touch twice"));
    const bridge = expect.stringMatching(/^'.*fire\.sh' --node '.*' --host wave$/) as string;
    const before = readFileSync(file(), "utf8");
    expect(ran(["bridge", "install", "wave", "--yes"])).toMatchObject({ status: 0 });
    const installed = JSON.parse(readFileSync(file(), "utf8")) as object;
    expect(installed).toMatchObject({
      hooks: {
        PreToolUse: [
          { hooks: [{ command: "touch twice" }] },
          { hooks: [{ type: "command", command: bridge }] },
        ],
      },
    });
    expect(ran(["trust", "approve", "--all"])).toMatchObject({ status: 0 });
    expect(ran(["bridge", "fire", "--host", "wave"], pre())).toMatchObject({
      status: 2,
      stderr: "no rm",
    });
    expect(existsSync(join(cwd, "twice"))).toBe(false);
    const found = ran(["hosts", "wave", "--config"]).stdout;
    expect(found).toContain("touch twice");
    expect(found).toContain(" --host wave");
    // In Snaphook itself the bridge is no hook: it would run everything a second time.
    const own = JSON.parse(ran([...rm, "--json"]).stdout) as { hooks: { name: string }[] };
    expect(own.hooks.map(({ name }) => name)).toEqual(["touch twice", "echo 'no rm' >&2; exit 2"]);
    expect(ran(["bridge", "uninstall", "wave", "--yes"])).toMatchObject({ status: 0 });
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  test("fire: Wave's hooks run under every other host", () => {
    write(".wave/settings.json", guard);
    ran(["trust", "approve", "--all"]);
    expect(ran(["bridge", "fire", "--host", "claude-code"], pre())).toMatchObject({
      status: 2,
      stderr: "no rm",
    });
  });

  test("hosts and explain --hosts know Wave", () => {
    expect(ran(["hosts", "wave"]).stdout).toContain("CwdChanged");
    const answers = ran(["explain", "PostToolUseFailure", "--hosts", "--exit", "2"]).stdout;
    expect(answers).toMatch(/wave +has no such event/);
    expect(ran(["explain", "PreToolUse", "--hosts", "--exit", "2"]).stdout).toMatch(
      /wave +block, permission deny \(PreToolUse\)/,
    );
  });
});
