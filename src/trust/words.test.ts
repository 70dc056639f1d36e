import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../rules/index.js";
import { readLine } from "./command-words.js";
import { readFileState } from "./file-state.js";
import { FilePatterns } from "./glob-files.js";
import { Values } from "./variable-values.js";

describe("the words of a line", () => {
  test.each<[string, readonly string[]]>([
    ["sh a.sh", ["sh", "a.sh"]],
    ['"my guard.sh"', ["my guard.sh", "my", "guard.sh"]],
    ["my\\ guard.sh", ["my guard.sh", "my", "guard.sh", "my\\", "guard.sh"]],
    ["'a'\"b\"c", ["abc", "a", "b", "c"]],
    ["sh -c 'cd x; ./y'", ["sh", "-c", "cd x; ./y", "cd", "x", "./y"]],
    ["sh $(pwd)/a `pwd`/b", ["sh", "/here/a", "/here/b"]],
    ["a;b|c&(d)", ["a", "b", "c", "d"]],
    ['"a\\"b"', ['a"b', "a\\", "b"]],
    ["", []],
  ])("%s", (line, words) => {
    expect(new Set(readLine(line, "/here").words)).toEqual(new Set(words));
  });
});

describe("what a line does nothing but write to is none of its words", () => {
  test.each([
    ["./a > out.txt", "out.txt"],
    ["./a >> 'out.txt' 2>err.txt", "out.txt"],
    ["./a 2>err.txt", "err.txt"],
    ['./a >> "$LOGS/out.txt"', "$LOGS/out.txt"],
    ["./a >> ${LOGS}/out.txt", "${LOGS}/out.txt"],
    ['echo "$(date)" >> out.txt; ./a', "out.txt"],
    ["./a >out.txt; ./b >out.txt", "out.txt"],
    ["./a &> out.txt", "out.txt"],
  ])("%s", (line, output) => {
    const { words } = readLine(line, "/here");
    expect(words).not.toContain(output);
    expect(words).toContain("./a");
  });

  test.each([
    ["./a > out.sh; sh out.sh", "out.sh"],
    ['sh out.sh > "out.sh"', "out.sh"],
    [': "a>"; ./out.sh "b"', "./out.sh"],
    [": '>' out.sh", "out.sh"],
    [": \\> out.sh", "out.sh"],
    ["# >\nout.sh", "out.sh"],
    ["sh < out.sh", "out.sh"],
    ['# "\n: ">" ./out.sh ""', "./out.sh"],
    [': "$(: ">" ; ./out.sh "" )"', "./out.sh"],
    ["cat > x.out.sh < out.sh", "out.sh"],
  ])("but %s may run it or read it", (line, input) => {
    expect(readLine(line, "/here").words).toContain(input);
  });
});

test("variables that a line sets are told in their order", () => {
  expect(readLine('A=1 B="$A/x"; C=$(date) sh "$B"', "/here").variables).toEqual([
    ["A", "1"],
    ["B", "${A}/x"],
    ["C", UNKNOWN],
  ]);
});

test("words are told that are known only in part", () => {
  expect(readLine('sh "$(dirname "$0")/a.sh" ${X%/}/b.sh plain $Y', "/here").unknown).toEqual([
    UNKNOWN,
    `${UNKNOWN}/a.sh`,
    `${UNKNOWN}/b.sh`,
  ]);
});

describe("a word with its variables filled in", () => {
  const values = (): Values => new Values({ HOME: "/home/me", A: "a", EMPTY: "" });

  test.each<[string, readonly string[]]>([
    ["plain", ["plain"]],
    ["$A/x", ["a/x"]],
    ["${A}/x", ["a/x"]],
    ["x$A$A", ["xaa"]],
    ["~/x", ["/home/me/x"]],
    ["~", ["/home/me"]],
    ["~you/x", ["~you/x"]],
    ["x~/y", ["x~/y"]],
    ["$EMPTY/x", ["/x"]],
    ["$NONE/x", [`${UNKNOWN}/x`]],
    ["${A:-b}/x", ["a/x", "b/x"]],
    ["${NONE-b}/x", ["b/x"]],
    ["${NONE:=b}", ["b"]],
    ["${A:+b}", ["a", "b"]],
    ["${A%/}/x", ["a/x", `${UNKNOWN}/x`]],
    ["${A#x}", ["a", UNKNOWN]],
    ["$1", ["$1"]],
    ["a$", ["a$"]],
  ])("%s", (word, meanings) => {
    expect(values().fillIn(word)).toEqual(meanings);
  });

  test("one that was set twice means two things, and so does what is made of it", () => {
    const both = values();
    both.assign("A", "b");
    both.assign("C", "$A/c");
    expect(both.fillIn("$C.sh")).toEqual(["a/c.sh", "b/c.sh"]);
  });

  test("without a home the tilde is nothing", () => {
    expect(new Values({}).fillIn("~/x")).toEqual(["/x"]);
  });

  test("there is an end to what one word may mean", () => {
    const many = values();
    for (let value = 0; value < 100; value++) many.assign("N", String(value));
    expect(many.fillIn("$N$N")).toHaveLength(32);
  });
});

describe("on a disk", () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-words-")));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(...paths: readonly string[]): void {
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), path);
    }
  }

  test.each<[string, readonly string[]]>([
    ["a.sh", []],
    ["hooks/*.sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/?.sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/[a].sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/{a,c}.sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["ho*/a.sh", ["hooks/a.sh"]],
    ["*/*.txt", ["hooks/c.txt"]],
    ["hooks/**/*.sh", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh"]],
    ["hooks/d**", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh"]],
    ["*", []],
    ["**", []],
    ["?", []],
    ["a.sh*", ["a.sh.txt"]],
    ["nowhere/*.sh", []],
    ["hooks/a.s*/x", []],
  ])("the pattern %s names", (pattern, files) => {
    write("hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh", "a.sh.txt");
    const patterns = new FilePatterns([root]);
    const found = patterns.files(join(root, pattern)).map((path) => path.slice(root.length + 1));
    const names = [...new Set(found)].toSorted();
    // `*/*.txt` begins in a root with nothing but a star.
    expect(names).toEqual(pattern.startsWith("*") ? [] : files);
    expect(patterns.fault).toBeNull();
  });

  test("patterns with too many files are a fault, and are not followed further", () => {
    write(...Array.from({ length: 200 }, (_, index) => `x/${index}.sh`));
    const patterns = new FilePatterns([]);
    const look = (): number => patterns.files(join(root, "x/1?.sh")).length;
    for (let times = 0; times < 99; times++) expect(look()).toBe(10);
    expect(patterns.fault).toBeNull();
    expect(look()).toBe(10);
    expect(patterns.fault).toBe("its patterns name more files than can be looked at");
    expect(look()).toBe(0);
  });

  test("a link on the way that led elsewhere for a while is another state", () => {
    write("one/guard.sh");
    symlinkSync("one", join(root, "folder"));
    symlinkSync("folder/guard.sh", join(root, "near"));
    symlinkSync(join(root, "near"), join(root, "far"));
    const path = join(root, "far");
    const before = readFileState(path);
    expect(before?.real).toBe(join(root, "one/guard.sh"));
    expect(readFileState(path)?.identity).toBe(before?.identity);
    for (const link of ["folder", "near", "far"]) {
      const known = readFileState(path)?.identity;
      rmSync(join(root, link));
      symlinkSync(
        link === "folder" ? "one" : link === "near" ? "folder/guard.sh" : join(root, "near"),
        join(root, link),
      );
      expect({ link, identity: readFileState(path)?.identity }).not.toEqual({
        link,
        identity: known,
      });
    }
  });
});
