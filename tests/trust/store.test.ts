import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TrustArena } from "./arena.js";

let arena: TrustArena;
let file: string;
beforeEach(() => {
  arena = new TrustArena();
  arena.settings({ name: "guard", command: "true" });
  arena.approveAll();
  file = join(arena.home, "trust.json");
});
afterEach(() => arena.close());

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("only its owner can read it, and no draft or lock stays behind", () => {
  expect([modeOf(arena.home), modeOf(file)]).toEqual(["700", "600"]);
  expect(readdirSync(arena.home).toSorted()).toEqual(["trust.json"]);
});

describe("a store that cannot be believed: nothing of the project runs, it is said why, and it is not overwritten", () => {
  const isRoot = process.getuid?.() === 0;
  test.each<[string, () => void, string]>([
    ["is no JSON", () => writeFileSync(file, "{"), "is not JSON"],
    ["is empty", () => writeFileSync(file, ""), "is not JSON"],
    ["is a list", () => writeFileSync(file, "[]"), "is not an object"],
    ["has no version", () => writeFileSync(file, "{}"), "has no version that is known"],
    [
      "is from a newer version",
      () => writeFileSync(file, '{"version":2,"projects":{},"seen":{}}'),
      "is of version 2, which this Snaphook does not know",
    ],
    [
      "has a damaged project",
      () => writeFileSync(file, '{"version":1,"projects":{"/x":{"hooks":[{}]}},"seen":{}}'),
      "has a damaged entry for /x",
    ],
    [
      "has damaged files",
      () => writeFileSync(file, readFileSync(file, "utf8").replace('"files": []', '"files": [{}]')),
      "has a damaged entry for",
    ],
    [
      "has a damaged list of what was seen",
      () => writeFileSync(file, '{"version":1,"projects":{},"seen":{"/y":5}}'),
      "has a damaged entry for /y",
    ],
    [
      "has no projects",
      () => writeFileSync(file, '{"version":1,"seen":{}}'),
      "is not a trust store",
    ],
    [
      "can be written by others",
      () => chmodSync(file, 0o622),
      "can be written by others (mode 622)",
    ],
    [
      "is in a folder that others can write",
      () => chmodSync(arena.home, 0o777),
      "can be written by others",
    ],
    [
      "is a link",
      () => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
      "is a symbolic link",
    ],
    [
      "is in a folder that is a link",
      () => {
        renameSync(arena.home, `${arena.home}.real`);
        symlinkSync(`${arena.home}.real`, arena.home);
      },
      "is a symbolic link",
    ],
    [
      "is a folder",
      () => {
        rmSync(file);
        mkdirSync(file);
      },
      "is not a regular file",
    ],
    [
      "is a pipe",
      () => {
        rmSync(file);
        execFileSync("mkfifo", ["-m", "600", file]);
      },
      "is not a regular file",
    ],
    ...(isRoot
      ? ([
          ["belongs to someone else", () => chownSync(file, 12345, 12345), "belongs to user 12345"],
        ] as [string, () => void, string][])
      : []),
  ])("%s", (_, spoil, why) => {
    spoil();
    const before = existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : null;
    const trust = arena.open();
    expect(trust.trouble).toContain(why);
    expect(trust.isKnownProject).toBe(false);
    expect(arena.looked()).toMatchObject([{ state: "unknown", runs: false }]);
    expect(() => trust.approve(arena.looked())).toThrow(why);
    if (before !== null) expect(readFileSync(file, "utf8")).toBe(before);
    // For one call everything of the project was agreed to: that needs no store.
    expect(arena.states({ once: true })).toEqual(["once"]);
  });

  test("cannot be read by this user", (context) => {
    if (isRoot) context.skip("root can read everything");
    chmodSync(file, 0);
    expect(arena.open().trouble).toContain("EACCES");
  });
});

test("where there is no home folder one is made, also several folders deep", () => {
  const home = join(arena.root, "not", "yet", "there");
  expect(arena.open({ home }).trouble).toBeNull();
  arena.open({ home }).approve(arena.looked({ home }));
  expect(arena.states({ home })).toEqual(["approved"]);
});

test("where no home folder can be made it is said, and nothing is approved", () => {
  const home = join(arena.write(join(arena.root, "file"), ""), "home");
  expect(() => arena.open({ home }).approve(arena.looked({ home }))).toThrow(/ENOTDIR|EEXIST/);
  expect(arena.states({ home })).not.toContain("approved");
});

test("a full disk is said, and what was approved before stays", (context) => {
  const disk = join(arena.root, "disk");
  mkdirSync(disk, { mode: 0o700 });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k,mode=700", "tmpfs", disk]);
  if (mounted.status !== 0) context.skip("a tmpfs can be mounted only by root");
  try {
    const home = join(disk, "home");
    arena.open({ home }).approve(arena.looked({ home }));
    const before = readFileSync(join(home, "trust.json"), "utf8");
    try {
      writeFileSync(join(disk, "ballast"), Buffer.alloc(65_536));
    } catch {
      // It is full now.
    }
    arena.settings(
      { name: "guard", command: "true" },
      { name: "x".repeat(20_000), command: "false" },
    );
    expect(() => arena.open({ home }).approve(arena.looked({ home }))).toThrow(/ENOSPC/);
    expect(readFileSync(join(home, "trust.json"), "utf8")).toBe(before);
    expect(readdirSync(home)).toEqual(["trust.json"]);
    expect(arena.states({ home })).toEqual(["approved", "new"]);
  } finally {
    execFileSync("umount", [disk]);
  }
});

test("the lock of a process that died is taken over; that of a living one is waited for", () => {
  const dead = spawnSync("true").pid;
  writeFileSync(`${file}.lock`, String(dead));
  expect(arena.open().revoke(null)).toBe(1);
  writeFileSync(`${file}.lock`, String(process.pid));
  expect(() => arena.approveAll()).toThrow(/another process holds/);
  rmSync(`${file}.lock`);
  arena.approveAll();
  expect(arena.states()).toEqual(["approved"]);
}, 30_000);

test("twelve processes that approve at once lose none of their approvals", async () => {
  const script = join(arena.root, "approve.mjs");
  const source = `
    import { Trust } from "./src/trust/index.js";
    import { loadSettings } from "./src/config/index.js";
    const [project, home, index] = process.argv.slice(2);
    const trust = new Trust({ projectDir: project, home });
    const { hooks } = loadSettings({ projectDir: project, home, managedFile: "/none", trustProject: true });
    trust.approve([trust.of(hooks[Number(index)])]);
  `;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
  });
  writeFileSync(script, outputFiles[0]?.contents ?? "");
  arena.settings(
    ...Array.from({ length: 12 }, (_, index) => ({ name: `hook ${index}`, command: "true" })),
  );
  const exits = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const args = [script, arena.project, arena.home, String(index)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
      return new Promise((resolve) => child.on("exit", resolve));
    }),
  );
  expect(exits).toEqual(Array.from({ length: 12 }, () => 0));
  expect(arena.states()).toEqual(Array.from({ length: 12 }, () => "approved"));
}, 60_000);
