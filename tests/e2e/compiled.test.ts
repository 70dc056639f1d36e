import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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
  for (const file of ["main.js", "package.json", "commands/explain.js"])
    cpSync(`dist/cli/${file}`, join(folder, "cli", file));
});

/** What a block is explained as, and the files that are kept then, next to the command and at home. */
function explained(): { readonly text: string; readonly files: readonly string[] } {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    [join(folder, "cli/main.js"), "explain", "PreToolUse", "--exit", "2", "--stderr", "no"],
    { env: { HOME: folder, SNAPHOOK_HOME: join(folder, "home") }, input: "", encoding: "utf8" },
  );
  expect({ stderr, status, signal }).toEqual({ stderr: "", status: 0, signal: null });
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

const nextToIt = `explain.js.${process.version}.cache`;

/** As where the package belongs to another user. */
function forbid(): void {
  mkdirSync(join(commands, nextToIt, "x"), { recursive: true });
}

const blocks = expect.stringContaining("PreToolUse in wave: BLOCK") as string;
const inHome = expect.stringMatching(/^[0-9a-f]{16}-explain\.js\.v[\d.]+\.cache$/) as string;

test("next to the command; three runs add to it, and then it is used as it is", () => {
  const place = join(commands, nextToIt);
  const rounds = [1, 2, 3, 4, 5].map(() => {
    expect(explained()).toEqual({ text: blocks, files: [nextToIt] });
    const [head = ""] = readFileSync(place, "latin1").split("\n", 1);
    return { round: head.at(-1), changed: statSync(place).ctimeMs };
  });
  expect(rounds.map(({ round }) => round)).toEqual(["1", "2", "3", "3", "3"]);
  expect(rounds[4]?.changed).toBe(rounds[2]?.changed);
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

/** What may happen to what is kept, or to the command after it was kept. */
const damages: readonly [string, (place: string, command: string) => void][] = [
  ["something else is in its place", (place) => writeFileSync(place, "not this")],
  ["it was not written to its end", (place) => truncateSync(place, statSync(place).size >> 1)],
  ["it has its length and no content", (place) => writeFileSync(place, zeros(place))],
  ["the second half is missing its content", (place) => writeFileSync(place, halfZeros(place))],
  // V8 itself takes each of these, and runs something else or crashes.
  ["one bit near its begin is another", (place) => flip(place, 0.1)],
  ["one bit in its middle is another", (place) => flip(place, 0.4)],
  ["one bit near its end is another", (place) => flip(place, 0.9)],
  [
    "the command was patched, and is as long as before",
    (_, command) => {
      const { mtime } = statSync(command);
      writeFileSync(command, readFileSync(command, "latin1").replace("BLOCK", "PATCH"), "latin1");
      utimesSync(command, mtime, new Date(mtime.getTime() + 5000));
    },
  ],
  [
    "the command was patched, and has its length and its time again",
    (_, command) => {
      const { atime, mtime } = statSync(command);
      writeFileSync(command, readFileSync(command, "latin1").replace("BLOCK", "PATCH"), "latin1");
      utimesSync(command, atime, mtime);
    },
  ],
  [
    "it is that of another build with the same length",
    (_, command) => {
      const { atime, mtime } = statSync(command);
      const other = readFileSync(command, "latin1")
        .replace(/^\/\/[0-9a-f]{8}/, "//00000000")
        .replace("BLOCK", "PATCH");
      writeFileSync(command, other, "latin1");
      utimesSync(command, atime, mtime);
    },
  ],
];

function zeros(place: string): Buffer {
  return Buffer.alloc(statSync(place).size);
}

function halfZeros(place: string): Buffer {
  const content = readFileSync(place);
  return content.fill(0, content.length >> 1);
}

function flip(place: string, where: number): void {
  const content = readFileSync(place);
  const at = Math.floor(content.length * where);
  content[at] = (content[at] ?? 0) ^ 4;
  writeFileSync(place, content);
}

test.each(damages)("is not taken where %s, and is made anew", (_, damage) => {
  const place = join(commands, nextToIt);
  const command = join(commands, "explain.js");
  // One that can be set again to the nanosecond.
  utimesSync(command, 1_000_000_000, 1_000_000_000);
  explained();
  damage(place, command);
  const isPatched = readFileSync(command, "latin1").includes("PATCH");
  const text = isPatched
    ? (expect.stringContaining("PreToolUse in wave: PATCH") as string)
    : blocks;
  expect(explained()).toEqual({ text, files: [nextToIt] });
  // It is whole again, of the first round.
  expect(readFileSync(place, "latin1").split("\n", 1)[0]?.at(-1)).toBe("1");
});

test("other options of Node have a place of their own", () => {
  explained();
  const options = { NODE_OPTIONS: "--max-old-space-size=300" };
  spawnSync(process.execPath, [join(folder, "cli/main.js"), "explain", "PreToolUse"], {
    env: { HOME: folder, SNAPHOOK_HOME: join(folder, "home"), ...options },
    input: "",
  });
  expect(cachesIn(commands)).toEqual([
    expect.stringMatching(/^explain\.js\.v[\d.]+-\w+\.cache$/),
    nextToIt,
  ]);
});
