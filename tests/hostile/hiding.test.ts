import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Fired } from "snaphook/engine";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  command,
  HostileWorkspace,
  settingsText,
  whoRan,
  write,
  writeHooks,
  type HookSettings,
} from "./hostile-workspace.js";

// Ways to hide what a hook runs, to turn a guard off, and to hold up a review.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

const guard = { command: "exit 2", name: "guard", onFailure: "block" };

/** Approves a hook while the script says `first`, changes the script, and fires. */
async function changedAfterApproval(hook: HookSettings, script: string): Promise<Fired> {
  const project = workspace.projectWith([{ ...hook, name: "guard" }]);
  workspace.script(join(project, script), "first");
  await workspace.approve(project);
  expect(whoRan(await workspace.fire(project)).ran).toEqual(["guard"]);
  expect(workspace.marks()).toEqual(["first"]);
  workspace.script(join(project, script), "second");
  return workspace.fire(project);
}

describe("a script that was changed is asked about again, however the hook names it", () => {
  test.each<[string, string, string?]>([
    // /proc counts as the system's, and through it every file of the project has a second name.
    ["a way through /proc", "sh /proc/self/cwd/guard.sh"],
    ["a way through /proc of another process", "sh /proc/$$/cwd/guard.sh"],
    ["a line with a quoted sign for output", ': "a>"; ./guard.sh "b"'],
    ["a variable with a part cut off", "sh ${PWD%/}/guard.sh"],
    ["a variable of the line itself", 'D="$PWD"; sh "$D/guard.sh"'],
    // The same holds for `$(git rev-parse --show-toplevel)`, which many hooks have.
    ["a substitution", 'sh "$(dirname "$PWD/x")/guard.sh"'],
    [
      "two folders that are entered one after the other",
      "cd sub && cd deep && sh guard.sh",
      "sub/deep/guard.sh",
    ],
  ])("%s", async (_name, line, script = "guard.sh") => {
    const fired = await changedAfterApproval({ command: line }, script);
    expect(whoRan(fired)).toEqual({ ran: [], untrusted: ["guard"] });
    expect(workspace.marks()).toEqual(["first"]);
  });
});

// A container often has its project in /usr/src/app. Here it is /dev/shm, which is the system's too.
test("a project in a folder of the system is looked at like any other", async (context) => {
  if (!existsSync("/dev/shm")) context.skip("there is no /dev/shm here");
  const project = mkdtempSync("/dev/shm/snaphook-hostile-");
  try {
    writeHooks(project, [{ command: "./guard.sh", name: "guard" }]);
    workspace.script(join(project, "guard.sh"), "first");
    await workspace.approve(project);
    workspace.script(join(project, "guard.sh"), "second");
    expect(whoRan(await workspace.fire(project)).ran).toEqual([]);
  } finally {
    rmSync(project, { recursive: true });
  }
});

// The one behind it moves up and has its id, so the first does not count as gone.
test("an approved guard that is removed from before another one is announced", async () => {
  const other = { command: "true", name: "other" };
  const project = workspace.projectWith([guard, other]);
  await workspace.approve(project);
  expect((await workspace.fire(project)).reading.permission).toBe("deny");
  writeHooks(project, [other]);
  const { problems, hooks } = await workspace.fire(project);
  expect(hooks).toMatchObject([{ name: "other", ran: true }]);
  expect(problems.map(({ code }) => code)).toContain("hook-gone");
});

describe("an approved guard that blocks is not turned off without a word", () => {
  // Nobody has agreed to the switch; it counts because somebody has agreed to the guard.
  test.each<[string, (project: string) => void]>([
    [
      "by a switch in settings.local.json",
      (project) =>
        write(join(project, ".snaphook/settings.local.json"), '{ "disableAllHooks": true }'),
    ],
    ["by a switch of its own", (project) => writeHooks(project, [{ ...guard, disabled: true }])],
  ])("%s", async (_name, turnOff) => {
    const project = workspace.projectWith([guard]);
    await workspace.approve(project);
    expect((await workspace.fire(project)).reading.permission).toBe("deny");
    turnOff(project);
    const { reading, problems } = await workspace.fire(project);
    expect([reading.permission, ...problems.map(({ code }) => code)]).not.toEqual(["none"]);
  });
});

describe("a hook nobody has approved does not hold up who reviews it", () => {
  /** It takes a few hundred milliseconds; the bound, in seconds of the processor, is against hanging. */
  const reviewEnds = (project: string): boolean =>
    spawnSync(
      "bash",
      ["--norc", "-c", 'ulimit -t 5; "$0" "$@"', process.execPath, command, "trust", "list"],
      {
        cwd: project,
        env: workspace.variables(),
      },
    ).status === 0;

  // Every word that is a folder is tried with every word: twice as many take four times as long.
  test("by the names of very many folders", () => {
    const names = Array.from({ length: 2000 }, (_, index) => `folder${index}`);
    const project = workspace.projectWith([{ command: `echo ${names.join(" ")}` }]);
    for (const name of names) mkdirSync(join(project, name));
    expect(reviewEnds(project)).toBe(true);
  });

  // The pattern is followed through every folder of the machine.
  test("by a pattern for the whole disk", () => {
    expect(reviewEnds(workspace.projectWith([{ command: "echo /**/nothing" }]))).toBe(true);
  });
});

// Files of the project are left out of a look at the user's hooks; here they are the user's own.
test("a worm is announced also to who works in the home folder itself", () => {
  const script = join(workspace.userHome, "guard.sh");
  workspace.script(script, "first");
  const own = { command: "sh ~/guard.sh", name: "own" };
  write(join(workspace.home, "settings.json"), settingsText([own]));
  const said = (): string => workspace.command(["run", "PreToolUse"], workspace.userHome).stdout;
  expect(said()).not.toContain("hook-changed");
  workspace.script(script, "second");
  expect(said()).toContain("hook-changed");
});

describe("files that a hook names by a pattern count like those it names one by one", () => {
  const format = (where: string): HookSettings => ({
    command: `for file in ${where}; do echo done | tee $file; done`,
    name: "format",
  });

  // Whether it runs them or works on them, no look can tell. docs/trust.md says how to name a folder instead.
  test("so a formatter of such files is asked about again", async () => {
    const project = workspace.projectWith([format("source/*.txt")]);
    write(join(project, "source/one.txt"), "not yet\n");
    await workspace.approve(project);
    const fired = await workspace.fire(project);
    expect(fired.hooks[0]?.run?.changed).toBe("./source/one.txt");
    expect(whoRan(await workspace.fire(project))).toEqual({ ran: [], untrusted: ["format"] });
  });

  test("and one of files that it finds in a folder continues", async () => {
    const project = workspace.projectWith([format("$(ls source)")]);
    write(join(project, "source/one.txt"), "not yet\n");
    await workspace.approve(project);
    for (let round = 0; round < 2; round++) {
      const fired = await workspace.fire(project);
      expect(whoRan(fired).ran).toEqual(["format"]);
      expect(fired.hooks[0]?.run?.changed).toBeUndefined();
    }
  });
});
