import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandWorkspace } from "./command-workspace.js";

interface Replay {
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly {
    readonly change: string;
    readonly call: string;
    readonly replayedIn: string;
    readonly before: { readonly outcome: string };
    readonly after: { readonly outcome: string };
  }[];
  readonly observed: readonly object[];
  readonly notReplayed: readonly { readonly why: string; readonly call: string }[];
  readonly seconds: number;
}

const guard = (word: string): string =>
  `#!/bin/sh\ntouch ran\ncase $(cat) in *"${word}"*) echo "no ${word}" >&2; exit 2;; esac\n`;

const workspace = new CommandWorkspace();
const hook = (name: string): object => ({ name, command: `./${name}.sh` });
const settings = (...hooks: object[]): string =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } });

beforeAll(async () => {
  workspace.write("guard.sh", guard("rm "));
  workspace.write("watch.sh", guard("push"));
  workspace.write(
    ".snaphook/settings.json",
    settings(hook("guard"), { ...hook("watch"), observe: true }),
  );
  for (const command of ["rm a", "ls", "git push", `echo ${"long ".repeat(400)}`, "rm a"])
    await workspace.run(
      "run",
      "PreToolUse",
      "--tool",
      "Bash",
      "--input",
      `command=${command}`,
      "--trust-project",
    );
});
afterAll(() => workspace.close());

const sides = ({ changes }: Replay): string[] =>
  changes.map(
    ({ change, call, replayedIn, before, after }) =>
      `${change} ${call} [${replayedIn}]: ${before.outcome} -> ${after.outcome}`,
  );
const files = (): string[] =>
  readdirSync(workspace.project, { recursive: true, encoding: "utf8" }).toSorted();

test("under the same hooks nothing is different, what observes is counted, and a cut payload is left out", async () => {
  const { stdout, status } = await workspace.run("replay", "--trust-project");
  expect(status).toBe(0);
  const lines = stdout.replace(/\(.*s, sandbox.*\)/, "(…)");
  expect(lines).toBe(
    [
      "observes watch: ran on 4 of 4, would have said nothing 3, deny 1; turned on, it would restrict 1 more",
      "not replayed 1: the payload was not kept whole (snaphook record on)",
      "of 4 calls none would be decided differently (…)",
      "",
    ].join("\n"),
  );
});

test("a guard that lets more through is found, both sides, exit code 1; twice the same; the project is not touched", async () => {
  workspace.write("guard.sh", guard("push"));
  workspace.write("ran", "before");
  const before = files();
  const args = ["replay", "--trust-project"];
  const [one, other] = [
    await workspace.json<Replay>(...args),
    await workspace.json<Replay>(...args),
  ];
  expect({ ...one, seconds: 0 }).toEqual({ ...other, seconds: 0 });
  expect(sides(one)).toEqual([
    "loosened Bash rm a [snaphook]: block -> proceed",
    "tightened Bash git push [snaphook]: proceed -> block",
    "loosened Bash rm a [snaphook]: block -> proceed",
  ]);
  expect(one.counts).toEqual({ loosened: 2, tightened: 1, rewritten: 0, reworded: 0, same: 1 });
  expect(one.notReplayed.map(({ why }) => why)).toEqual(["cut"]);
  const { status, stdout } = await workspace.run(...args);
  expect(status).toBe(1);
  expect(stdout).toContain("loosened PreToolUse Bash rm a ×2");
  expect(stdout).toContain('    then  block (deny), "no rm"\n    now   proceed\n');
  expect(stdout).toContain("of 4 calls 2 would now be let through, 1 would now be denied");
  expect([files(), workspace.read("ran"), workspace.leftCopies()]).toEqual([before, "before", []]);
  workspace.write("guard.sh", guard("rm "));
});

test("hooks that nobody has approved are not run: exit code 3", async () => {
  const { status, stdout, stderr } = await workspace.run("replay");
  expect([status, stdout]).toEqual([3, ""]);
  expect(stderr).toContain("project:PreToolUse:0.0: nobody has approved it");
});

test("other settings and another host", async () => {
  const file = workspace.write(join(workspace.root, "other.json"), settings(hook("watch")));
  const other = await workspace.json<Replay>("replay", "--settings", file, "--trust-project");
  expect(sides(other)).toEqual([
    "loosened Bash rm a [snaphook]: block -> proceed",
    "tightened Bash git push [snaphook]: proceed -> block",
    "loosened Bash rm a [snaphook]: block -> proceed",
  ]);
  const theirs = settings({ type: "command", command: "./guard.sh" });
  workspace.write(".qwen/settings.json", theirs);
  const qwen = await workspace.run("replay", "--host", "qwen-code", "--trust-project");
  expect([qwen.status, qwen.stdout]).toEqual([0, expect.not.stringContaining("loosened")]);
  expect(qwen.stdout).toContain("of 4 calls ");
  workspace.write(".codex/hooks.json", theirs);
  const codex = ["replay", "--host", "codex", "--trust-project"];
  const approved = await workspace.run(...codex);
  expect([approved.status, approved.stdout]).toEqual([0, expect.not.stringContaining("loosened")]);
  const asHere = await workspace.run(...codex, "--user");
  expect([asHere.status, asHere.stdout]).toEqual([
    1,
    expect.stringContaining(
      "    now   proceed\n          guard.sh did not run: the project is not trusted in the user's config.toml\n",
    ),
  ]);
});

test("a wrapped hook is replayed alone, and one that is gone lets everything through", async () => {
  const settingsOf = (command: string): string => settings({ type: "command", command });
  workspace.write(".claude/settings.json", settingsOf("./guard.sh"));
  const payload = {
    hook_event_name: "PreToolUse",
    cwd: workspace.project,
    tool_name: "Bash",
    tool_input: { command: "rm wrapped" },
  };
  const args = ["record", "--host", "claude-code", "--", "./guard.sh"];
  expect((await workspace.start(args, JSON.stringify(payload)).end).status).toBe(2);
  const replayed = ["replay", "--recorded-in", "claude-code", "--trust-project"];
  await expect
    .poll(async () => (await workspace.run(...replayed)).status, { timeout: 200_000 })
    .toBe(0);
  workspace.write(".claude/settings.json", settingsOf("./watch.sh"));
  expect(sides(await workspace.json<Replay>(...replayed))).toEqual([
    "loosened Bash rm wrapped [claude-code]: block -> proceed",
  ]);
});

test.each([
  [["replay", "--since", "soon"], "--since soon: give a time"],
  [["replay", "--tool", "Nothing"], "recorded events of this folder is meant"],
  [["replay", "--host", "nobody"], 'unknown host "nobody"'],
  [["replay", "--settings", "none.json"], "there is no such file"],
  [["replay", "--settings", "guard.sh", "--recorded-in", "snaphook"], "give --trust-project"],
  [
    ["replay", "--settings", "guard.sh", "--recorded-in", "snaphook", "--trust-project"],
    "cannot be read",
  ],
])("%j is refused with what to do instead", async (args, said) => {
  const { status, stderr } = await workspace.run(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
});
