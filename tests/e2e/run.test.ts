import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

/** A project with a guard, and a home of its own so that nobody's settings are in the way. */
function project(settings: unknown): string {
  const folder = temporaryFolder();
  process.env["SNAPHOOK_HOME"] = join(folder, "home");
  mkdirSync(join(folder, ".snaphook"));
  const text = typeof settings === "string" ? settings : JSON.stringify(settings, null, 2);
  writeFileSync(join(folder, ".snaphook/settings.json"), text);
  return folder;
}

const guard = {
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash",
        if: { command: "*rm *" },
        hooks: [{ type: "command", name: "guard", command: "touch ran; echo 'no rm' >&2; exit 2" }],
      },
    ],
  },
};
const rm = ["run", "PreToolUse", "--tool", "Bash", "--input", "command=rm -rf build"];

test("with --trust-project the hooks run, and the decision and the texts are shown", () => {
  const folder = project(guard);
  const { status, stdout, stderr } = snaphook([...rm, "--trust-project"], { cwd: folder });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("ran guard: exit code 2");
  expect(stdout).toContain(".snaphook/settings.json:");
  expect(stdout).toContain("PreToolUse in wave: BLOCK (permission: deny)");
  expect(stdout).toContain("to the model: no rm");
});

test("a text that nobody sees: where it is, and what would be seen", () => {
  const folder = project({
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo hello" }] }] },
  });
  const { stdout } = snaphook([...rm, "--trust-project"], { cwd: folder });
  expect(stdout).toContain("to the log: hello");
  expect(stdout).toContain("Snaphook writes this to its log only; to reach the model: ");
});

test("without it nothing of the project runs, it is said, and the exit code is 3", () => {
  const folder = project(guard);
  const { status, stdout, stderr } = snaphook([...rm, "--json"], { cwd: folder });
  expect(status).toBe(3);
  expect(stderr).toContain("run them once with --trust-project");
  const reading = JSON.parse(stdout) as object;
  expect(reading).toMatchObject({
    outcome: "proceed",
    hooks: [
      { file: join(folder, ".snaphook/settings.json"), line: null, ran: false, skipped: "trust" },
    ],
  });
  expect(() => statSync(join(folder, "ran"))).toThrow(/ENOENT/);
});

test("--json is one flat object: the reading, and each hook with its place, run and time", () => {
  const folder = project(guard);
  const { status, stdout } = snaphook([...rm, "--trust-project", "--json"], { cwd: folder });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: "block",
    permission: "deny",
    toModel: [{ text: "no rm", hook: "guard" }],
    hooks: [
      {
        id: "project:PreToolUse:0.0",
        file: join(folder, ".snaphook/settings.json"),
        line: expect.any(Number) as number,
        ran: true,
        run: { exit: 2, stdout: "", stderr: "no rm\n" },
        ms: expect.any(Number) as number,
      },
    ],
  });
});

test("an event that nothing knows is a mistake, and the one that was meant is named", () => {
  const { status, stdout, stderr } = snaphook(["run", "PreToolUs"], { cwd: project(guard) });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('unknown event "PreToolUs"; did you mean PreToolUse?');
  // An event of the host's own is one that a hook is attached to, or that a payload was recorded of.
  const own = { hooks: { Deployed: [{ hooks: [{ type: "json", json: {} }] }] } };
  const folder = project(JSON.stringify(own));
  expect(snaphook(["run", "Deployed", "--trust-project"], { cwd: folder }).status).toBe(0);
  const input = '{"hook_event_name":"PreToolUs"}';
  const recorded = ["run", "PreToolUs", "--payload", "-", "--trust-project"];
  expect(snaphook(recorded, { cwd: folder, input }).status).toBe(0);
});

