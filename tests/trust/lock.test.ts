import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
let lock: string;
beforeEach(async () => {
  workspace = new TrustWorkspace();
  workspace.write("guard.sh", "one");
  workspace.settings({ name: "guard", command: "./guard.sh" });
  await workspace.approveAll();
  lock = join(workspace.project, "snaphook.lock");
});

const pin = (): string[] =>
  workspace
    .open()
    .lock(workspace.hooks(), true)
    .map(({ what }) => what);

test("pins the hooks of the project, says what changes, and is the same on every machine", () => {
  expect(pin()).toEqual(["PreToolUse guard"]);
  const text = readFileSync(lock, "utf8");
  expect(text).not.toContain(workspace.root);
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    hooks: [{ name: "guard", event: "PreToolUse", files: [{ path: "./guard.sh" }] }],
  });
  expect(pin()).toEqual([]);
  expect(readFileSync(lock, "utf8")).toBe(text);
});

test("a hook that drifted does not run, even where it is approved", async () => {
  pin();
  workspace.write("guard.sh", "two");
  expect(workspace.looked()).toMatchObject([
    { state: "drifted", runs: false, why: "it is not what snaphook.lock pins" },
  ]);
  await workspace.approveAll();
  expect(workspace.states()).toEqual(["drifted"]);
  expect(workspace.states({ once: true })).toEqual(["drifted"]);
  pin();
  expect(workspace.states()).toEqual(["approved"]);
  workspace.settings({ name: "guard", command: "./guard.sh" }, { name: "more", command: "true" });
  await workspace.approveAll();
  expect(workspace.looked()).toMatchObject([
    { state: "approved" },
    { state: "drifted", why: "snaphook.lock does not know it" },
  ]);
});

test("it gives no trust of its own: the project has no vote on itself", async () => {
  pin();
  await workspace.open().revoke(null);
  expect(workspace.states()).toEqual(["new"]);
});

test("local hooks are one person's and are not pinned", async () => {
  workspace.write(
    ".snaphook/settings.local.json",
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ name: "mine", command: "true" }] }] } }),
  );
  pin();
  await workspace.approveAll();
  expect(readFileSync(lock, "utf8")).not.toContain("mine");
  expect(workspace.states()).toEqual(["approved", "approved"]);
});

test("a file of the home folder is approved by each person and not pinned", async () => {
  const tool = workspace.write(join(workspace.userHome, "bin", "tool"), "one");
  workspace.settings({ name: "guard", command: "~/bin/tool" });
  pin();
  await workspace.approveAll();
  workspace.write(tool, "two");
  expect(workspace.states()).toEqual(["changed"]);
  expect(readFileSync(lock, "utf8")).not.toContain('bin/tool"');
});

test.each(["C:guard.sh", "\\guard.sh", "..guard.sh"])(
  "a file of the project is pinned whatever it is called: %s",
  async (name) => {
    workspace.write(name, "one");
    workspace.settings({ name: "guard", command: "sh", args: [name] });
    pin();
    workspace.write(name, "two");
    await workspace.approveAll();
    expect(workspace.states()).toEqual(["drifted"]);
  },
);

test("hooks of the same name are distinguished", async () => {
  workspace.settings({ name: "same", command: "one" }, { name: "same", command: "two" });
  expect(pin()).toEqual(["PreToolUse same", "PreToolUse same (2)"]);
  await workspace.approveAll();
  expect(workspace.states()).toEqual(["approved", "approved"]);
});

describe("a lock file that cannot be used: nothing runs, it is said why, and it stays as it is", () => {
  test.each<[string, () => void, string]>([
    ["is no JSON", () => writeFileSync(lock, "{"), "cannot be read"],
    ["is a list", () => writeFileSync(lock, "[]"), "is not an object"],
    [
      "is of a newer version",
      () => writeFileSync(lock, '{"version":2,"hooks":[]}'),
      "is of version 2; this Snaphook knows 1: update it",
    ],
    [
      "is something else",
      () => writeFileSync(lock, '{"version":1}'),
      "is not a lock file; write it with",
    ],
    [
      "has a damaged hook",
      () => writeFileSync(lock, '{"version":1,"hooks":[{"name":"x"}]}'),
      "is not a lock file",
    ],
    ["is a folder", () => mkdirSync(lock), "is not a regular file"],
    ["is a link", () => symlinkSync("elsewhere", lock), "is not a regular file"],
  ])("%s", (_, spoil, why) => {
    rmSync(lock, { force: true });
    spoil();
    expect(workspace.looked()[0]).toMatchObject({ state: "unknown", runs: false });
    expect(workspace.looked()[0]?.why).toContain(why);
    expect(workspace.states({ once: true })).toEqual(["unknown"]);
    expect(() => pin()).toThrow(why);
  });
});
