import { spawnSync } from "node:child_process";
import { linkSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ToolBench } from "./tool-bench.js";

/** The lines of a result: in which order folders are read is up to the system. */
const linesOf = ({ text }: { readonly text: string }): string[] => text.split("\n").toSorted();

describe("Grep", () => {
  const project = {
    "notes.txt": "apple\nAPPLE pie\n",
    "src/main.ts": "const apple = 1;\n",
    "src/deep/more.js": "// no fruit\n// apple\n",
    ".hidden/secret.txt": "apple\n",
    ".env": "KIND=apple\n",
    ".git/config": "apple\n",
    "node_modules/fruit/index.js": "apple\n",
    "src/node_modules/fruit/index.js": "apple\n",
    "image.bin": "apple\n\0",
    "large.log": `apple\n${"x".repeat(5 * 1024 * 1024)}`,
    "empty.txt": "",
  };

  test.each<[string, object, string[]]>([
    [
      "everywhere, but in .git, node_modules, binaries and files that are too large",
      { pattern: "apple" },
      [
        ".env:1:KIND=apple",
        ".hidden/secret.txt:1:apple",
        "notes.txt:1:apple",
        "src/deep/more.js:2:// apple",
        "src/main.ts:1:const apple = 1;",
      ],
    ],
    [
      "in a folder, as a path from the workspace",
      { pattern: "apple", path: "src" },
      ["src/deep/more.js:2:// apple", "src/main.ts:1:const apple = 1;"],
    ],
    ["in one file", { pattern: "apple", path: "notes.txt" }, ["notes.txt:1:apple"]],
    ["in an empty file", { pattern: "apple", path: "empty.txt" }, ["Nothing found."]],
    ["in a binary file", { pattern: "apple", path: "image.bin" }, ["Nothing found."]],
    [
      "in a folder that is passed over, where it is asked for",
      { pattern: "apple", path: ".git" },
      [".git/config:1:apple"],
    ],
    [
      "whatever the case",
      { pattern: "^apple", ignore_case: true, path: "notes.txt" },
      ["notes.txt:1:apple", "notes.txt:2:APPLE pie"],
    ],
    [
      "in files with an ending, at any depth",
      { pattern: "apple", glob: "*.{ts,js}" },
      ["src/deep/more.js:2:// apple", "src/main.ts:1:const apple = 1;"],
    ],
    [
      "in hidden files with an ending",
      { pattern: "apple", glob: "*.txt" },
      [".hidden/secret.txt:1:apple", "notes.txt:1:apple"],
    ],
    ["in hidden files that fit", { pattern: "apple", glob: "*env" }, [".env:1:KIND=apple"]],
    [
      "by a glob with folders, from the workspace on",
      { pattern: "apple", glob: "src/*.ts" },
      ["src/main.ts:1:const apple = 1;"],
    ],
    [
      "not in a file that does not match, though it is named",
      { pattern: "apple", path: "notes.txt", glob: "*.ts" },
      ["Nothing found."],
    ],
    ["nothing", { pattern: "pear" }, ["Nothing found."]],
  ])("finds %s", async (_name, input, found) => {
    const result = await new ToolBench(project).call("Grep", input);
    expect([linesOf(result), result.failed]).toEqual([found, undefined]);
  });

  test.each<[string, string, string, string]>([
    ["an empty line, and none behind the last line end", "a\n\nb\n", "^$", "a.txt:2:"],
    ["the last line without a line end", "a\nb", "b", "a.txt:2:b"],
    ["a line that ends with CRLF, as it is", "a\r\nb\r\n", "b", "a.txt:2:b\r"],
    ["a line of 500 characters whole", "x".repeat(500), "x", `a.txt:1:${"x".repeat(500)}`],
    ["the head of a longer one", "x".repeat(501), "x", `a.txt:1:${"x".repeat(500)}…`],
    [
      "a head without half of a character",
      `${"x".repeat(499)}😀`,
      "x",
      `a.txt:1:${"x".repeat(499)}…`,
    ],
    [
      "a head with all of a character",
      `${"x".repeat(498)}😀y`,
      "x",
      `a.txt:1:${"x".repeat(498)}😀…`,
    ],
  ])("shows %s", async (_name, content, pattern, text) => {
    const bench = new ToolBench({ "a.txt": content });
    expect(await bench.call("Grep", { pattern })).toEqual({ text });
  });

  test.each([
    [500, 500, ""],
    [503, 500, "\n(3 more)"],
  ])("of %d lines shows %d, and counts the others", async (count, shown, more) => {
    const bench = new ToolBench({ "a.txt": "x\n".repeat(count) });
    const lines = Array.from({ length: shown }, (_, index) => `a.txt:${index + 1}:x`);
    expect(await bench.call("Grep", { pattern: "x" })).toEqual({
      text: `${lines.join("\n")}${more}`,
    });
  });

  test("does not follow links to files and folders", async () => {
    const bench = new ToolBench({ "folder/a.txt": "apple\n" });
    symlinkSync("folder", bench.path("linked folder"));
    symlinkSync("folder/a.txt", bench.path("linked.txt"));
    symlinkSync("..", bench.path("folder/round"));
    expect(await bench.call("Grep", { pattern: "apple" })).toEqual({
      text: "folder/a.txt:1:apple",
    });
  });

  test.each<[string, object, string]>([
    [
      "an expression that is none",
      { pattern: "(" },
      expect.stringMatching(/^The expression cannot be read: .+/) as string,
    ],
    [
      "look-around, which would not be linear",
      { pattern: "(?=a)" },
      expect.stringMatching(/^The expression cannot be read: .+/) as string,
    ],
    [
      "a folder that is not there",
      { pattern: "a", path: "none" },
      "The folder cannot be read: ENOENT.",
    ],
    [
      "an empty expression",
      { pattern: "" },
      expect.stringContaining("The input is not right.") as string,
    ],
  ])("says what is wrong with %s", async (_name, input, text) => {
    expect(await new ToolBench().call("Grep", input)).toEqual({ text, failed: true });
  });
});

