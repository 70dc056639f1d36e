import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Fired } from "snaphook/engine";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inThread } from "../engine.js";
import {
  allow,
  HostileWorkspace,
  toolCall,
  whoRan,
  write,
  type HookSettings,
} from "./hostile-workspace.js";

// Ways by which bytes ran once that nobody had approved, each with the reason why it could happen.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

/** Approves a hook while the script says `first`, changes the script, and fires. */
async function changedAfterApproval(hook: HookSettings, script = "guard.sh"): Promise<Fired> {
  const project = workspace.projectWith([{ ...hook, name: "guard" }]);
  workspace.script(join(project, script), "first");
  const environment = { ...process.env, HOOKS: join(project, "sub") };
  await workspace.approve(project, { environment });
  expect(whoRan(await workspace.fire(project, { environment })).ran).toEqual(["guard"]);
  expect(workspace.marks()).toEqual(["first"]);
  workspace.script(join(project, script), "second");
  return workspace.fire(project, { environment });
}

function expectAskedAgain(fired: Fired): void {
  expect(whoRan(fired)).toEqual({ ran: [], untrusted: ["guard"] });
  expect(workspace.marks()).toEqual(["first"]);
}

describe("a script that was changed is asked about again, however the hook names it", () => {
  test.each<[string, HookSettings]>([
    // Words of an argument are not looked at.
    ["a line for a shell in the exec form", { command: "sh", args: ["-c", "./guard.sh --all"] }],
    // Readings of words are counted, and those behind the four hundredth are dropped.
    ["a line of very many words", { command: `: ${"a ".repeat(450)}; ./guard.sh` }],
    ["a pattern", { command: "sh ./guard.s?" }],
    [
      "a variable with another value in reserve",
      { command: '"${CLAUDE_PROJECT_DIR:-.}"/guard.sh' },
    ],
    ["a substitution that gives the folder", { command: 'sh "$(pwd)/guard.sh"' }],
  ])("%s", async (_name, hook) => {
    expectAskedAgain(await changedAfterApproval(hook));
  });

  test.each<[string, HookSettings]>([
    ["another folder that is entered first", { command: "cd sub && ./guard.sh" }],
    // The shell takes the HOME of the hook; the look takes the user's.
    ["a tilde, with a HOME of its own", { command: "sh ~/guard.sh", env: { HOME: "sub" } }],
    // It is known when the hook is started, and is not looked up.
    ["a variable of the host", { command: 'sh "$HOOKS/guard.sh"' }],
  ])("%s", async (_name, hook) => {
    expectAskedAgain(await changedAfterApproval(hook, "sub/guard.sh"));
  });

  // The system goes where the link leads and then up; the look takes the two words away.
  test("a way through a link and up again", async () => {
    const project = workspace.folder();
    mkdirSync(join(project, "sub/deep"), { recursive: true });
    symlinkSync("sub/deep", join(project, "link"));
    workspace.script(join(project, "guard.sh"), "decoy");
    expectAskedAgain(await changedAfterApproval({ command: "./link/../guard.sh" }, "sub/guard.sh"));
  });

  // Outside of the project and the home folder nothing is looked at, be it in a shared folder.
  test("a file next to the project", async () => {
    const hook = { command: "sh", args: ["../shared/guard.sh"] };
    expectAskedAgain(await changedAfterApproval(hook, "../shared/guard.sh"));
  });

  // The system looks for it from the folder in which the hook runs; the look from that of the script.
  test("an interpreter with a relative name", async () => {
    const project = workspace.projectWith([{ command: "hooks/guard", name: "guard" }]);
    write(join(project, "hooks/guard"), "#!./interpreter\n");
    chmodSync(join(project, "hooks/guard"), 0o755);
    // The system takes only a true program as an interpreter of an interpreter's line.
    copyFileSync("/bin/true", join(project, "interpreter"));
    await workspace.approve(project);
    expect(whoRan(await workspace.fire(project)).ran).toEqual(["guard"]);
    copyFileSync("/bin/echo", join(project, "interpreter"));
    expect(whoRan(await workspace.fire(project)).ran).toEqual([]);
  });
});

