// What loading snaphook/core and starting the command add to the start of a bare Node process.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { median, reportIfMain, short } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const RUNS = 40;

const core = fileURLToPath(new URL("../dist/core.js", import.meta.url));
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

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
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const empty = join(folder, "empty.cjs");
    const bundle = join(folder, "bundle.cjs");
    writeFileSync(empty, "");
    buildSync({
      entryPoints: [core],
      outfile: bundle,
      bundle: true,
      format: "cjs",
      platform: "node",
    });
    return measureStarts(empty, [
      { what: "snaphook/core, bundled", args: [bundle], aim: addsAtMost15 },
      ofCommand("--help"),
      ofCommand("--version"),
      ofCommand("explain PreToolUse --exit 2 --stderr x --stdout-file /dev/null"),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} line
 * @returns {Start}
 */
function ofCommand(line) {
  const args = line.split(" ");
  return { what: `snaphook ${args[0]}`, args: [command, ...args], aim: isAtMost1point3 };
}

/**
 * @param {number} value
 * @param {number} bare
 * @returns {Aim}
 */
function addsAtMost15(value, bare) {
  return { aim: `${short(bare + 15)} (bare Node + 15)`, value: value - bare, limit: 15 };
}

/**
 * @param {number} value
 * @param {number} bare
 * @returns {Aim}
 */
function isAtMost1point3(value, bare) {
  const limit = 1.3 * bare;
  return { aim: `${short(limit)} (1.3 × bare Node)`, value, limit };
}

/**
 * Starts everything in turn, each round beginning with another one, so that none always follows the same.
 * @param {string} empty
 * @param {Start[]} starts
 * @returns {Row[]}
 */
function measureStarts(empty, starts) {
  const lines = [[empty], ...starts.map(({ args }) => args)];
  /** @type {number[][]} */
  const times = lines.map(() => []);
  for (let turn = 0; turn < RUNS * lines.length; turn++) {
    const index = (turn + Math.floor(turn / lines.length)) % lines.length;
    times[index]?.push(timeOf(lines[index] ?? []));
  }
  const [bare = Number.NaN, ...medians] = times.map(median);
  return starts.map(({ what, aim }, index) => {
    const value = medians[index] ?? Number.NaN;
    return { what, median: value, bare, ...aim(value, bare) };
  });
}

/**
 * Milliseconds from the start of a Node process to its end, its output read through pipes.
 * @param {string[]} args
 */
function timeOf(args) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`node ${args.join(" ")}: exit code ${status}`);
  return took;
}
