import fc from "fast-check";
import { stringify } from "smol-toml";
import { expect, test } from "vitest";
import type { Located } from "../config/index.js";
import { readToml } from "./read-toml.js";

const read = (text: string): Located => {
  const found = readToml({ state: "read", text, isUtf8: true, hasBom: false, isLink: false });
  if (!("root" in found)) throw new Error(JSON.stringify(found));
  return found.root;
};

/** `path:line` of every value, the top left out. */
function places(value: Located, path = ""): readonly string[] {
  const own = path === "" ? [] : [`${path}:${value.line}`];
  if (value.type === "list")
    return [...own, ...value.items.flatMap((item, at) => places(item, `${path}[${at}]`))];
  if (value.type !== "object") return own;
  return [
    ...own,
    ...value.members.flatMap(({ key, value: item }) => places(item, `${path}/${key}`)),
  ];
}

const rows: readonly [name: string, text: string, lines: readonly string[]][] = [
  ["keys", "a = 1\n\nb = 'x'", ["/a:1", "/b:3"]],
  ["a comment with a line separator in it", "a = 1 # x\u2028[t]\nc = 3", ["/a:1", "/c:2"]],
  ["tables", "[a]\nb = 1\n[a.c]\nd = 2", ["/a:1", "/a/b:2", "/a/c:3", "/a/c/d:4"]],
  [
    "lists of tables, one in another",
    "[[h.P]]\nm = 1\n[[h.P.k]]\nc = 1\n[[h.P.k]]\nc = 2\n[[h.P]]\n[[h.P.k]]\nc = 3",
    [
      "/h:1",
      "/h/P:1",
      "/h/P[0]:1",
      "/h/P[0]/m:2",
      "/h/P[0]/k:3",
      "/h/P[0]/k[0]:3",
      "/h/P[0]/k[0]/c:4",
      "/h/P[0]/k[1]:5",
      "/h/P[0]/k[1]/c:6",
      "/h/P[1]:7",
      "/h/P[1]/k:8",
      "/h/P[1]/k[0]:8",
      "/h/P[1]/k[0]/c:9",
    ],
  ],
  [
    "lists and tables in a value",
    "a = [\n # no\n { b = 1, c.d = [2,\n3] }, ]\ne = 4",
    [
      "/a:1",
      "/a[0]:3",
      "/a[0]/b:3",
      "/a[0]/c:3",
      "/a[0]/c/d:3",
      "/a[0]/c/d[0]:3",
      "/a[0]/c/d[1]:4",
      "/e:5",
    ],
  ],
  [
    "texts with signs and lines in them",
    'a = "[x] # \\" = \\\\"\nb = """\n[[no]]\n\\""" = "" """\nc = \'\'\'\n"x" = 1\n\'\'\'\nd = \'[\'\ne = 1',
    ["/a:1", "/b:2", "/c:5", "/d:8", "/e:9"],
  ],
  [
    "names between quotes",
    '["a.b"]\n"c\\u0064" = 1\n\'e"\' . f = 2',
    ["/a.b:1", "/a.b/cd:2", '/a.b/e":3', '/a.b/e"/f:3'],
  ],
  ["signs of carriage", "a = 1\r\n[b]\r\nc = 2\r\n", ["/a:1", "/b:2", "/b/c:3"]],
  [
    "dates and numbers",
    "a = 1979-05-27 07:32:00 # x\nb = -inf\nc = 0x1F",
    ["/a:1", "/b:2", "/c:3"],
  ],
];

test.each(rows)("every value knows its line: %s", (_name, text, lines) => {
  expect(places(read(text)).toSorted()).toEqual(lines.toSorted());
});

test("no value of any text is without a line, and a key is on the line that it is said to be on", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
  const { tree } = fc.letrec<{ tree: unknown; table: Record<string, unknown> }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie("table"),
      fc.array(tie("table"), { maxLength: 3 }),
      fc.array(fc.string(), { maxLength: 3 }),
    ),
    table: fc.dictionary(
      fc.string({ unit: fc.constantFrom("a", ".", '"', "'", "\\", "\n", "#", "[", "=", " ", "é") }),
      tie("tree"),
      { maxKeys: 4 },
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), tree, { maxKeys: 4 }), (given) => {
      const text = stringify(given);
      const lines = text.split("\n");
      const check = (value: Located): void => {
        expect(value.line).not.toBeNull();
        if (value.type === "list") for (const item of value.items) check(item);
        if (value.type !== "object") return;
        for (const { key, line, value: item } of value.members) {
          if (/^[\w-]+$/.test(key)) expect(lines[(line ?? 0) - 1]).toContain(key);
          check(item);
        }
      };
      check(read(text));
    }),
  );
});

test("no text makes the reader throw", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "[[",
    "]]",
    "a",
    ".",
    "=",
    '"',
    "'",
    '"""',
    "'''",
    "\\",
    "\n",
    "{",
    "}",
    ",",
    "#",
    "1",
    " ",
    "hooks",
    "\0",
    "\r",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const found = readToml({
        state: "read",
        text: pieces.join(""),
        isUtf8: true,
        hasBom: false,
        isLink: false,
      });
      expect(Object.keys(found).length).toBeGreaterThan(0);
    }),
  );
});
