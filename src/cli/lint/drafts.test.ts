import { chmodSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../../tests/workspace.js";
import { Drafts, type Draft } from "./drafts.js";

let folder: string;
let path: string;
let drafts: Drafts;
let draft: Draft;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "guard.sh");
  writeFileSync(path, "before\n");
  drafts = new Drafts({ projects: [folder], homes: [] });
  const opened = drafts.of(path, []);
  if (typeof opened === "string") throw new Error(opened);
  draft = opened;
});

test("a draft counts before it is written, and what has not changed is not written", () => {
  expect([drafts.text(path), drafts.changed, drafts.save()]).toEqual(["before\n", [], new Map()]);
});

test("a file that has changed since it was read is refused, and nothing is left behind", () => {
  draft.text = "after\n";
  writeFileSync(path, "someone else\n");
  expect([...drafts.save()]).toEqual([[path, "it has changed since it was read"]]);
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual([
    "someone else\n",
    ["guard.sh"],
  ]);
});

test.skipIf(process.getuid?.() !== 0)("the file keeps its owner and mode", () => {
  chmodSync(path, 0o664);
  chownSync(path, 1234, 1235);
  const fresh = new Drafts({ projects: [folder], homes: [] });
  const opened = fresh.of(path, []);
  if (typeof opened === "string") throw new Error(opened);
  opened.text = "after\n";
  expect([...fresh.save()]).toEqual([]);
  const { uid, gid, mode } = statSync(path);
  expect([uid, gid, mode & 0o777, readFileSync(path, "utf8")]).toEqual([
    1234,
    1235,
    0o664,
    "after\n",
  ]);
});

test.skipIf(process.getuid?.() === 0)("a folder that may not be written refuses the file", () => {
  draft.text = "after\n";
  chmodSync(folder, 0o555);
  const refused = [...drafts.save()];
  chmodSync(folder, 0o755);
  expect([refused, readFileSync(path, "utf8")]).toEqual([
    [[path, "it may not be written"]],
    "before\n",
  ]);
});
