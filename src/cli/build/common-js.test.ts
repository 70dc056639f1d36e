import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { edited, editsForCommonJs } from "./common-js.js";

const kit = 'import { deny } from "snaphook/hook";';

test.each<[string, string, string | null]>([
  ["the hook", `${kit}\nexport default f(deny);`, `${kit}\nmodule.exports = f(deny);`],
  ["no export", `${kit}\nf(deny);`, `${kit}\nf(deny);`],
  [
    "names of what Node has, before and after the kit",
    `import { a, b as c } from "node:x";\n${kit}\nimport { d } from "node:y";\nexport default f;`,
    `const { a: a, b: c } = require("node:x");\n${kit}\nconst { d: d } = require("node:y");\nmodule.exports = f;`,
  ],
  [
    "the whole of what Node has",
    `import a from "node:x";\nimport * as b from "node:y";\nimport "node:z";\n${kit}`,
    `const a = require("node:x");\nconst b = require("node:y");\nrequire("node:z");\n${kit}`,
  ],
  ["both at once", `import a, { b } from "node:x";\n${kit}`, null],
  ["a second export", `${kit}\nexport const a = 1;\nexport default f;`, null],
  ["a function with a name", `${kit}\nexport default function f() {}`, null],
  ["the address of the file", `${kit}\nf(import.meta.url);`, null],
])("as CommonJS: %s", (_what, source, expected) => {
  const edits = editsForCommonJs(parseSync("hook.mjs", source).module);
  if (expected === null || edits === null) return expect(edits).toBe(expected);
  const { text, at } = edited(source, edits, source.indexOf(kit));
  expect([text, text.slice(at, at + kit.length)]).toEqual([expected, kit]);
});