describe("Glob", () => {
  test("lists the last changed first, hidden ones too, without .git and node_modules", async () => {
    const files = ["old.ts", "src/new.ts", ".hidden.ts", "src/.deep/middle.ts"];
    const bench = new ToolBench(
      Object.fromEntries(
        [...files, ".git/x.ts", "node_modules/x.ts", "src/node_modules/x.ts", "a.js"].map(
          (path) => [path, ""],
        ),
      ),
    );
    for (const [index, path] of [
      "old.ts",
      ".hidden.ts",
      "src/.deep/middle.ts",
      "src/new.ts",
    ].entries())
      utimesSync(bench.path(path), 1000 + index, 1000 + index);
    expect(await bench.call("Glob", { pattern: "**/*.ts" })).toEqual({
      text: "src/new.ts\nsrc/.deep/middle.ts\n.hidden.ts\nold.ts",
    });
  });

  test("fits the pattern from its folder on, and gives paths from the workspace", async () => {
    const bench = new ToolBench({ "a.ts": "", "src/b.ts": "", "src/deep/c.ts": "" });
    expect([
      await bench.call("Glob", { pattern: "*.ts" }),
      await bench.call("Glob", { pattern: "*.ts", path: "src" }),
      await bench.call("Glob", { pattern: "src/*.ts", path: "src" }),
      await bench.call("Glob", { pattern: "*.ts", path: "a.ts" }),
    ]).toEqual([
      { text: "a.ts" },
      { text: "src/b.ts" },
      { text: "Nothing found." },
      { text: "The folder cannot be read: ENOTDIR.", failed: true },
    ]);
  });

  test("shows 500 files and counts the others", async () => {
    const names = Array.from({ length: 502 }, (_, index) => `${index}.txt`);
    const bench = new ToolBench(Object.fromEntries(names.map((name) => [name, ""])));
    const { text } = await bench.call("Glob", { pattern: "*" });
    const lines = text.split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([501, "(2 more)"]);
    expect(names.filter((name) => lines.includes(name))).toHaveLength(500);
  });
});