test("rules and hooks that observe are named among those who said something", () => {
  const allow = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { command: "rm -rf x" },
    },
  };
  const hooks = [
    { name: "rewrites", type: "json", json: allow },
    { name: "new guard", command: "grep -q rm && exit 2; true", on: "final", observe: true },
  ];
  const settings = { permissions: { deny: ["Bash(rm *)"] }, hooks: { PreToolUse: [{ hooks }] } };
  const { stdout } = snaphook(
    ["run", "PreToolUse", "--tool", "Bash", "--input", "command=ls", "--trust-project"],
    { cwd: project(JSON.stringify(settings)) },
  );
  expect(stdout).toContain("PreToolUse in wave: BLOCK (permission: deny)");
  expect(stdout).toContain("    rewrites: allow (JSON answer) · deny outranks allow");
  expect(stdout).toContain("    new guard: would have said deny (exit code) · it only observes");
  expect(stdout).toContain("  ▶ permission rules: deny (permission rule)");
  expect(stdout).toContain("input not rewritten by rewrites: the operation does not happen");
  expect(stdout).toMatch(/ran new guard: exit code 2 in \d+ ms, observes: it has no effect/);
});

test("a hook that does not match the event is named with the reason", () => {
  const folder = project(guard);
  const { stdout } = snaphook(
    ["run", "PreToolUse", "--tool", "Bash", "--input", "command=ls", "--trust-project"],
    { cwd: folder },
  );
  expect(stdout).toContain("skipped guard: command: the glob *rm * does not match");
});

test("a store that cannot be used is listed once, with the file and what to do", () => {
  const folder = project(guard);
  const home = temporaryFolder();
  process.env["SNAPHOOK_HOME"] = home;
  const store = join(home, "trust.json");
  writeFileSync(store, "garbage", { mode: 0o600 });
  const { status, stdout, stderr } = snaphook([...rm, "--json"], { cwd: folder });
  expect(status).toBe(3);
  expect(stderr).toContain(`it is unknown what was approved: ${store} is not JSON`);
  expect(JSON.parse(stdout)).toMatchObject({
    problems: [{ code: "trust-unusable", found: `${store} is not JSON` }],
  });
  const shown = snaphook(rm, { cwd: folder }).stdout;
  expect(shown.split("[trust-unusable]")).toHaveLength(2);
  expect(shown).toContain(`\n    ${store} is not JSON\n    fix: Repair the file`);
});

test("one bad entry is shown with file, line, field and fix, and the others run", () => {
  const folder = project(`{
  // a comment
  "hooks": { "PreToolUse": [
    { "hooks": [ { "type": "command", "comand": "true" } ] },
    { "hooks": [ { "type": "command", "command": "exit 2" } ] }
  ] }
}`);
  const { stdout } = snaphook([...rm, "--trust-project"], { cwd: folder });
  expect(stdout).toContain("PreToolUse in wave: BLOCK");
  expect(stdout).toContain("settings.json:4");
  expect(stdout).toContain("did you mean: command");
});

test("everything is in the ledger, which only its owner can read", () => {
  const folder = project(guard);
  snaphook([...rm, "--trust-project"], { cwd: folder });
  const file = join(folder, "home/ledger.jsonl");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const types = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(["open", "event", "run", "verdict", "close"]);
});

test.each<[string, string[], RegExp]>([
  ["no event", ["run"], /which event\? For example: snaphook run PreToolUse/],
  ["two events", ["run", "Stop", "Stop"], /one event at a time, not also Stop/],
  ["an input that is no pair", ["run", "Stop", "--input", "x"], /--input x: write it as KEY=VALUE/],
  [
    "a payload and a tool",
    ["run", "Stop", "--payload", "package.json", "--tool", "Bash"],
    /not both/,
  ],
  [
    "a missing payload",
    ["run", "Stop", "--payload", "nowhere.json"],
    /cannot read nowhere\.json: there is no such file/,
  ],
  ["an unknown dialect", ["run", "Stop", "--dialect", "x"], /unknown dialect "x"/],
])("%s is said in one line and ends with 2", (_name, args, message) => {
  const { status, stderr } = snaphook(args);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(status).toBe(2);
});
