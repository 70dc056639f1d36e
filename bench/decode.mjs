// What it costs to decode, decide and route one event's answers, compared with a bare JSON.parse of the same text.
import { interpret } from "snaphook/core";
import { Bench } from "tinybench";
import { answers } from "./answers.mjs";
import { median, reportIfMain, short } from "./table.mjs";

/** @import { Answer } from "./answers.mjs" */
/** @import { Row, Suite } from "./table.mjs" */

/** The two sides take turns this often, so that a busy spell of the machine hits both. */
const ROUNDS = 7;

/** @type {Readonly<Record<string, number>>} Limits in µs that do not depend on JSON.parse. */
const fixedLimits = { "one answer, 2 KB": 50, "one long text, 100 KB": 1000 };

/** @type {Suite} */
export const decode = { name: "decode", unit: "µs", bareName: "JSON.parse", measure };

await reportIfMain(import.meta, decode);

function measure() {
  const bench = new Bench({ time: 100, warmupTime: 100, throws: true });
  for (const answer of answers) {
    check(answer);
    const parsed = answer.stdouts.map(asJson);
    bench.add(answer.what, () => read(answer));
    bench.add(bareName(answer), () => parsed.map((text) => JSON.parse(text)));
  }
  /** @type {Map<string, number[]>} */
  const medians = new Map(bench.tasks.map((task) => [task.name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    bench.reset();
    for (const { name, result } of bench.runSync()) {
      if (!("latency" in result)) throw new Error(`${name}: ${result.state}`);
      medians.get(name)?.push(result.latency.p50 * 1000);
    }
  }
  return answers.map((answer) =>
    rowOf(
      answer.what,
      median(medians.get(answer.what) ?? []),
      median(medians.get(bareName(answer)) ?? []),
    ),
  );
}

/** @param {Answer} answer */
function read({ stdouts }) {
  const runs = stdouts.map((stdout) => ({ exit: 0, stdout }));
  return interpret({ dialect: "wave", event: "PreToolUse", runs });
}

/** @param {Answer} answer */
function check(answer) {
  const { outcome } = read(answer);
  if (outcome !== answer.outcome)
    throw new Error(`${answer.what}: ${outcome} instead of ${answer.outcome}`);
}

/** @param {Answer} answer */
function bareName(answer) {
  return `JSON.parse: ${answer.what}`;
}

/**
 * What JSON.parse gets: the text itself, or, where that is no JSON, the text as one JSON string.
 * @param {string} text
 */
function asJson(text) {
  return text.startsWith("{") ? text : JSON.stringify(text);
}

/**
 * @param {string} what
 * @param {number} value
 * @param {number} bare
 * @returns {Row}
 */
function rowOf(what, value, bare) {
  const fixed = fixedLimits[what];
  const limit = fixed ?? 3 * bare + 20;
  const aim = fixed === undefined ? `${short(limit)} (3 × JSON.parse + 20)` : short(limit);
  return { what, median: value, bare, aim, value, limit };
}