test("more than 20000 files are not searched, and that is said", async () => {
  const bench = new ToolBench({ "folder/0": "" });
  for (let index = 1; index < 20_001; index++)
    linkSync(bench.path("folder/0"), bench.path(`folder/${index}`));
  const refused = {
    text: "There are more than 20000 files; look in a smaller folder.",
    failed: true,
  };
  expect([
    await bench.call("Glob", { pattern: "none" }),
    await bench.call("Grep", { pattern: "none" }),
  ]).toEqual([refused, refused]);
  rmSync(bench.path("folder/0"));
  expect(await bench.call("Glob", { pattern: "none" })).toEqual({ text: "Nothing found." });
});

test.each(["Glob", "Grep"])("%s ends where the turn is aborted", async (name) => {
  const bench = new ToolBench({ "a.txt": "a" });
  await expect(bench.call(name, { pattern: "a" }, AbortSignal.abort())).rejects.toMatchObject({
    name: "AbortError",
  });
});

/** Folders in one another, so deep that no path leads to the last ones: nobody can read those, not even root. */
const deepen = `name=$(printf 'x%.0s' $(seq 200)); for n in $(seq 25); do mkdir "$name" && cd "$name" || exit 1; done`;

test.each([
  ["Grep", { pattern: "apple" }, "a.txt:1:apple"],
  ["Glob", { pattern: "a.*" }, "a.txt"],
])(
  "%s skips a folder that cannot be read, finds the rest, and warns the user",
  async (name, input, found) => {
    const bench = new ToolBench({ "a.txt": "apple\n" });
    spawnSync("bash", ["--norc", "-c", deepen], { cwd: bench.workspace });
    try {
      expect(await bench.call(name, input)).toEqual({
        text: `${found}\n(1 place could not be read)`,
      });
      expect(bench.warnings).toEqual([
        expect.stringMatching(/^cannot read x{100}… \(ENAMETOOLONG\)$/),
      ]);
    } finally {
      // Node finds no way to them either.
      spawnSync("rm", ["-rf", bench.root]);
    }
  },
);

test("of many places that cannot be read the user is told five and how many there are", async () => {
  const folders = ["0", "1", "2", "3", "4", "5", "6"];
  const bench = new ToolBench(
    Object.fromEntries(folders.map((name) => [`${name}/a.txt`, "apple"])),
  );
  for (const name of folders)
    spawnSync("bash", ["--norc", "-c", deepen], { cwd: bench.path(name) });
  try {
    const { text } = await bench.call("Glob", { pattern: "none" });
    expect(text).toMatch(/\(7 places could not be read\)$/);
    const [warning = "", ...others] = bench.warnings;
    const named = [...warning.matchAll(/(\d)\/x+… \(ENAMETOOLONG\)/g)].map(([, name]) => name);
    expect([new Set(named).size, named.length, others]).toEqual([5, 5, []]);
    expect(warning).toMatch(/\), and 2 more$/);
  } finally {
    spawnSync("rm", ["-rf", bench.root]);
  }
});

test.each(["Grep", "Glob"])("%s gives way to an abort while it works", async (tool) => {
  const names = Array.from({ length: 2000 }, (_, index) => [`f/${index}/a.txt`, "x\n".repeat(500)]);
  const bench = new ToolBench(Object.fromEntries(names) as Record<string, string>);
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error("interrupted")), 1);
  const pattern = tool === "Grep" ? "(y|z)+$" : "**/*.{ts,js}";
  await expect(bench.call(tool, { pattern }, abort.signal)).rejects.toThrow("interrupted");
});

test("Grep gives way to others in the middle of one file", async () => {
  const bench = new ToolBench({ "a.txt": "x\n".repeat(400_000) });
  // Of the first lines it is known that the file was read: from there on only a turn of its own lets the abort in.
  const abort = new AbortController();
  let looks = 0;
  const signal = Object.assign(Object.create(abort.signal) as AbortSignal, {
    throwIfAborted: () => {
      if (++looks === 100) setImmediate(() => abort.abort(new Error("interrupted")));
      abort.signal.throwIfAborted();
    },
  });
  await expect(bench.call("Grep", { pattern: "y" }, signal)).rejects.toThrow("interrupted");
});
