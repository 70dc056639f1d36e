import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let seen: Settings[];
let watching: { close(): void } | undefined;

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, "project"));
  seen = [];
});
afterEach(() => {
  watching?.close();
});

const project = (): string => join(root, "project/.snaphook/settings.json");
const stop = (command: string): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ command }] }] } });

function watch(trustProject = true): void {
  watching = watchSettings(
    {
      projectDir: join(root, "project"),
      home: join(root, "home"),
      managedFile: join(root, "etc/snaphook/settings.json"),
      trustProject,
    },
    (settings) => seen.push(settings),
  );
}

function writeProject(text: string): void {
  mkdirSync(join(root, "project/.snaphook"), { recursive: true });
  writeFileSync(project(), text);
}

const names = (): string[][] => seen.map(({ hooks }) => hooks.map(({ name }) => name));

async function until(count: number): Promise<void> {
  await expect.poll(() => seen.length, { timeout: 240_000 }).toBe(count);
}

test("a change is reported once, with the new settings", async () => {
  writeProject(stop("a"));
  watch();
  writeFileSync(project(), "{");
  writeFileSync(project(), stop("b"));
  await until(1);
  expect(names()).toEqual([["b"]]);
});

test("a folder that did not exist is seen when it appears, and again after it was replaced", async () => {
  watch();
  writeProject(stop("a"));
  await until(1);
  renameSync(join(root, "project/.snaphook"), join(root, "project/old"));
  await until(2);
  writeProject(stop("b"));
  await until(3);
  expect(names()).toEqual([["a"], [], ["b"]]);
});

test("a managed file is seen though its folders do not exist yet", async () => {
  watch();
  mkdirSync(join(root, "etc/snaphook"), { recursive: true });
  writeFileSync(join(root, "etc/snaphook/settings.json"), stop("m"));
  await until(1);
  expect(names()).toEqual([["m"]]);
});

test("a change behind a link is seen", async () => {
  mkdirSync(join(root, "home"));
  mkdirSync(join(root, "dotfiles"));
  writeFileSync(join(root, "dotfiles/hooks.json"), stop("a"));
  symlinkSync(join(root, "dotfiles/hooks.json"), join(root, "home/settings.json"));
  watch();
  writeFileSync(join(root, "dotfiles/hooks.json"), stop("b"));
  await until(1);
  expect(names()).toEqual([["b"]]);
});

test("what changes nothing, and what an untrusted project changes inside its files, is not reported", async () => {
  writeProject(stop("a"));
  mkdirSync(join(root, "home"));
  watch(false);
  writeFileSync(join(root, "project/.snaphook/notes.txt"), "x");
  writeFileSync(join(root, "home/ledger.jsonl"), "x");
  writeProject(stop("b"));
  await sleep(400);
  expect(seen).toEqual([]);
  writeFileSync(join(root, "home/settings.json"), stop("u"));
  await until(1);
  expect(seen[0]?.files.map(({ state }) => state)).toEqual([
    "read",
    "untrusted",
    "missing",
    "missing",
  ]);
});

test("after it is closed nothing is reported", async () => {
  writeProject(stop("a"));
  watch();
  writeProject(stop("b"));
  watching?.close();
  await sleep(400);
  expect(seen).toEqual([]);
});
