import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../shell/index.js";
import { readLine } from "./command-words.js";
import { readFileState } from "./file-state.js";
import { FilePatterns } from "./glob-files.js";
import { VariableValues } from "./variable-values.js";
import { temporaryFolder } from "../../tests/workspace.js";

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
    ["sh gu\\\nard.sh", ["sh", "guard.sh", "gu\nard.sh", "gu", "gu\\", "ard.sh"]],
    ['"gu\\\nard.sh"', ["guard.sh", "gu\\\nard.sh", "gu\\", "ard.sh"]],
    ["$'\\x67uard.sh'", ["guard.sh", "$\\x67uard.sh", "$", "\\x67uard.sh"]],
    ["sh -c \"$'\\x61'\"", ["sh", "-c", "a", "$'\\x61'", "$", "\\x61"]],
    ["sh < $'\\x61'", ["sh", "a", "$\\x61", "$", "\\x61"]],
    ["$A/b", ["$A/b", "${A}/b"]],
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
    ["sh <> out.sh", "out.sh"],
    ["sh 0<>out.sh", "out.sh"],
  ])("but %s may run it or read it", (line, input) => {
    expect(readLine(line, "/here").words).toContain(input);
  });
});

test.each([
  ["true", ["true"]],
  ["cd hooks && ./guard.sh; true", ["cd", "true"]],
  [": comment; echo x | [ -f y ]", [":", "[", "echo"]],
  ["env true", []],
  ["true; env true", []],
  ["sh -c 'true'", []],
  ["env -S 'true x'", []],
  ["true <<E\ntrue\nE", []],
  ["if true; then echo x; fi\n{ cd y; }", ["cd", "echo", "true"]],
  ["printf x", []],
  ["./true; /bin/cd x", []],
  ["enable -n true; true", []],
])("what the shell does itself in %s", (line, builtins) => {
  expect(readLine(line, "/here").builtins).toEqual(builtins);
});

test("variables that a line sets are reported in their order", () => {
  expect(readLine('A=1 B="$A/x"; C=$(date) sh "$B"', "/here").variables).toEqual([
    ["A", "1"],
    ["B", "${A}/x"],
    ["C", UNKNOWN],
  ]);
});

test("words are reported that are known only in part", () => {
  expect(readLine('sh "$(dirname "$0")/a.sh" ${X%/}/b.sh plain $Y', "/here").unknown).toEqual([
    UNKNOWN,
    `${UNKNOWN}/a.sh`,
    `${UNKNOWN}/b.sh`,
  ]);
});

test("so is what is read from", () => {
  expect(readLine('sh < "$(top)/a.sh" > "$(top)/b.sh" 3<>$(top)/c', "/here").unknown).toEqual([
    `${UNKNOWN}/a.sh`,
    `${UNKNOWN}/c`,
  ]);
});

test("a text that a line brings along is no word of it", () => {
  expect(readLine('cat <<< "$(x)/a.sh"', "/here").unknown).toEqual([]);
  expect(readLine("cat <<END\n$(x)/a.sh b\nEND\n", "/here").unknown).toEqual([]);
});

describe("a word with its variables filled in", () => {
  const values = (): VariableValues =>
    new VariableValues({ HOME: "/home/me", PWD: "/here", A: "a", EMPTY: "" });

  test.each<[string, readonly string[]]>([
    ["plain", ["plain"]],
    ["$A/x", ["a/x"]],
    ["${A}/x", ["a/x"]],
    ["x$A$A", ["xaa"]],
    ["~/x", ["/home/me/x"]],
    ["~", ["/home/me"]],
    ["~you/x", ["~you/x", "/home/me/x"]],
    ["~me", ["~me", "/home/me"]],
    ["~+/x", ["/here/x"]],
    ["~+", ["/here"]],
    ["~+x/y", ["~+x/y", "/home/me/y"]],
    ["~$A/x", ["~a/x", "/home/me/x"]],
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
    expect(new VariableValues({}).fillIn("~/x")).toEqual(["/x"]);
    expect(new VariableValues({}).fillIn("~+/x")).toEqual(["/x"]);
  });

  test("there is an end to what one word may mean, and it is reported", () => {
    const many = values();
    for (let value = 0; value < 15; value++) many.assign("N", String(value));
    expect(many.fillIn("$N")).toHaveLength(15);
    expect([many.isCut, many.fillIn("$N$N").length, many.isCut]).toEqual([false, 200, true]);
  });

  test("there is an end to what a variable may be, and it is reported", () => {
    const many = values();
    for (let value = 0; value < 200; value++) many.assign("N", String(value));
    expect([many.fillIn("$N").length, many.isCut]).toEqual([200, false]);
    many.assign("N", "more");
    expect([many.fillIn("$N").length, many.isCut]).toEqual([200, true]);
  });
});

