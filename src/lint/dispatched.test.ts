import { expect, test } from "vitest";
import { dispatched } from "./dispatched.js";

const start = `import { dirname, join } from "path";
import { fileURLToPath } from "url";
const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const hookName = String(process.argv[2] || "").trim();
`;
const spawn = `const result = spawnSync(process.execPath, [target], { input });
process.exit(result.status ?? 1);
`;

test.each<[what: string, source: string, path: string | null]>([
  [
    "a template",
    `${start}const target = join(ROOT, "scripts", \`\${hookName}.mjs\`);\n${spawn}`,
    "./../scripts/guard.mjs",
  ],
  ["a sum", `${start}const target = join(HERE, hookName + ".mjs");\n${spawn}`, "./guard.mjs"],
  [
    "CommonJS",
    `const name = process.argv[2];\nconst file = path.join(__dirname, "hooks", \`\${name}.js\`);\nrequire(file);\n`,
    "./hooks/guard.js",
  ],
  [
    "a folder that is joined",
    `${start}const LIB = join(HERE, "../lib");\nconst target = join(LIB, \`\${hookName}.mjs\`);\n${spawn}`,
    "./../lib/guard.mjs",
  ],
  [
    "a file that is only read",
    `${start}const target = join(ROOT, \`\${hookName}.txt\`);\nreadFileSync(target);\n`,
    null,
  ],
  [
    "a folder from the environment",
    `${start}const target = join(process.env.X, \`\${hookName}.mjs\`);\n${spawn}`,
    null,
  ],
  ["another name", `${start}const target = join(ROOT, \`\${other}.mjs\`);\n${spawn}`, null],
  ["no argument", `const target = join(ROOT, "a.mjs");\n${spawn}`, null],
])("the script that an argument names: %s", (_what, source, path) => {
  expect(dispatched(source, "guard")).toBe(path);
});
