import { expect, test } from "vitest";
import { linesUnder, namesUnder, sectionsOf } from "./settings-names.js";

// What settings name under a key, in the formats in which people write them.

test.each<[what: string, text: string, ...found: string[]]>([
  ["JSON", '{"plugins":["./a.js",["./b.js",{}]],"other":"./c.js"}', "./a.js", "./b.js"],
  ["JSON, deeper", '{"overrides":[{"plugins":"./a.js"}]}', "./a.js"],
  ["JSON with comments", '{// x\n"plugins":["./a.js",],}', "./a.js"],
  ["JSON with a long comment", '{/* "x",\n* / */"plugins":"a b",}', "a b"],
  ["JSON with what is no comment", '{"x":"\\"//","plugins":"a // b",}', "a // b"],
  ["JSON with no end of a comment", '{"x":"/*","plugins":"a */ b",}', "a */ b"],
  ["JSON with a comma and space before an end", '{"plugins":["a b" , \n ] , }', "a b"],
  ["JSON with what is no comma too many", '{"x":",]","plugins":"a,} b", /**/}', "a,} b"],
  ["a list of YAML", "plugins:\n  - ./a.js\n  - b\nother: ./c.js\n", "./a.js", "b"],
  ["a list that is not deeper", "plugins:\n- ./a.js\nother: ./c.js\n", "./a.js"],
  ["one line of YAML", "plugins: [./a.js, 'b']\nother: c\n", "b", "./a.js"],
  ["one value of YAML", "x:\n  plugins: ./a.js\n  other: c\n", "./a.js"],
  ["a list of TOML", 'plugins = [\n  "a",\n  "b", # no\n]\nother = "c"\n', "a", "b"],
  ["an assignment of INI", "[x]\nplugins = a, b\nother = c\n", "a", "b"],
  ["lines of INI", "plugins =\n  a\n\n  b\nother = c\n", "a", "b"],
  ["a comment", "# nothing\nplugins = a ; no\n", "a"],
  ["an attribute of XML", '<x plugins="a.php" other="c"/>', "a.php"],
  ["a list in YAML", "- plugins: a\n  other: c\n", "a"],
  ["a list in XML's or INI's quotes", "plugins='a', 'b' c\n", "a", "b"],
  ["longer words in single quotes", "plugins='aa aa' , 'bb' c\n", "aa aa", "bb", "aa"],
  ["longer words in double quotes", 'plugins = "aa", "bb" c\n', "aa", "bb"],
  ["an empty line in a list", "x:\n  plugins:\n    a\n \n    b\n  c\n", "a", "b"],
  ["entries at the depth of their key", "x:\n  plugins:\n  - aa\n  other: c\n", "aa"],
  ["another entry of a list", "- plugins: a\n- other\n", "a"],
  ["a line behind a deeper one", "  - x\nplugins: a\n b\nc\n", "a", "b"],
  ["a key in quotes", "'plugins' : a\n", "a"],
  ["each sign between words", "plugins: a;b=c(d)e<f>g|h\n", "a", "b", "c", "d", "e", "f", "g", "h"],
  ["a table of TOML", 'plugins = { a = "./b" }\nother = 1\n', "./b", "a"],
  ["a key that only ends so", "my_plugins = a\n"],
  ["nothing", ""],
])("%s", (_what, text, ...found) => {
  expect(namesUnder(text, ["plugins"])).toEqual(found);
});

test.each<[what: string, text: string, ...found: string[]]>([
  ["JSON", '{"cmd":["node a","b"]}', "node a", "b"],
  ["YAML", "cmd: node a # no\nother: x\n", "node a"],
  ["a list of YAML", "cmd:\n  - node a\n  - 'b c'\nother: x\n", "node a", "b c"],
  ["TOML", 'cmd = "node a"\nother = "x"\n', "node a"],
  ["a list of TOML", 'cmd = ["node a", "b, c"]\n', "node a", "b, c"],
  ["a list with spaces", "cmd = [ 'node a' , 'b' ]\n", "node a", "b"],
  ["a table", "cmd: {node a}\n", "node a"],
  ["lines with comments", "cmd:\n  - node a ; no\n  # no\n  - b#c\n", "node a", "b#c"],
  ["a quote on one side", "cmd: node 'a'\n", "node 'a'"],
  ["nothing", "other: x\n"],
])("lines in %s", (_what, text, ...found) => {
  expect(linesUnder(text, ["cmd"])).toEqual(found);
});

test("no keys are no names", () => {
  expect(namesUnder("a: b\n", [])).toEqual([]);
});

test("any of the keys", () => {
  expect(namesUnder('{"a":"1","b":{"c":"2"}}', ["a", "b"])).toEqual(["1", "2"]);
  expect(namesUnder("a: 1\nb: 2\n", ["a", "b"])).toEqual(["1", "2"]);
});

test("more than 200 names are no names of files", () => {
  const many = Array.from({ length: 300 }, (_, at) => `n${String(at)}`);
  expect(namesUnder(JSON.stringify({ a: many }), ["a"])).toEqual(many.slice(0, 200));
});

test("a value that does not end is read for 4,000 characters", () => {
  expect(namesUnder(`a = x\n ${" ".repeat(4000)}y\n`, ["a"])).toEqual(["x"]);
});

test.each<[what: string, text: string, found: string]>([
  ["pyproject.toml", "[a]\nx\n[tool.mypy]\ny\n[[tool.mypy.overrides]]\nz\n[tool.other]\n", "mypy"],
  ["setup.cfg", "[metadata]\nx\n[mypy]\ny\n[mypy-lib.*]\nz\n", "mypy"],
])("the sections of %s that are for a program", (_what, text, program) => {
  expect(sectionsOf(text, program).replaceAll(/\[.*\]\n/g, "")).toBe("y\nz\n");
});

test.each([
  ["another program's", "[mypyx]\ny\n", ""],
  ["in capital letters", "[MYPY]\ny\n", "[MYPY]\ny\n"],
  ["behind tool:", "[tool:mypy]\ny\n", "[tool:mypy]\ny\n"],
  ["none", "x = 1\n", ""],
])("a section that is %s", (_what, text, found) => {
  expect(sectionsOf(text, "mypy")).toBe(found);
});

test("the keys of package.json that are for a program", () => {
  expect(sectionsOf('{"eslint":1,"eslintConfig":2,"name":"x"}', "eslint")).toBe(
    '{"eslint":1,"eslintConfig":2}',
  );
  expect(sectionsOf('{"name":"x"}', "eslint")).toBe("");
});