describe("on a disk", () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
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
    ["hooks/?.s", []],
    ["hooks/.sh?", []],
    ["hooks/[a].sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/[a-b][.]sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/{a,c}.sh", ["hooks/a.sh"]],
    ["hooks/{a,?}.{sh,txt}", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt"]],
    ["hooks/{b,{a,c}}.sh", ["hooks/a.sh", "hooks/b.sh"]],
    ["hooks/{a..b}.sh", ["hooks/a.sh", "hooks/b.sh"]],
    // No choice: what `find -exec` and JSON have.
    ["hooks/{}", []],
    ['hooks/{"a":1}', []],
    ['hooks/{"a":1,"b":[2]}', []],
    ["hooks/*.t.t", []],
    ["hooks/*[", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt"]],
    ["hooks/a{", []],
    ["ho*/a.sh", ["hooks/a.sh"]],
    ["ho*", []],
    ["hooks/*/er/d.sh", ["hooks/deep/er/d.sh"]],
    ["hooks/*/*/*", ["hooks/deep/er/d.sh"]],
    ["hooks/d*", []],
    ["hooks/*", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt"]],
    ["hooks/**/*.sh", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh"]],
    ["hooks/d**", ["hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh"]],
    ["hooks/**/er/d.sh", ["hooks/deep/er/d.sh"]],
    ["hooks/**/nothing/d.sh", []],
    ["*", []],
    ["**", []],
    ["?", []],
    ["*?*/a.sh", []],
    ["*x*/a.sh", []],
    ["*/*.txt", []],
    ["a.sh*", ["a.sh.txt"]],
    ["*.txt", ["a.sh.txt"]],
    ["*h*/*.txt", ["hooks/c.txt"]],
    ["nowhere/*.sh", []],
    ["hooks/a.s*/x", []],
    ["hooks/a.sh/*", []],
  ])("the pattern %s names", (pattern, files) => {
    write("hooks/a.sh", "hooks/b.sh", "hooks/c.txt", "hooks/deep/er/d.sh", "a.sh.txt");
    const patterns = new FilePatterns([root]);
    const found = patterns.files(join(root, pattern)).map((path) => path.slice(root.length + 1));
    expect([...new Set(found)].toSorted()).toEqual(files);
    expect(patterns.fault).toBeNull();
  });

  test("signs that mean something to an expression stand for themselves", () => {
    write("x/a+b(c)^$|.d", "x/aab(c)^$|.d", "x/a+b(c)^$|xd", "x/line\nbreak.d");
    const found = new FilePatterns([]).files(join(root, "x/a+b(c)^$|.?"));
    expect(found).toEqual([join(root, "x/a+b(c)^$|.d")]);
    expect(new FilePatterns([]).files(join(root, "x/line*.d"))).toEqual([
      join(root, "x/line\nbreak.d"),
    ]);
  });

  test.each([["l*/a.sh"], ["l*/*.sh"], ["li?k/a.sh"], ["x**/a.sh"], ["x**/*.sh"]])(
    "a folder that is a link is a folder for the shell: %s",
    (pattern) => {
      write("real/a.sh");
      symlinkSync("real", join(root, "link"));
      expect(new FilePatterns([]).files(join(root, pattern))).toContain(join(root, "link/a.sh"));
    },
  );

  test.each<[string, readonly string[]]>([
    ["{x/a,b}.sh", ["x/a.sh", "b.sh"]],
    ["{b,{x/{a,c},d}}.sh", ["b.sh", "b.sh", "x/a.sh", "x/c.sh", "b.sh", "d.sh"]],
    ["x/{y/*,a}.sh", ["x/y/d.sh", "x/a.sh"]],
    ["{x/a,}.sh", ["x/a.sh", ".sh"]],
    ["{x/a}.sh", ["{x/a}.sh"]],
  ])("choices of whole ways are each taken: %s", (pattern, files) => {
    write("x/a.sh", "x/y/d.sh", "b.sh");
    const found = new FilePatterns([]).files(join(root, pattern));
    expect(new Set(found)).toEqual(new Set(files.map((path) => join(root, path))));
  });

  test("more choices than anybody could look at are a fault", () => {
    const ten = "{0,1,2,3,4,5,6,7,8,9}";
    const some = new FilePatterns([]);
    expect(some.files(`/nowhere/${ten}${ten}{/,x}`)).toHaveLength(200);
    expect(some.fault).toBeNull();
    const many = new FilePatterns([]);
    expect(many.files(`/nowhere/${ten}${ten}${ten}{/,x}`)).toEqual([]);
    expect(many.fault).toBe("its patterns name more files than can be looked at");
  });

  test("links that lead round are not followed without an end", () => {
    symlinkSync(".", join(root, "round"));
    write("a.sh");
    const patterns = new FilePatterns([]);
    expect(patterns.files(join(root, "r*/r*/*.sh"))).toEqual([join(root, "round/round/a.sh")]);
    expect(patterns.files(join(root, "x**/*.sh"))).toContain(join(root, "round/a.sh"));
    expect(patterns.fault).toBeNull();
  });

  test("a star in a root is text, and a pattern elsewhere; a link counts as a file", () => {
    write("sub/a");
    symlinkSync(join(root, "sub"), join(root, "sub/link"));
    expect(new FilePatterns([]).files(join(root, "sub/*"))).toEqual([
      join(root, "sub/a"),
      join(root, "sub/link"),
    ]);
    expect(new FilePatterns([join(root, "sub")]).files(join(root, "sub/*"))).toEqual([]);
    expect(new FilePatterns(["/"]).files("/*")).toEqual([]);
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
