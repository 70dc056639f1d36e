// What grows, and how fast: each size compared with what it would take if the size before it grew in proportion.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, most, ratio, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */
/** @typedef {{ size: number, ms: number }} Point */

/** The exponent of the last step: 1 is linear; what is above it is the clock's. */
const LINEAR = 1.15;
const LONGEST_MS = 5 * 60_000;
const host = fileURLToPath(new URL("growth-host.mjs", import.meta.url));

/** @type {Suite} */
export const growth = { name: "growth", unit: "ms", bareName: "in proportion", measure };

await reportIfMain(import.meta, growth);

/** @returns {Row[]} */
function measure() {
  const output = execFileSync(process.execPath, ["--expose-gc", host], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: LONGEST_MS,
  });
  /** @type {{ measured: Record<string, Point[]>, aborts: Record<"keeper" | "place", number[]> }} */
  const { measured, aborts } = JSON.parse(output);
  const lines = measured["bytes of an answer of {} lines"]?.at(-1)?.ms ?? Number.NaN;
  return [
    ...Object.entries(measured).map(([what, points]) => rowOf(what, points)),
    most("100 KB of {} lines as an answer", lines, 0, 10),
    ratio(
      "60 hooks aborted at once, compared with in place",
      median(aborts.keeper),
      median(aborts.place),
      1,
    ),
  ];
}

/** The largest size, and what it would take by the one before. @param {string} what @param {Point[]} points @returns {Row} */
export function rowOf(what, points) {
  const [before, last] = points.slice(-2);
  const first = points[0];
  if (first === undefined || before === undefined || last === undefined)
    throw new Error(`${what}: two sizes are needed`);
  const exponent = Math.log(last.ms / before.ms) / Math.log(last.size / before.size);
  return {
    what: `${what}: ${count(first.size)} to ${count(last.size)}`,
    median: last.ms,
    bare: (before.ms * last.size) / before.size,
    aim: `linear (exponent ${exponent.toFixed(2)})`,
    value: exponent,
    limit: LINEAR,
  };
}

/** @param {number} size */
function count(size) {
  return size.toLocaleString("en-US");
}
