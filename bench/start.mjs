// What importing the package and starting its command add to the start of a bare Node process, as npm installs them.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackage } from "./installed.mjs";
import { median, reportIfMain, short } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const RUNS = 40;

/** Without what makes every start of Node slower, such as certificates to load. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => name !== "NODE_EXTRA_CA_CERTS" && name !== "NODE_OPTIONS",
  ),
);

/** @typedef {{ what: string, args: string[], aim: (value: number, bare: number) => Aim }} Start */
/** @typedef {Pick<Row, "aim" | "value" | "limit">} Aim */

/** @type {Suite} */
export const start = { name: "start", unit: "ms", bareName: "bare Node", measure };

await reportIfMain(import.meta, start);

function measure() {
  const folder = installPackage();
  try {
    const empty = join(folder, "empty.cjs");
    writeFileSync(empty, "");
    mkdirSync(join(folder, ".snaphook"));
    writeFileSync(
      join(folder, ".snaphook/settings.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ command: "true" }] }] } }),
    );
    const command = join(folder, "node_modules/snaphook/dist/cli/main.js");
    return measureStarts(folder, empty, [
      ofImport(folder, "core", 12),
      ofImport(folder, "engine", 30),
      ofCommand(command, "--help", 1.3),
      ofCommand(command, "--version", 1.3),
      ofCommand(command, "explain PreToolUse --exit 2 --stderr x --stdout-file /dev/null", 1.3),
      ofCommand(command, "run PreToolUse --tool Bash --trust-project --host snaphook", 1.8),
      ofCommand(command, "bridge run --host codex --from claude-code -- true", 1.6),
      ofHook(folder),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} part
 * @param {number} limit
 * @returns {Start}
 */
function ofImport(folder, part, limit) {
  const file = join(folder, `${part}.mjs`);
  writeFileSync(file, `import "snaphook/${part}";\n`);
  return {
    what: `import "snaphook/${part}"`,
    args: [file],
    aim: (value, bare) => ({
      aim: `${short(bare + limit)} (bare Node + ${limit})`,
      value: value - bare,
      limit,
    }),
  };
}

/**
 * @param {string} command
 * @param {string} line
 * @param {number} times
 * @returns {Start}
 */
function ofCommand(command, line, times) {
  const args = line.split(" ");
  return {
    what: `snaphook ${args.slice(0, args[0] === "bridge" ? 2 : 1).join(" ")}`,
    args: [command, ...args],
    aim: (value, bare) => {
      const limit = times * bare;
      return { aim: `${short(limit)} (${times} × bare Node)`, value, limit };
    },
  };
}

/**
 * A guard as `snaphook build` leaves it: one file with its kit, CommonJS as the empty program is.
 * @param {string} folder
 * @returns {Start}
 */
function ofHook(folder) {
  const file = join(folder, "guard.cjs");
  const [command, source] = ["../dist/cli/main.js", "../examples/guards/guard.mjs"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const args = [command ?? "", "build", source ?? ""];
  const { status } = spawnSync(process.execPath, [...args, "--out", file]);
  if (status !== 0) throw new Error(`snaphook build: exit code ${status}`);
  const times = 1.2;
  return {
    what: "a guard made by snaphook build",
    args: [file],
    aim: (value, bare) => {
      const limit = times * bare;
      return { aim: `${short(limit)} (${times} × bare Node)`, value, limit };
    },
  };
}

/**
 * Starts everything in turn, each round beginning with another one, so that none always follows the same.
 * @param {string} folder
 * @param {string} empty
 * @param {Start[]} starts
 * @returns {Row[]}
 */
function measureStarts(folder, empty, starts) {
  const lines = [[empty], ...starts.map(({ args }) => args)];
  // What V8 has compiled is kept at the first use.
  for (const line of lines) timeOf(folder, line);
  /** @type {number[][]} */
  const times = lines.map(() => []);
  for (let turn = 0; turn < RUNS * lines.length; turn++) {
    const index = (turn + Math.floor(turn / lines.length)) % lines.length;
    times[index]?.push(timeOf(folder, lines[index] ?? []));
  }
  const [bare = Number.NaN, ...medians] = times.map(median);
  return starts.map(({ what, aim }, index) => {
    const value = medians[index] ?? Number.NaN;
    return { what, median: value, bare, ...aim(value, bare) };
  });
}

/**
 * Milliseconds from the start of a Node process to its end, its output read through pipes.
 * @param {string} folder
 * @param {string[]} args
 */
function timeOf(folder, args) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...env, SNAPHOOK_HOME: join(folder, "home") },
    input: '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}',
  });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`node ${args.join(" ")}: exit code ${status}`);
  return took;
}
