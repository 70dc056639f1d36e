import { execFileSync } from "node:child_process";
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
import { beforeEach, describe, expect, test } from "vitest";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
let file: string;
beforeEach(async () => {
  workspace = new TrustWorkspace();
  workspace.settings({ name: "guard", command: "true" });
  await workspace.approveAll();
  file = join(workspace.home, "trust.json");
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("only its owner can read it, and no draft or lock stays behind", () => {
  expect([modeOf(workspace.home), modeOf(file)]).toEqual(["700", "600"]);
  expect(readdirSync(workspace.home).toSorted()).toEqual(["trust.json"]);
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
      () => chmodSync(workspace.home, 0o777),
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
        renameSync(workspace.home, `${workspace.home}.real`);
        symlinkSync(`${workspace.home}.real`, workspace.home);
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
  ])("%s", async (_, spoil, why) => {
    spoil();
    const before = existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : null;
    const trust = workspace.open();
    expect(trust.trouble).toContain(why);
    expect(trust.isKnownProject).toBe(false);
    expect(workspace.looked()).toMatchObject([{ state: "unknown", runs: false }]);
    await expect(trust.approve(workspace.looked())).rejects.toThrow(why);
    if (before !== null) expect(readFileSync(file, "utf8")).toBe(before);
    // For one call everything of the project was agreed to: that needs no store.
    expect(workspace.states({ once: true })).toEqual(["once"]);
  });

  test("cannot be read by this user", (context) => {
    if (isRoot) context.skip("root can read everything");
    chmodSync(file, 0);
    expect(workspace.open().trouble).toContain("EACCES");
  });
});

test("where there is no home folder one is made, also several folders deep", async () => {
  const home = join(workspace.root, "not", "yet", "there");
  expect(workspace.open({ home }).trouble).toBeNull();
  await workspace.open({ home }).approve(workspace.looked({ home }));
  expect(workspace.states({ home })).toEqual(["approved"]);
});

test("where no home folder can be made it is said, and nothing is approved", async () => {
  const home = join(workspace.write(join(workspace.root, "file"), ""), "home");
  await expect(workspace.open({ home }).approve(workspace.looked({ home }))).rejects.toThrow(
    /ENOTDIR|EEXIST/,
  );
  expect(workspace.states({ home })).not.toContain("approved");
});
