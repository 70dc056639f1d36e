// What every benchmark shares: rows with an aim, and how they are shown, written down and judged.
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * One thing that was measured, and the bare thing that it is compared with.
 * @typedef {object} Row
 * @property {string} what
 * @property {number} median
 * @property {number} bare The median of the bare thing, in the same run.
 * @property {string} aim
 * @property {number} value What the aim is about: the median, or what it adds to the bare thing.
 * @property {number} limit The most that `value` may be.
 */

/**
 * @typedef {object} Suite
 * @property {string} name Names the block in docs/performance.md as well.
 * @property {string} [page] In docs; by default `performance`.
 * @property {string} unit
 * @property {string} bareName
 * @property {() => Row[] | Promise<Row[]>} measure
 */

/** @typedef {ReturnType<typeof machine>} Machine */
/** @typedef {{ suite: Suite, rows: Row[], machine: Machine }} Measured */

/** On a machine that others use too, only a miss by more than this is a fault. */
const NOISE = 2;

/**
 * Reports suites where their file is the one that was started, not one that was imported.
 * @param {ImportMeta} meta
 * @param {Suite[]} suites
 */
export async function reportIfMain(meta, ...suites) {
  const started = process.argv[1];
  if (started !== undefined && realpathSync(started) === fileURLToPath(meta.url))
    await report(suites);
}

/**
 * Measures and prints; the exit code is 1 where an aim is missed by more than noise explains, or nothing could be measured.
 * Names choose suites; without one all are measured. What is going on is on stderr.
 * @param {Suite[]} suites
 */
export async function report(suites) {
  const { values, positionals } = parseArgs({
    options: { json: { type: "boolean" }, write: { type: "boolean" } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = suites.map(({ name }) => name).join(", ");
    process.stderr.write(`bench: there is no ${JSON.stringify(unknown)}; there are: ${known}\n`);
    process.exitCode = 2;
    return;
  }
  const wanted = suites.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  /** @type {Measured[]} */
  const measured = [];
  let failed = false;
  // One after the other: they would slow each other down.
  for (const suite of wanted) {
    const begin = performance.now();
    process.stderr.write(`${suite.name} …`);
    try {
      const one = { suite, rows: await suite.measure(), machine: machine() };
      measured.push(one);
      if (values.write === true) write(one);
    } catch (error) {
      // One that fails does not take the others with it.
      failed = true;
      process.stderr.write(` failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    process.stderr.write(` ${((performance.now() - begin) / 1000).toFixed(0)} s\n`);
  }
  process.stdout.write(values.json === true ? jsonOf(measured) : textOf(measured));
  const missed = measured.some(({ rows }) => rows.some((row) => row.value > NOISE * row.limit));
  process.exitCode = missed || failed ? 1 : 0;
}

/**
 * A row whose aim is a multiple of the bare thing.
 * @param {string} what @param {number} found @param {number} bare @param {number} limit @returns {Row}
 */
export function ratio(what, found, bare, limit) {
  const aim = limit === Infinity ? "for comparison" : `${limit} × bare`;
  return { what, median: found, bare, aim, value: found / bare, limit };
}

/**
 * A row whose aim is a number.
 * @param {string} what @param {number} found @param {number} bare @param {number} limit @returns {Row}
 */
export function most(what, found, bare, limit) {
  return { what, median: found, bare, aim: `${Number(limit.toFixed(2))}`, value: found, limit };
}

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** @param {number} number */
export function short(number) {
  if (number < 0.0995) return number.toFixed(3);
  if (number < 0.995) return number.toFixed(2);
  return number.toFixed(number < 9.95 ? 1 : 0);
}

/** @param {Row} row */
function isMet(row) {
  return row.value <= row.limit;
}

/** The machine, the day, and how busy it was with all that ran on it. */
function machine() {
  return {
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** @param {Machine} machine */
function machineLine({ cores, platform, node, date, load }) {
  return `Measured on ${date} on ${cores} cores, ${platform}, Node ${node}, with a load of ${load}.`;
}

/** @param {Measured[]} measured */
function jsonOf(measured) {
  const suites = measured.map(({ suite, rows, machine: on }) => ({
    name: suite.name,
    unit: suite.unit,
    comparedWith: suite.bareName,
    machine: on,
    rows: rows.map((row) => ({ ...row, ratio: row.median / row.bare, met: isMet(row) })),
  }));
  return `${JSON.stringify({ suites }, null, 2)}\n`;
}

/** @param {Measured} measured */
function cellsOf({ suite, rows }) {
  return [
    ["what", `median ${suite.unit}`, `${suite.bareName} ${suite.unit}`, "ratio", "aim", "met?"],
    ...rows.map((row) => [
      row.what,
      short(row.median),
      short(row.bare),
      row.bare === 0 ? "–" : (row.median / row.bare).toFixed(2),
      row.aim,
      row.limit === Infinity ? "–" : isMet(row) ? "yes" : "no",
    ]),
  ];
}

/** @param {Measured[]} measured */
function textOf(measured) {
  return measured
    .map((one) => `${plainTable(cellsOf(one))}\n${machineLine(one.machine)}\n`)
    .join("\n");
}

/** @param {string[][]} cells */
function plainTable(cells) {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  "),
  );
  return lines.map((line) => line.trimEnd()).join("\n");
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {number} column
 */
function pad(cell, width, column) {
  return isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);
}

/** @param {number} column */
function isNumeric(column) {
  return column >= 1 && column <= 3;
}

/** @param {string[][]} cells */
function markdownTable(cells) {
  const [head = [], ...body] = cells;
  const rule = head.map((_, column) => (isNumeric(column) ? "---:" : "---"));
  return [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/**
 * Puts a table between its markers in its page.
 * @param {Measured} one
 */
function write(one) {
  const page = new URL(`../docs/${one.suite.page ?? "performance"}.md`, import.meta.url);
  const text = readFileSync(page, "utf8");
  const open = `<!-- bench:${one.suite.name} -->`;
  const close = `<!-- /bench:${one.suite.name} -->`;
  const from = text.indexOf(open);
  const to = text.indexOf(close);
  if (from < 0 || to < from) throw new Error(`${page.pathname} has no ${open} … ${close}`);
  const block = `${open}\n${markdownTable(cellsOf(one))}\n\n${machineLine(one.machine)}\n`;
  writeFileSync(page, text.slice(0, from) + block + text.slice(to));
}
