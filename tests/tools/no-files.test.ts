import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { relative } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ToolBench } from "./tool-bench.js";

// Whatever is at a path, a tool answers: it never waits for it.

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const kinds: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
  "a named pipe": (path) => {
    expect(spawnSync("mkfifo", [path]).status).toBe(0);
  },
  "a socket": async (path) => {
    // A path may be too long for a socket; from its folder it is not.
    const server = createServer().listen(relative(process.cwd(), path));
    await once(server, "listening");
    ends.push(() => new Promise((done) => server.close(done)));
  },
  "a folder": (path) => mkdirSync(path),
  "a link to a device without end": (path) => symlinkSync("/dev/zero", path),
  "a link to the terminal": (path) => symlinkSync("/dev/tty", path),
  "a link to a file of the system without end": (path) => symlinkSync("/proc/kmsg", path),
  "a link in a circle": (path) => symlinkSync("place", path),
  "a file with a terabyte of nothing": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 2 ** 40);
  },
  "a file with nothing but zeros": (path) => writeFileSync(path, Buffer.alloc(1_000_000)),
};

describe.each(Object.entries(kinds))("%s", (name, make) => {
  test.each([
    ["Read", { file_path: "place" }],
    ["Edit", { file_path: "place", old_string: "a", new_string: "b" }],
    ["Grep", { pattern: "a", path: "place" }],
    ["Grep", { pattern: "a" }],
    ["Glob", { pattern: "**" }],
  ])("%s %j", { timeout: 60_000 }, async (tool, input) => {
    const bench = new ToolBench();
    await make(bench.path("place"));
    const { text, failed = false } = await bench.call(tool, input);
    const isFound = tool === "Glob" && name.startsWith("a file");
    const isSearch =
      tool === "Glob" || (tool === "Grep" && (!("path" in input) || name.startsWith("a f")));
    expect([failed, isFound ? text : text === "Nothing found."]).toEqual([
      !isSearch,
      isFound ? "place" : isSearch,
    ]);
  });

  test("Write", { timeout: 60_000 }, async () => {
    const bench = new ToolBench();
    await make(bench.path("place"));
    const { failed = false } = await bench.call("Write", { file_path: "place", content: "x" });
    expect(failed).toBe(!name.startsWith("a file"));
  });
});

test("a search in very long lines gives others their turn", { timeout: 60_000 }, async () => {
  const long = "abcd ".repeat(1_000_000);
  const bench = new ToolBench({ "a.txt": `end\n${long}end\n`, "b.txt": `${long}\n` });
  expect(await bench.call("Grep", { pattern: "(?i)foo.*bar|end$" })).toEqual({
    text: "a.txt:1:end\n(2 lines are too long; only the first 20000 characters of each were searched)",
  });
});

test("an edit that would make a file too large is an error", async () => {
  const bench = new ToolBench({ "a.txt": "a".repeat(100_000) });
  const input = {
    file_path: "a.txt",
    old_string: "a",
    new_string: "b".repeat(1_000_000),
    replace_all: true,
  };
  expect(await bench.call("Edit", input)).toEqual({
    text: "a.txt would have 100000000000 characters; more than 5242880 are not written.",
    failed: true,
  });
});
