import { spawnSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  command,
  HostileWorkspace,
  settingsText,
  toolCall,
  whoRan,
  write,
} from "./hostile-workspace.js";

// Faults that were found here once, each with the reason why it could happen.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

/** The user's own settings, with these hooks. */
function own(...hooks: readonly object[]): void {
  write(join(workspace.home, "settings.json"), settingsText(hooks as Record<string, unknown>[]));
}

const guard = { command: "exit 2", name: "guard" };

describe("Snaphook's own folder is never the project's", () => {
  // Only the trust store is refused there; the settings count as the user's and need nobody's approval.
  test("CVE-2025-61260: hooks of a SNAPHOOK_HOME inside the project do not run", () => {
    const project = workspace.folder();
    write(
      join(project, "home/settings.json"),
      settingsText([{ command: workspace.mark("planted") }]),
    );
    workspace.command(["run", "PreToolUse"], project, { SNAPHOOK_HOME: join(project, "home") });
    expect(workspace.marks()).toEqual([]);
  });

  // `run` takes the empty text for a path, and that is the folder in which it is.
  test("CVE-2025-61260: an empty SNAPHOOK_HOME is none, and not the project's folder", () => {
    const project = workspace.folder();
    write(join(project, "settings.json"), settingsText([{ command: workspace.mark("planted") }]));
    workspace.command(["run", "PreToolUse"], project, { SNAPHOOK_HOME: "" });
    expect(workspace.marks()).toEqual([]);
  });
});

describe("what changed of the user's own hooks is announced", () => {
  const problems = async (project: string): Promise<string[]> =>
    (await workspace.fire(project)).problems.map(({ code }) => code);

  // Only hooks that are there are compared.
  test("a guard that was removed", async () => {
    const project = workspace.folder();
    own({ command: "true", name: "other" }, guard);
    expect(await problems(project)).toEqual([]);
    own({ command: "true", name: "other" });
    expect(await problems(project)).toContain("hook-changed");
  });

  // A file without hooks is not remembered, so the first hook in it is no news.
  test("Mini Shai-Hulud: a hook where the user had none", async () => {
    const project = workspace.folder();
    expect(await problems(project)).toEqual([]);
    own({ command: workspace.mark("worm"), name: "worm" });
    expect(await problems(project)).toContain("hook-changed");
  });

  // The script lies in Snaphook's own folder, which is neither the project nor, here, the home folder.
  test("a script next to the user's settings", async () => {
    const project = workspace.folder();
    const script = join(workspace.home, "guard.sh");
    workspace.script(script, "first");
    own({ command: `sh ${script}`, name: "guard" });
    expect(await problems(project)).toEqual([]);
    workspace.script(script, "second");
    expect(await problems(project)).toContain("hook-changed");
  });

  // The word is taken for a file of the project, and every project has another one.
  test("and nothing is announced because the next project has other files", async () => {
    own({ command: "grep -q name package.json", name: "own" });
    for (const name of ["one", "other"])
      write(join(workspace.root, name, "package.json"), JSON.stringify({ name }));
    expect(await problems(join(workspace.root, "one"))).toEqual([]);
    expect(await problems(join(workspace.root, "other"))).toEqual([]);
  });
});

describe("a fault of a file is a value, never an error that is thrown at the host", () => {
  // ENAMETOOLONG: a word of the line is taken for the name of a file, and `stat` throws.
  test("a hook with a long word", async () => {
    own({ command: `echo '${"long".repeat(100)}' >&2; exit 2`, name: "guard" });
    const { reading } = await workspace.fire(workspace.folder());
    expect(reading.permission).toBe("deny");
  });

  // ELOOP: an untrusted project stops the user's own guard by a link.
  test("a link to itself where the user's guard names a file", async () => {
    own({ command: "[ -f ./lint.sh ] && sh ./lint.sh; exit 2", name: "guard" });
    const project = workspace.folder();
    symlinkSync("lint.sh", join(project, "lint.sh"));
    const { reading } = await workspace.fire(project);
    expect(reading.permission).toBe("deny");
  });
});

describe("a link to a file without an end stops nobody", () => {
  /** It takes half a second of a core; what never ends takes all memory, so it does not get much more. */
  const ends = (args: readonly string[], project: string): boolean =>
    spawnSync("sh", ["-c", 'ulimit -t 6; exec "$@"', "sh", process.execPath, command, ...args], {
      cwd: project,
      env: workspace.variables(),
    }).signal === null;

  // A file of /proc is regular and says that it is empty, so it is read to an end that never comes.
  test("who reviews a project", () => {
    const project = workspace.projectWith([{ command: "sh guard.sh" }]);
    symlinkSync("/proc/self/pagemap", join(project, "guard.sh"));
    expect(ends(["trust", "list"], project)).toBe(true);
  });

  // Files that the user's own hooks name are read in every project, also where nobody has approved it.
  test("who opens a project that nobody has approved", () => {
    own({ command: "[ -f package.json ]", name: "own" });
    const project = workspace.folder();
    symlinkSync("/proc/self/pagemap", join(project, "package.json"));
    expect(ends(["run", "PreToolUse"], project)).toBe(true);
  });
});

// The event's name is part of the id, and the id is printed as it is: it can hide what is reviewed.
test("a review shows no escape of a terminal, whatever the settings hold", () => {
  const project = workspace.folder();
  const event = "PreToolUse\u001b[8m";
  write(join(project, ".snaphook/settings.json"), settingsText([guard], [event]));
  const escape = "\u001b";
  for (const args of [["list"], ["review"], ["approve", "--all"], ["check"], ["lock"]])
    expect(workspace.command(["trust", ...args], project).stdout).not.toContain(escape);
});

// It is listed by `trust list` as gone; whoever fires is not told.
test("an approved guard that is no more in the settings is announced", async () => {
  const project = workspace.projectWith([{ ...guard, onFailure: "block" }]);
  await workspace.approve(project);
  expect((await workspace.fire(project)).reading.permission).toBe("deny");
  rmSync(join(project, ".snaphook"), { recursive: true });
  const fired = await workspace.fire(project);
  expect(fired.problems.length + fired.reading.problems.length + fired.hooks.length).not.toBe(0);
});

// The copy is in another folder, from which the way up leads elsewhere.
test("an approved script of the exec form finds what lies a folder above it", async () => {
  const hook = { command: "node", args: ["hooks/guard.js"], name: "guard" };
  const project = workspace.projectWith([hook]);
  write(join(project, "package.json"), JSON.stringify({ type: "module" }));
  write(join(project, "code/answer.js"), "export const code = 2;\n");
  write(
    join(project, "hooks/guard.js"),
    'import { code } from "../code/answer.js"; process.exit(code);\n',
  );
  await workspace.approve(project);
  const { hooks } = await workspace.fire(project);
  expect(hooks[0]?.run?.exit).toBe(2);
});

// Copies that were cleaned away, say by a process in another container, are never made again.
test("a private copy that is gone is made anew", async () => {
  const project = workspace.projectWith([{ command: "sh", args: ["guard.sh"], name: "guard" }]);
  workspace.script(join(project, "guard.sh"), "good");
  await workspace.approve(project);
  const engine = workspace.engine(project);
  await engine.fire(toolCall);
  workspace.wipe();
  rmSync(join(workspace.home, "running"), { recursive: true });
  expect(whoRan(await engine.fire(toolCall)).ran).toEqual(["guard"]);
  expect(workspace.marks()).toEqual(["good"]);
});
