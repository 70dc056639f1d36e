import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ToolBench } from "./tool-bench.js";

const bench = (): ToolBench => {
  const made = new ToolBench({ "a.txt": "a", "..notes/b.txt": "b", "folder/c.txt": "c" });
  const neighbour = join(made.root, "the workspace 2");
  mkdirSync(neighbour);
  writeFileSync(join(neighbour, "d.txt"), "d");
  symlinkSync("folder", made.path("inner"));
  symlinkSync(neighbour, made.path("outer"));
  symlinkSync("none.txt", made.path("nowhere"));
  symlinkSync("circle", made.path("circle"));
  return made;
};

test.each<[string, (workspace: string) => string, string]>([
  ["relative", () => "a.txt", "1\ta"],
  ["with dots that stay inside", () => "folder/../a.txt", "1\ta"],
  ["absolute", (workspace) => join(workspace, "a.txt"), "1\ta"],
  ["of a folder whose name begins with two dots", () => "..notes/b.txt", "1\tb"],
  ["through a link that stays inside", () => "inner/c.txt", "1\tc"],
])("a path that is %s is read", async (_name, path, text) => {
  const made = bench();
  expect(await made.call("Read", { file_path: path(made.workspace) })).toEqual({ text });
});

test.each<[string, string, RegExp]>([
  ["up and out", "../the workspace 2/d.txt", /^\.\.\/\S.* is outside of the workspace /],
  ["the folder above", "..", /^\.\. is outside of the workspace /],
  ["through a link", "outer/d.txt", /^outer\/d\.txt is outside of the workspace /],
  ["through a link to what is not there yet", "outer/new.txt", /is outside of the workspace /],
  ["a link to nothing", "nowhere", /nowhere is a link that leads nowhere\.$/],
  ["below a link to nothing", "nowhere/x", /nowhere\/x is a link that leads nowhere\.$/],
  ["a link to itself", "circle", /circle cannot be reached \(ELOOP\)\.$/],
  ["a NUL", "a.txt\0", /^The path is empty or holds a NUL\.$/],
])("a path that leads %s is refused to readers and writers", async (_name, path, says) => {
  const made = bench();
  const before = made.names();
  const refused = { text: expect.stringMatching(says) as string, failed: true };
  expect([
    await made.call("Read", { file_path: path }),
    await made.call("Write", { file_path: path, content: "new" }),
    await made.call("Glob", { pattern: "*", path }),
    await made.call("Grep", { pattern: "x", path }),
  ]).toEqual([refused, refused, refused, refused]);
  expect(made.names()).toEqual(before);
});

test("a folder next to the workspace whose name begins like it is outside", async () => {
  const made = bench();
  const path = join(made.root, "the workspace 2", "d.txt");
  expect(await made.call("Read", { file_path: path })).toEqual({
    text: `${path} is outside of the workspace ${made.workspace}.`,
    failed: true,
  });
});
