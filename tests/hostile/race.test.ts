import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Engine, Fired } from "snaphook/engine";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allow, HostileWorkspace, toolCall, whoRan, write } from "./hostile-workspace.js";

// Between the look at a script and its start somebody may change it. Here somebody does, all the time.

const ways = ["in place", "by renaming", "by a link"] as const;
/** For each form of hook, shared by the ways in which a file is changed. */
const rounds = Math.ceil(Number(process.env["SNAPHOOK_RACE_ROUNDS"] ?? 300) / ways.length);
const PARALLEL = 4;
/** Against hanging: a round takes a few milliseconds. */
const timeout = 240_000 + rounds * 100;

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

/** Says which it is by a mark and on stderr, and allows. Equally long for equally long names. */
function text(name: string): string {
  return `#!/bin/sh\n${workspace.mark(name)}\necho ${name} >&2\necho '${allow}'\n`;
}

interface Race {
  readonly fired: readonly Fired[];
  /** How often the file was changed and changed back meanwhile. */
  readonly changes: number;
  readonly project: string;
}

/** Approves a hook as A, and fires at it while a writer makes it B and A again. */
async function race(hook: object, way: string): Promise<Race> {
  const project = workspace.projectWith([{ ...hook, name: "guard" }]);
  const file = join(project, "guard.sh");
  const texts = [text("A"), text("B")] as const;
  for (const [index, content] of texts.entries()) {
    write(`${file}.${index}`, content);
    chmodSync(`${file}.${index}`, 0o755);
  }
  if (way === "by a link") symlinkSync(`${file}.0`, file);
  else write(file, texts[0]);
  chmodSync(file, 0o755);
  await workspace.approve(project);

  const engine = workspace.engine(project, { keeper: true });
  for (let tries = 0; tries < 10_000 && !engine.usesKeeper; tries++)
    await new Promise((wake) => setTimeout(wake, 25));
  const control = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL("writer.mjs", import.meta.url), {
    workerData: { file, texts, way, control },
  });
  const stopped = new Promise((resolve, reject) => {
    worker.once("exit", resolve);
    worker.once("error", reject);
  });
  const fired = await fireAll(engine);
  Atomics.store(control, 0, 1);
  await stopped;
  return { fired, changes: Atomics.load(control, 1), project };
}

async function fireAll(engine: Engine): Promise<Fired[]> {
  const fired: Fired[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun++ < rounds) fired.push(await engine.fire(toolCall));
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return fired;
}

/** What a run has said of itself: A, B, or nothing where it did not start. */
function said({ hooks }: Fired): string {
  return Buffer.from(hooks[0]?.run?.stderr ?? "")
    .toString()
    .trim();
}

/** A race in which nothing was changed, or nothing ran, would prove nothing. */
function expectRace({ fired, changes }: Race): void {
  expect(fired.length).toBe(rounds);
  expect(changes).toBeGreaterThan(10);
  // How many run depends on the machine: each change keeps a hook from starting.
  expect(fired.filter((one) => whoRan(one).ran.length > 0).length).toBeGreaterThan(0);
}

/** When the writer has gone, the hook is what was approved, and its word counts. */
async function expectPeace({ project }: Race): Promise<void> {
  const fired = await workspace.fire(project);
  expect(said(fired)).toBe("A");
  expect(fired.reading.permission).toBe("allow");
}

async function raceOfExecForm(way: string): Promise<void> {
  const result = await race({ command: "sh", args: ["guard.sh"] }, way);
  expectRace(result);
  expect(workspace.marks()).toEqual(["A"]);
  const ran = result.fired.filter((one) => whoRan(one).ran.length > 0);
  expect(new Set(ran.map(said))).toEqual(new Set(["A"]));
  await expectPeace(result);
}

async function raceOfShellForm(way: string): Promise<void> {
  const result = await race({ command: "./guard.sh" }, way);
  expectRace(result);
  const others = result.fired.filter((one) => said(one).includes("B"));
  expect(others.filter(({ hooks }) => hooks[0]?.run?.changed === undefined).length).toBe(0);
  expect(others.filter(({ reading }) => reading.permission !== "none").length).toBe(0);
  await expectPeace(result);
}

describe("the exec form runs the approved bytes, whoever writes meanwhile", () => {
  test.each(ways)("a script that is changed %s all the time", { timeout }, raceOfExecForm);
});

describe("the shell form may run other bytes, but never unnoticed", () => {
  test.each(ways)("a script that is changed %s all the time", { timeout }, raceOfShellForm);
});
