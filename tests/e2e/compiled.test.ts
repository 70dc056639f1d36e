import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

// What V8 made of a command is kept at its first use. An installed package begins without.

let folder: string;
let commands: string;
let kept: string;
beforeEach(() => {
  folder = temporaryFolder();
  commands = join(folder, "cli/commands");
  kept = join(folder, "home/compiled");
  for (const file of ["main.js", "v8-cache.js", "package.json", "commands/explain.js"])
    cpSync(`dist/cli/${file}`, join(folder, "cli", file));
});

/** What a block is explained as, and the files that are kept then, next to the command and at home. */
function explained(): { readonly text: string; readonly files: readonly string[] } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, "cli/main.js"), "explain", "PreToolUse", "--exit", "2", "--stderr", "no"],
    { env: { HOME: folder, SNAPHOOK_HOME: join(folder, "home") }, input: "", encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return {
    text: stdout.split("\n", 1)[0] ?? "",
    files: [...cachesIn(commands), ...cachesIn(kept)],
  };
}

function cachesIn(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name.endsWith(".cache"));
  } catch {
    return [];
  }
}

/** As where the package belongs to another user. */
function forbid(): void {
  mkdirSync(join(commands, `explain.js.${process.versions.v8}.cache`, "x"), { recursive: true });
}

const blocks = expect.stringContaining("PreToolUse in wave: BLOCK") as string;
const inHome = expect.stringMatching(/^explain\.js-\d.*-\d+-.*\.cache$/) as string;

test("next to the command, and used as it is from then on", () => {
  expect(explained()).toEqual({ text: blocks, files: [`explain.js.${process.versions.v8}.cache`] });
  const made = statSync(join(commands, `explain.js.${process.versions.v8}.cache`)).mtimeMs;
  expect(explained().text).toEqual(blocks);
  expect(statSync(join(commands, `explain.js.${process.versions.v8}.cache`)).mtimeMs).toBe(made);
});

test("in the user's own folder where that cannot be written, for this user alone", () => {
  forbid();
  const [, ...files] = explained().files;
  expect(files).toEqual([inHome]);
  expect(statSync(kept).mode & 0o777).toBe(0o700);
  expect(explained()).toMatchObject({ text: blocks, files: [expect.anything(), inHome] });
});

test("nowhere, and nothing is taken, where others may write in that folder", () => {
  forbid();
  mkdirSync(kept, { recursive: true });
  chmodSync(kept, 0o777);
  expect(explained()).toMatchObject({ text: blocks, files: [expect.anything()] });
});

test("what is not V8's is not taken, and is replaced", () => {
  const place = join(commands, `explain.js.${process.versions.v8}.cache`);
  writeFileSync(place, "not this");
  expect(explained().text).toEqual(blocks);
  expect(statSync(place).size).toBeGreaterThan(1000);
});
