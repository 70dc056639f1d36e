import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

let folder = "";

/** A project with two hooks of Claude Code, one of which never runs, and one of Snaphook's own. */
beforeAll(() => {
  folder = temporaryFolder();
  process.env["SNAPHOOK_HOME"] = join(folder, "home");
  process.env["HOME"] = join(folder, "user");
  mkdirSync(join(folder, ".claude"));
  mkdirSync(join(folder, ".snaphook"));
  const hook = (command: string): object => ({ type: "command", command });
  writeFileSync(
    join(folder, ".claude/settings.json"),
    JSON.stringify(
      {
        hooks: {
          PreToolUse: [
            { matcher: "Bash", hooks: [hook("echo quiet >&2 # guard.sh")] },
            { matcher: "Write", hooks: [hook('echo \'{"systemMessage":"seen"}\' # writes.sh')] },
            { matcher: "Read", hooks: [hook("no-such-tool run reads.py")] },
          ],
        },
      },
      null,
      2,
    ),
  );
  writeFileSync(
    join(folder, ".snaphook/settings.json"),
    JSON.stringify({
      hooks: {
        PreToolUse: [
          { hooks: [{ name: "no-rm", command: "echo never >&2; exit 2" }] },
          { matcher: "Write", hooks: [{ name: "of-writes", command: "true" }] },
        ],
      },
    }),
  );
  snaphook(["trust", "approve", "--all"], { cwd: folder });
});

const why = (...args: string[]): ReturnType<typeof snaphook> =>
  snaphook(["why", ...args], { cwd: folder });

test("of a hook whose program is not installed: that it cannot run here, and which it is", () => {
  const { stdout } = why("reads.py", "--tool", "Read");
  expect(stdout).toContain("can it run no: no-such-tool not installed, or not on the PATH;");
  expect(why("guard.sh").stdout).toContain("can it run yes\n");
});

test("of a hook: where it is, whether it runs for this call and why not", () => {
  const { stdout, status } = why("guard.sh", "--tool", "Write");
  expect(status).toBe(0);
  expect(stdout).toContain("where      .claude/settings.json:");
  expect(stdout).toContain("read by claude-code ");
  expect(stdout).toContain("event      PreToolUse, matcher Bash");
  expect(stdout).toContain("approved   yes");
  expect(stdout).toContain("PreToolUse of Write: it does not run: ");
  expect(stdout).toContain("last run   none in the ledger");
});

test("of the latest event: who decided, and where each text went", () => {
  snaphook(["run", "PreToolUse", "--tool", "Bash", "--host", "claude-code"], { cwd: folder });
  const { stdout } = why();
  expect(stdout).toMatch(/in claude-code@\S+: PROCEED/);
  expect(stdout).toContain("to the log: quiet");
  expect(stdout).toContain("to reach the user: systemMessage");
  const { stdout: ofHook } = why("guard.sh", "--json");
  const { hooks } = JSON.parse(ofHook) as { hooks: { last: { what: string; eventId: string } }[] };
  expect(hooks[0]?.last.what).toContain('"quiet" went to the log only');
  const byId = why(hooks[0]?.last.eventId ?? "");
  expect(byId.stdout).toBe(stdout);
});

test("of a denial by a hook of Snaphook's own: the hook, its words and the model as their reader", () => {
  snaphook(["run", "PreToolUse", "--tool", "Bash", "--host", "snaphook"], { cwd: folder });
  const { stdout } = why();
  expect(stdout).toContain("▶ no-rm: deny (exit code)");
  expect(stdout).toContain('skipped of-writes: the list Write does not match "Bash"');
  expect(stdout).toContain("to the model: never");
});

test("of an event's name: which hooks would run in every configuration, and nothing is run", () => {
  const { stdout, status } = why("PreToolUse", "--tool", "Write");
  expect(status).toBe(0);
  expect(stdout).toContain("would run no-rm");
  expect(stdout).toMatch(/claude-code \S+ PreToolUse\n {2}would not run .*\n {2}would run /);
});

test.each([
  [["nosuch"], 'no hook "nosuch" here; there are: no-rm, '],
  [["abc-def-0"], "has no event abc-def-0"],
])("%j says what there is", (args, expected) => {
  const { stderr, status } = why(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(expected);
});
