// A project with two hundred tests of hooks in four languages, made from a table and run by the built command. Prints what it took.
//   node scripts/hook-test-project.mjs
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const places = ["build", "src/old", "~", "/", ".", "*", "$HOME", '"a b"', "../x", "node_modules"];
const repositories = ["origin main", "origin HEAD", "fork topic", "origin v1", "backup x"];
const harmless = ["ls", "cat README.md", "npm test", "grep -rn rm src", "echo 'force'"];
/** @type {readonly [commands: readonly string[], expected: object][]} */
const table = [
  [places.map((place) => `rm -rf ${place}`), { outcome: "block", toModel: "never: rm -rf" }],
  [
    repositories.map((where) => `git push --force ${where}`),
    { outcome: "block", toModel: "never: git push --force" },
  ],
  [
    ["a", "b", "c", "d", "e"].map((disk) => `dd if=x of=/dev/sd${disk}`),
    { outcome: "block", toModel: "never: dd" },
  ],
  [harmless.map((line) => `sudo ${line}`), { outcome: "ask", toUser: "really? sudo" }],
  [
    ["", " --tag next", " --dry-run", " --access public", " ./pkg"].map(
      (rest) => `npm publish${rest}`,
    ),
    { outcome: "ask", toUser: "really? npm publish" },
  ],
  [
    repositories.map((where) => `git push ${where}`),
    { outcome: "proceed", toModel: "the branch is main" },
  ],
  [
    [...harmless, ...places.map((place) => `stat ${place}`)],
    { outcome: "proceed", toModel: [], toUser: [] },
  ],
];
/** What each language's guard is built from, into what, and how it is started. */
const languages = {
  sh: ["guard.sh", "guard-sh.sh", "./guard-sh.sh"],
  python: ["guard.py", "guard-python.py", "./guard-python.py"],
  node: ["guard.mjs", "guard-node.mjs", "node guard-node.mjs"],
  typescript: ["guard.ts", "guard-ts.cjs", "node guard-ts.cjs"],
};

const project = mkdtempSync(join(tmpdir(), "snaphook-languages-"));
process.on("exit", () => {
  for (const folder of [project, `${project}-home`])
    rmSync(folder, { recursive: true, force: true });
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => process.exit(130));
cpSync(join(root, "tests/hook-tests/languages"), project, { recursive: true });
mkdirSync(join(project, ".snaphook"));
const hooks = Object.entries(languages).map(([name, [source = "", out = "", command = ""]]) => {
  snaphook([0], "build", source, "--out", out);
  const tests = table.flatMap(([commands, expected]) =>
    commands.map((line) => ({
      name: `${name}: ${line}`,
      given: { event: "PreToolUse", tool: "Bash", input: { command: line }, hooks: [name] },
      expect: { ...expected, ran: [name], failed: false },
    })),
  );
  writeFileSync(
    join(project, `${name}.hooktest.json`),
    JSON.stringify({ hosts: ["snaphook"], tests }),
  );
  return { name, command, onFailure: "block" };
});
writeFileSync(
  join(project, ".snaphook/settings.json"),
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
);
const begin = performance.now();
const { stdout } = snaphook([0, 1], "test", "--trust-project", "--json");
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
const { passed, failed, results } = JSON.parse(stdout);
for (const { name, state, differences } of results)
  if (state !== "passed") console.log(`${state} ${name} ${JSON.stringify(differences)}`);
const count = Object.keys(languages).length;
console.log(`${passed} passed, ${failed} failed: hooks in ${count} languages, in ${seconds} s`);
process.exitCode = passed === 200 && failed === 0 ? 0 : 1;

/** @param {readonly number[]} expected @param {string[]} args */
function snaphook(expected, ...args) {
  const { status, signal, ...printed } = spawnSync(
    process.execPath,
    [join(root, "dist/cli/main.js"), ...args],
    {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, SNAPHOOK_HOME: `${project}-home` },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status === null || !expected.includes(status))
    throw new Error(`snaphook ${args.join(" ")}: ${status ?? signal}: ${printed.stderr}`);
  return printed;
}
