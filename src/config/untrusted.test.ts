import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
const writers: ChildProcess[] = [];
const project = (): string => join(root, "project/.snaphook/settings.json");
const local = (): string => join(root, "project/.snaphook/settings.local.json");

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, "project/.snaphook"), { recursive: true });
  mkdirSync(join(root, "home"));
});
afterEach(() => {
  for (const writer of writers.splice(0)) writer.kill("SIGKILL");
});

function load(trustProject: boolean): Settings {
  const managedFile = join(root, "managed.json");
  const places = { projectDir: join(root, "project"), home: join(root, "home"), managedFile };
  return loadSettings({ ...places, trustProject });
}

const states = ({ files }: Settings): string[] => files.map(({ state }) => state);

/** A process that opens a pipe for writing: the system lets it through when someone opens it for reading. */
async function writerTo(path: string): Promise<ChildProcess> {
  execFileSync("mkfifo", [path]);
  const writer = spawn("/bin/sh", ["-c", 'echo ready; : > "$1"', "sh", path]);
  writers.push(writer);
  await once(writer.stdout, "data");
  return writer;
}

async function loadFor(rounds: number, trustProject: boolean, done: () => boolean): Promise<void> {
  if (rounds === 0 || done()) return;
  load(trustProject);
  await sleep(10);
  await loadFor(rounds - 1, trustProject, done);
}

test("of an untrusted project no file is opened: a pipe in its place is never let through", async () => {
  const [first, second] = [await writerTo(project()), await writerTo(local())];
  const through = (): boolean => first.exitCode !== null || second.exitCode !== null;
  await loadFor(50, false, through);
  expect(through()).toBe(false);
  expect(states(load(false))).toEqual(["missing", "untrusted", "untrusted", "missing"]);
});

test("of a trusted project they are opened, and then the pipe is let through", async () => {
  const writer = await writerTo(project());
  await loadFor(500, true, () => writer.exitCode !== null);
  expect(writer.exitCode).not.toBeNull();
  expect(states(load(true))).toEqual(["missing", "unreadable", "missing", "missing"]);
});

test("what an untrusted project says has no effect at all", () => {
  const { files: _before, ...before } = load(false);
  writeFileSync(project(), '{"dialect":"gosu","limits":{"parallel":1},"x":1}');
  writeFileSync(local(), '{"disableAllHooks":true,"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}');
  const { files, ...after } = load(false);
  expect(after).toEqual(before);
  expect(files.slice(1, 3)).toEqual([
    { layer: "project", path: project(), state: "untrusted", hooks: 0 },
    { layer: "local", path: local(), state: "untrusted", hooks: 0 },
  ]);
  expect(load(true).hooks).toMatchObject([{ event: "Stop", disabled: true }]);
});

test("the user's own hooks count all the same", () => {
  writeFileSync(
    join(root, "home/settings.json"),
    '{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}',
  );
  writeFileSync(project(), "{");
  const settings = load(false);
  expect(settings.hooks.map(({ id }) => id)).toEqual(["user:Stop:0.0"]);
  expect(settings.problems).toEqual([]);
});

test("a missing file of an untrusted project is missing", () => {
  expect(states(load(false))).toEqual(["missing", "missing", "missing", "missing"]);
});
