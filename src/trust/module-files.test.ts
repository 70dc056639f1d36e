import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { lookAtModule } from "./module-files.js";

/** A module `guard.mjs` among other files: what is a part of its approval, from the folder that it is in. */
function lookAtFiles(files: Readonly<Record<string, string>>): {
  files: string[];
  unknown: readonly string[];
  fault: string | null;
} {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const isMeant = (path: string): boolean => path.startsWith(root);
  const looked = lookAtModule([join(root, "guard.mjs")], isMeant, root);
  const { states, unknown, fault } = looked;
  return { files: states.map(({ path }) => relative(root, path)), unknown, fault };
}

test.each<[name: string, files: Readonly<Record<string, string>>, found: readonly string[]]>([
  [
    "a file by its path, and what that names",
    { "guard.mjs": 'import "./a.js"', "a.js": 'require("./b.cjs")', "b.cjs": "", "c.js": "" },
    ["a.js", "b.cjs", "guard.mjs"],
  ],
  [
    "a name without its ending, and TypeScript's",
    { "guard.mjs": 'import "./a"; import "./t.js"', "a.cjs": "", "t.ts": "" },
    ["a.cjs", "guard.mjs", "t.ts"],
  ],
  [
    "a folder: its index, its package.json and the file that this names",
    {
      "guard.mjs": 'require("./lib")',
      "lib/index.js": "",
      "lib/package.json": '{"main":"./deep/main.js","exports":"./no.js"}',
      "lib/deep/main.js": "",
      "lib/no.js": "",
    },
    ["guard.mjs", "lib/deep/main.js", "lib/index.js", "lib/package.json"],
  ],
])("%s", (_name, files, found) => {
  expect(lookAtFiles(files)).toEqual({ files: found, unknown: [], fault: null });
});

test.each<[name: string, imported: string, settings: object, found: readonly string[]]>([
  [
    "a name of its package leads by imports",
    "#rules",
    { imports: { "#rules": { node: "./a.js", default: "./b.js" } }, exports: "./c.js" },
    ["a.js", "b.js", "guard.mjs", "package.json"],
  ],
  [
    "its package's own name by exports and main",
    "mine/x",
    { name: "mine", exports: { "./x": "./a.js" }, main: "./b.js", imports: { "#c": "./c.js" } },
    ["a.js", "b.js", "guard.mjs", "package.json"],
  ],
  [
    "another package's name is only a name",
    "other",
    { name: "mine", main: "./a.js" },
    ["guard.mjs"],
  ],
  [
    "a name that only begins like it, too",
    "mines",
    { name: "mine", main: "./a.js" },
    ["guard.mjs"],
  ],
])("%s", (_name, imported, settings, found) => {
  const files = {
    "guard.mjs": `import ${JSON.stringify(imported)}`,
    "package.json": JSON.stringify(settings),
    "a.js": "",
    "b.js": "",
    "c.js": "",
  };
  expect(lookAtFiles(files)).toEqual({ files: found, unknown: [imported], fault: null });
});

test("the next package.json above counts, whatever lies between", () => {
  const files = {
    "package.json": '{"imports":{"#rules":"./a.js"}}',
    "a.js": "",
    "guard.mjs": 'import "./in/side/b.mjs"',
    "in/side/b.mjs": 'import "#rules"',
    // A folder of that name is none.
    "in/side/package.json/x": "",
  };
  expect(lookAtFiles(files).files).toEqual(["a.js", "guard.mjs", "in/side/b.mjs", "package.json"]);
});
