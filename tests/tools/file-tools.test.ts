import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ToolBench } from "./tool-bench.js";

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\tline ${from + index}`).join(
    "\n",
  );
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("no tool waits for the file system on the thread of the host: one that does not answer would keep Ctrl-C from it", () => {
  const files = readdirSync("src/tools").filter((name) => !name.includes(".test."));
  const waiting = files.filter((name) =>
    /^import (?!type ).*"node:fs";|\b\w+Sync\(/m.test(
      readFileSync(join("src/tools", name), "utf8"),
    ),
  );
  expect([files.length > 5, waiting]).toEqual([true, []]);
});

test("changes of one file that are made at once are all made", async () => {
  const bench = new ToolBench();
  const letters = [..."abcdefghij"];
  bench.write("x.txt", letters.join("\n"));
  await Promise.all(
    letters.map((letter) =>
      bench.call("Edit", {
        file_path: "x.txt",
        old_string: letter,
        new_string: letter.toUpperCase(),
      }),
    ),
  );
  expect(bench.read("x.txt")).toBe(letters.join("\n").toUpperCase());
});

describe("Read", () => {
  const rows: readonly (readonly [
    name: string,
    content: string | Uint8Array,
    more: object,
    text: string,
  ])[] = [
    ["a file that ends with a line end", "a\nb\n", {}, "1\ta\n2\tb"],
    ["a file without a line end", "a\nb", {}, "1\ta\n2\tb"],
    ["empty lines, also the last", "\na\n\n\n", {}, "1\t\n2\ta\n3\t\n4\t"],
    ["a file of one empty line", "\n", {}, "1\t"],
    ["CRLF as it is", "a\r\nb\r\n", {}, "1\ta\r\n2\tb\r"],
    ["no character cut from a long line", "é😀".repeat(1000), {}, `1\t${"é😀".repeat(1000)}`],
    ["an empty file", "", {}, "(there is no line 1; lines in the file: 0)"],
    ["from an offset", lines(5), { offset: 4 }, numbered(4, 5)],
    ["from the last line", lines(5), { offset: 5 }, numbered(5, 5)],
    ["past the end", lines(5), { offset: 6 }, "(there is no line 6; lines in the file: 5)"],
    ["up to a limit", lines(5), { limit: 2 }, `${numbered(1, 2)}\n(3 more lines)`],
    ["all but one line", lines(5), { limit: 4 }, `${numbered(1, 4)}\n(1 more line)`],
    ["a limit that is all of it", lines(5), { limit: 5 }, numbered(1, 5)],
    ["a limit past the end", lines(5), { limit: 6 }, numbered(1, 5)],
    [
      "from an offset up to a limit",
      lines(5),
      { offset: 2, limit: 2 },
      `${numbered(2, 3)}\n(2 more lines)`,
    ],
    ["2000 lines where nothing is said", lines(2000), {}, numbered(1, 2000)],
    ["no more than that", lines(2003), {}, `${numbered(1, 2000)}\n(3 more lines)`],
    ["bytes that are no UTF-8, marked", Buffer.from([97, 0xff, 98]), {}, "1\ta\ufffdb"],
  ];
  test.each(rows)("shows %s", async (_name, content, more, text) => {
    const bench = new ToolBench({ "a file.txt": content });
    expect(await bench.call("Read", { file_path: "a file.txt", ...more })).toEqual({ text });
  });

  test.each<[string, object, string]>([
    ["a folder", { file_path: "folder" }, "folder is not a file."],
    ["the workspace itself", { file_path: "." }, ". is not a file."],
    ["what is not there", { file_path: "none.txt" }, "none.txt cannot be read: ENOENT."],
    [
      "what is below a file",
      { file_path: "text.txt/x" },
      expect.stringMatching(/cannot be reached \(ENOTDIR\)\.$/) as string,
    ],
    ["a file with a NUL in it", { file_path: "binary" }, "binary is not a text file."],
    [
      "a file that is too large",
      { file_path: "large" },
      "large has 5242881 bytes; more than 5242880 are not read.",
    ],
    [
      "an offset of 0",
      { file_path: "text.txt", offset: 0 },
      expect.stringContaining("The input is not right.") as string,
    ],
    [
      "a limit of 0",
      { file_path: "text.txt", limit: 0 },
      expect.stringContaining("The input is not right.") as string,
    ],
  ])("does not read %s", async (_name, input, text) => {
    const bench = new ToolBench({
      "text.txt": "text\n",
      "folder/x": "x",
      binary: "text first\n\0",
      large: "x".repeat(5 * 1024 * 1024 + 1),
    });
    expect(await bench.call("Read", input)).toEqual({ text, failed: true });
  });

  test("reads a file of exactly the largest size", async () => {
    const bench = new ToolBench({ large: "x".repeat(5 * 1024 * 1024) });
    expect((await bench.call("Read", { file_path: "large" })).text.length).toBe(
      5 * 1024 * 1024 + 2,
    );
  });

  test("does not wait for a named pipe that nobody writes to", async (context) => {
    const bench = new ToolBench();
    if (spawnSync("mkfifo", [bench.path("pipe")]).status !== 0) context.skip("there is no mkfifo");
    const released = join(bench.root, "released");
    // Whatever waits for the pipe is let go after a while: this process must not hang.
    const script = 'sleep 20; : > "$0"; : > "$1"';
    const helper = spawn("sh", ["-c", script, released, bench.path("pipe")], { detached: true });
    const ended = once(helper, "close");
    try {
      const result = await bench.call("Read", { file_path: "pipe" });
      expect([result, existsSync(released)]).toEqual([
        { text: "pipe is not a file.", failed: true },
        false,
      ]);
    } finally {
      if (helper.pid !== undefined) process.kill(-helper.pid, "SIGKILL");
      await ended;
    }
  });
});

describe("Write", () => {
  test("makes folders and the file, and says how much", async () => {
    const bench = new ToolBench();
    const input = { file_path: "new folder/deep/a.txt", content: "zwölf\n" };
    expect(await bench.call("Write", input)).toEqual({
      text: "Wrote 6 characters to new folder/deep/a.txt.",
    });
    expect(bench.read("new folder/deep/a.txt")).toBe("zwölf\n");
  });

  test.each([
    ["600", 0o600],
    ["755", 0o755],
    ["666", 0o666],
  ])("keeps the mode %s of a file that was there", async (_name, mode) => {
    const bench = new ToolBench({ "a.sh": "old" });
    chmodSync(bench.path("a.sh"), mode);
    await bench.call("Write", { file_path: "a.sh", content: "new" });
    expect([bench.read("a.sh"), statSync(bench.path("a.sh")).mode & 0o777]).toEqual(["new", mode]);
  });

  test("writes through a link of the workspace, and the link stays", async () => {
    const bench = new ToolBench({ "real.txt": "old" });
    symlinkSync("real.txt", bench.path("link.txt"));
    expect(await bench.call("Write", { file_path: "link.txt", content: "new" })).toEqual({
      text: "Wrote 3 characters to real.txt.",
    });
    expect([bench.read("real.txt"), bench.names()]).toEqual([
      "new",
      ["the workspace", "the workspace/link.txt", "the workspace/real.txt"],
    ]);
  });

  test.each([
    ["a folder", "folder", "folder is not a file."],
    ["the workspace itself", ".", ". is not a file."],
    [
      "what is below a file",
      "text.txt/x",
      expect.stringMatching(/cannot be reached \(ENOTDIR\)\.$/) as string,
    ],
    [
      "a name that no file may have",
      "n".repeat(300),
      expect.stringMatching(/cannot be reached \(ENAMETOOLONG\)\.$/) as string,
    ],
  ])("to %s fails, and nothing has changed", async (_name, path, text) => {
    const bench = new ToolBench({ "text.txt": "old", "folder/x": "x" });
    const before = bench.names();
    expect(await bench.call("Write", { file_path: path, content: "new" })).toEqual({
      text,
      failed: true,
    });
    expect([bench.names(), bench.read("text.txt")]).toEqual([before, "old"]);
  });

  test("that the system refuses is no success, and the old text stays", async () => {
    // No room for the longer name of a draft: the same as any other refusal, also for root.
    const name = "a".repeat(255);
    const bench = new ToolBench({ [name]: "old" });
    const before = bench.names();
    expect(await bench.call("Write", { file_path: name, content: "new" })).toEqual({
      text: `${name} cannot be written: ENAMETOOLONG.`,
      failed: true,
    });
    expect([bench.names(), bench.read(name)]).toEqual([before, "old"]);
  });

  test("into a folder that nobody may write to is no success", async (context) => {
    if (process.geteuid?.() === 0) context.skip("root may write everywhere");
    const bench = new ToolBench({ "folder/a.txt": "old" });
    chmodSync(bench.path("folder"), 0o555);
    const results = [
      await bench.call("Write", { file_path: "folder/a.txt", content: "new" }),
      await bench.call("Write", { file_path: "folder/below/b.txt", content: "new" }),
    ];
    chmodSync(bench.path("folder"), 0o755);
    expect(results).toEqual([
      { text: "folder/a.txt cannot be written: EACCES.", failed: true },
      { text: "folder/below/b.txt cannot be written: EACCES.", failed: true },
    ]);
    expect(bench.names()).toEqual([
      "the workspace",
      "the workspace/folder",
      "the workspace/folder/a.txt",
    ]);
  });

  test("to the workspace itself does not touch what is next to it", async () => {
    const bench = new ToolBench();
    const neighbour = `${bench.workspace}.${process.pid}.tmp`;
    writeFileSync(neighbour, "not ours");
    await bench.call("Write", { file_path: ".", content: "new" });
    expect(readFileSync(neighbour, "utf8")).toBe("not ours");
  });
});

describe("Edit", () => {
  test.each<[string, string, object, string, string]>([
    [
      "the only place",
      "one two three",
      { old_string: "two", new_string: "2" },
      "Replaced one place in a.txt.",
      "one 2 three",
    ],
    [
      "all of two places with replace_all",
      "two and two",
      { old_string: "two", new_string: "2", replace_all: true },
      "Replaced 2 places in a.txt.",
      "2 and 2",
    ],
    [
      "the only place with replace_all",
      "two",
      { old_string: "two", new_string: "2", replace_all: true },
      "Replaced one place in a.txt.",
      "2",
    ],
    [
      "by nothing",
      "a, b",
      { old_string: ", b", new_string: "" },
      "Replaced one place in a.txt.",
      "a",
    ],
    [
      "by a text that looks like a pattern",
      "cost",
      { old_string: "cost", new_string: "$& $1 $$" },
      "Replaced one place in a.txt.",
      "$& $1 $$",
    ],
    [
      "what looks like an expression, letter by letter",
      "a.c abc",
      { old_string: "a.c", new_string: "x" },
      "Replaced one place in a.txt.",
      "x abc",
    ],
  ])("replaces %s", async (_name, before, input, text, after) => {
    const bench = new ToolBench({ "a.txt": before });
    expect(await bench.call("Edit", { file_path: "a.txt", ...input })).toEqual({ text });
    expect([bench.read("a.txt"), bench.names()]).toEqual([
      after,
      ["the workspace", "the workspace/a.txt"],
    ]);
  });

  test.each<[string, string, object, string]>([
    [
      "two places",
      "two and two",
      { old_string: "two", new_string: "2" },
      "The old text occurs 2 times in a.txt; give more of it, or replace_all.",
    ],
    [
      "two places where replace_all is false",
      "two and two",
      { old_string: "two", new_string: "2", replace_all: false },
      "The old text occurs 2 times in a.txt; give more of it, or replace_all.",
    ],
    [
      "a text that is not there",
      "one",
      { old_string: "two", new_string: "2" },
      "The old text does not occur in a.txt.",
    ],
    [
      "a text that is not there, all of them",
      "one",
      { old_string: "two", new_string: "2", replace_all: true },
      "The old text does not occur in a.txt.",
    ],
    [
      "an empty text",
      "one",
      { old_string: "", new_string: "2", replace_all: true },
      expect.stringContaining("The input is not right.") as string,
    ],
    ["a binary file", "a\0b", { old_string: "a", new_string: "b" }, "a.txt is not a text file."],
  ])("refuses %s, and the file stays as it was", async (_name, before, input, text) => {
    const bench = new ToolBench({ "a.txt": before });
    expect(await bench.call("Edit", { file_path: "a.txt", ...input })).toEqual({
      text,
      failed: true,
    });
    expect(bench.read("a.txt")).toBe(before);
  });

  test("of a folder or of nothing makes no file", async () => {
    const bench = new ToolBench();
    mkdirSync(bench.path("folder"));
    const edit = { old_string: "a", new_string: "b" };
    expect([
      await bench.call("Edit", { file_path: "folder", ...edit }),
      await bench.call("Edit", { file_path: "none.txt", ...edit }),
    ]).toEqual([
      { text: "folder is not a file.", failed: true },
      { text: "none.txt cannot be read: ENOENT.", failed: true },
    ]);
    expect(bench.names()).toEqual(["the workspace", "the workspace/folder"]);
  });
});
