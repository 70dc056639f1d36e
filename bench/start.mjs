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

/** @typedef {{ what: string, args: string[], limit: (bare: number) => number, aim: string }} Start */

/** @type {Suite} */
export const start = { name: "start", unit: "ms", bareName: "bare Node", measure };

reportIfMain(import.meta, start);

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
      { what: "snaphook/core, bundled", args: [bundle], limit: () => 15, aim: "15 ms more" },
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
  return {
    what: `snaphook ${args[0]}`,
    args: [command, ...args],
    limit: (bare) => 0.3 * bare,
    aim: "1.3 × bare Node",
  };
}

/**
 * @param {string} empty
 * @param {Start[]} starts
 */
function measureStarts(empty, starts) {
  /** @type {number[]} */
  const bareTimes = [];
  /** @type {[Start, number[]][]} */
  const times = starts.map((one) => [one, []]);
  for (let run = 0; run < RUNS; run++) {
    bareTimes.push(timeOf([empty]));
    for (const [{ args }, list] of times) list.push(timeOf(args));
  }
  const bare = median(bareTimes);
  return times.map(([one, list]) => rowOf(one, median(list), bare));
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

/**
 * The aim is about what is added to bare Node.
 * @param {Start} one
 * @param {number} value
 * @param {number} bare
 * @returns {Row}
 */
function rowOf({ what, limit, aim }, value, bare) {
  const most = limit(bare);
  return {
    what,
    median: value,
    bare,
    aim: `${short(bare + most)} (${aim})`,
    value: value - bare,
    limit: most,
  };
}