// The trust is that of the folder to which the link led first; the hook runs where it leads now.
test("a project that is reached through a link stays the one that was approved", async () => {
  const trusted = await workspace.trusted();
  const link = join(workspace.root, "current");
  symlinkSync(trusted, link);
  const engine = workspace.engine(link);
  workspace.script(join(workspace.root, "next/guard.sh"), "next");
  rmSync(link);
  symlinkSync(join(workspace.root, "next"), link);
  await engine.fire(toolCall);
  expect(workspace.marks()).toEqual(["good"]);
});

// What was not there at the look is not looked at afterwards either.
test("a file that appears between the look and the start is noticed", async () => {
  const line = `[ -f ./more.sh ] && . ./more.sh; echo '${allow}'`;
  const project = workspace.projectWith([{ command: line, name: "guard" }]);
  await workspace.approve(project);
  const running = workspace.engine(project).fire(toolCall);
  write(join(project, "more.sh"), workspace.mark("unapproved"));
  const fired = await running;
  // Seen before the start, the hook does not run; seen after it, what it says permits nothing.
  const isNoticed = fired.hooks[0]?.run?.changed === "./more.sh" || whoRan(fired).ran.length === 0;
  expect({ isNoticed, permission: fired.reading.permission }).toEqual({
    isNoticed: true,
    permission: "none",
  });
});

describe("the exec form runs only the approved bytes", () => {
  // (In a thread `fire` returns before the look: what is changed next was changed before it.)
  // Files of more than a megabyte were not copied: the change was noticed, but the bytes had run.
  test.skipIf(inThread)("of a script that is larger than a megabyte", async () => {
    const project = workspace.projectWith([{ command: "sh", args: ["guard.sh"], name: "guard" }]);
    const large = (mark: string): void =>
      write(join(project, "guard.sh"), `${workspace.mark(mark)}\nexit 0\n${"#".repeat(1_200_000)}`);
    large("first");
    await workspace.approve(project);
    await workspace.fire(project);
    expect(workspace.marks()).toEqual(["first"]);
    workspace.wipe();
    const running = workspace.engine(project).fire(toolCall);
    large("second");
    const { hooks, reading } = await running;
    // Its bytes were not kept at the look, so that there is nothing left that may run.
    expect(hooks.map(({ name, run }) => [name, run?.spawnError])).toEqual([
      ["guard", "it was changed"],
    ]);
    expect([workspace.marks(), reading.failed, reading.permission]).toEqual([[], true, "none"]);
  });

  // Only the first file among the words is copied.
  test.skipIf(inThread)("of the second script that it names", async () => {
    const hook = { command: "./run.sh", args: ["guard.sh"], name: "guard" };
    const project = workspace.projectWith([hook]);
    write(join(project, "run.sh"), '#!/bin/sh\nexec sh "$1"\n');
    workspace.script(join(project, "guard.sh"), "first");
    await workspace.approve(project);
    const running = workspace.engine(project).fire(toolCall);
    workspace.script(join(project, "guard.sh"), "second");
    const { hooks, reading } = await running;
    expect(hooks.map(({ name, run }) => [name, run?.exit, run?.changed])).toEqual([
      ["guard", 0, undefined],
    ]);
    expect([workspace.marks(), reading.failed, reading.permission]).toEqual([
      ["first"],
      false,
      "allow",
    ]);
  });

  // The copy is made once and believed from then on, although every program of the user can write to it.
  test("also where somebody has written to the private copy", async () => {
    const project = workspace.projectWith([{ command: "sh", args: ["guard.sh"], name: "guard" }]);
    write(join(project, "guard.sh"), `echo "$0" > '${join(workspace.markFolder, "place")}'\n`);
    await workspace.approve(project);
    const engine = workspace.engine(project);
    await engine.fire(toolCall);
    const copy = readFileSync(join(workspace.markFolder, "place"), "utf8").trim();
    chmodSync(copy, 0o700);
    write(copy, workspace.mark("unapproved"));
    await engine.fire(toolCall);
    expect(workspace.marks()).toEqual(["place"]);
  });

  // A word without a slash is a program of the PATH; the copy is made of the project's file of that name.
  test("and a program of the PATH is not taken from the project's folder", async () => {
    const project = workspace.projectWith([{ command: "sh", args: ["guard.sh"], name: "guard" }]);
    workspace.script(join(project, "guard.sh"), "guard");
    workspace.script(join(project, "sh"), "planted");
    await workspace.approve(project);
    await workspace.fire(project);
    expect(workspace.marks()).toEqual(["guard"]);
  });
});
