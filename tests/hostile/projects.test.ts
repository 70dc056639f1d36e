import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HostileWorkspace } from "./hostile-workspace.js";
import { otherLetterCase, samples, type Sample } from "./samples.js";
import { isBelow, noTrace, traced, type Trace } from "./trace.js";

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

/** Every name below a folder, with what it is: whatever is written shows. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${lstatSync(join(folder, name)).mtimeMs}`)
    .toSorted();
}

function openedOf({ folder, elsewhere = [] }: Sample, { opened }: Trace): string[] {
  return opened.filter((path) => [folder, ...elsewhere].some((place) => isBelow(path, place)));
}

interface Told {
  readonly permission: string;
  readonly hooks: readonly { readonly ran: boolean; readonly skipped?: string }[];
}

/** Opens a sample on one event and checks that nothing of it was started, opened, changed or believed. */
function open(sample: Sample, event: string): void {
  const before = listing(sample.folder);
  const trace = traced(workspace, ["run", event, "--json"], sample.folder);
  expect(trace.programs).toEqual([process.execPath]);
  expect(openedOf(sample, trace)).toEqual([]);
  expect(workspace.marks()).toEqual([]);
  expect(listing(sample.folder)).toEqual(before);

  const { permission, hooks } = JSON.parse(trace.stdout) as Told;
  expect(permission).toBe("none");
  expect(hooks.filter(({ ran }) => ran)).toEqual([]);
  expect(hooks.some(({ skipped }) => skipped === "trust")).toBe(sample.announced);
  expect(trace.stderr.includes("did not run: they are not approved")).toBe(sample.announced);
  expect(trace.status).toBe(sample.announced ? 3 : 0);
}

describe("a hostile project is opened headless: nothing of it is started and nothing is read", () => {
  const opened = Object.entries(samples).flatMap(([name, make]) =>
    ["SessionStart", "PreToolUse"].map((event) => [name, event, make] as const),
  );
  test.for(opened)("%s, on %s", async ([, event, make], context) => {
    if (noTrace !== null) context.skip(noTrace);
    open(await make(workspace), event);
  });

  test("names that differ in letter case", (context) => {
    if (noTrace !== null) context.skip(noTrace);
    const sample = otherLetterCase(workspace);
    const announced = existsSync(join(sample.folder, ".snaphook/settings.json"));
    open({ ...sample, announced }, "SessionStart");
    open({ ...sample, announced }, "PreToolUse");
  });
});

describe("the look itself can be believed", () => {
  test("of a project that was approved, what is opened and started is seen", async (context) => {
    if (noTrace !== null) context.skip(noTrace);
    const project = await workspace.trusted();
    const sample = { folder: project, announced: false };
    const trace = traced(workspace, ["run", "PreToolUse", "--json"], project);
    expect(trace.status).toBe(0);
    expect(workspace.marks()).toEqual(["good"]);
    expect(openedOf(sample, trace)).toContain(join(project, ".snaphook/settings.json"));
    expect(openedOf(sample, trace)).toContain(join(project, "guard.sh"));
    expect(trace.programs).toContain(join(project, "guard.sh"));
  });

  test("a project with a strange name is recognised in what was seen", (context) => {
    if (noTrace !== null) context.skip(noTrace);
    const folder = workspace.projectWith([{ command: "true" }], "a\n'\"\u001bé\\b\r");
    const trace = traced(workspace, ["run", "PreToolUse", "--trust-project"], folder);
    expect(openedOf({ folder, announced: false }, trace)).toContain(
      join(folder, ".snaphook/settings.json"),
    );
  });
});
