// What must hold for every answer of `interpret`, whatever a hook printed. The fuzzer and its replay
// share these checks; both hand in the module under test, so that either build can be checked.
import { isDeepStrictEqual } from "node:util";
import { changeNames, changes } from "../dist/dialects/changes.js";
import { rank, wordFaults } from "./fuzz-words.mjs";

/** @typedef {typeof import("snaphook/core")} Core */
/** @typedef {import("snaphook/core").InterpretRequest} Request */
/** @typedef {import("snaphook/core").Reading} Reading */
/** @typedef {import("snaphook/core").WireRun} WireRun */

const LARGEST = 102_400;
const SLOWEST_MS = 250;

const prototypes = [Object.prototype, Array.prototype];
const untouched = prototypes.map((prototype) => Reflect.ownKeys(prototype).length);

/** @returns {string[]} */
function prototypeFaults() {
  const touched = prototypes.some(
    (prototype, index) => Reflect.ownKeys(prototype).length !== untouched[index],
  );
  return touched ? ["a prototype was changed"] : [];
}

/**
 * What hooks have put in place of something; what may be anything may be null as well.
 * @param {Reading} reading
 * @returns {unknown[]}
 */
function rewrites(reading) {
  return changeNames
    .filter((name) => {
      const none = changes[name].spec.type === "any" ? undefined : null;
      return reading[name] !== none;
    })
    .map((name) => reading[name]);
}

/**
 * Reserved keys and odd prototypes in what a hook rewrote.
 * @param {unknown} value
 * @returns {string[]}
 */
function rewriteFaults(value) {
  if (typeof value !== "object" || value === null) return [];
  const ordinary = Array.isArray(value) ? Array.prototype : Object.prototype;
  if (Object.getPrototypeOf(value) !== ordinary) return ["a rewrite has an odd prototype"];
  if (Object.hasOwn(value, "__proto__") || Object.hasOwn(value, "constructor"))
    return ["a rewrite has a reserved key"];
  return Object.values(value).flatMap(rewriteFaults);
}

/**
 * stdout as an outsider reads it. `text` is null where the engine cannot believe the whole of it (cut,
 * not UTF-8, holding NUL); `json` is null where that text is not JSON.
 * @typedef {{ readonly text: string | null, readonly json: { readonly value: unknown } | null }} Printed
 */

/**
 * @param {WireRun} run
 * @returns {Printed}
 */
function readPrinted(run) {
  const text = believable(run);
  if (text === null) return { text, json: null };
  try {
    return { text, json: { value: /** @type {unknown} */ (JSON.parse(text.trim())) } };
  } catch {
    return { text, json: null };
  }
}

/**
 * @param {WireRun} run
 * @returns {string | null}
 */
function believable({ stdout = "", json, cut }) {
  if (json !== undefined || cut === true) return null;
  if (typeof stdout === "string")
    return stdout.includes("\0") || Buffer.byteLength(stdout) > LARGEST ? null : stdout;
  if (stdout.includes(0) || stdout.length > LARGEST) return null;
  try {
    return strictUtf8.decode(stdout);
  } catch {
    return null;
  }
}
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Levels of nesting in a text that is JSON. Counted in the text: of a doubled key `JSON.parse` shows one.
 * @param {string} text
 */
function depthOf(text) {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++level);
    if (token === "}" || token === "]") level--;
  }
  return deepest;
}

/**
 * Where `JSON.parse` and the engine disagree on what is one JSON object.
 * @param {Printed} printed
 * @param {Reading} reading of that run alone
 * @returns {string[]}
 */
function parseFaults({ text, json }, reading) {
  if (text === null) return [];
  const codes = new Set(reading.problems.map(({ code }) => code));
  const rejected = codes.has("output-malformed") || codes.has("output-noise");
  if (json !== null) {
    if (rejected || codes.has("output-inline-object"))
      return ["JSON.parse takes the whole, the engine does not"];
    if (isRecord(json.value) && depthOf(text) > 64 !== codes.has("output-too-deep"))
      return ["the engine counts levels differently"];
    return [];
  }
  if (text.trim().startsWith("{") && !rejected)
    return ["JSON.parse rejects it, the engine does not"];
  if (!text.includes("{") && rejected) return ["the engine saw an object where there is no brace"];
  return [];
}

const decides = new Set([
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "PreCompact",
]);
const decidesPermission = new Set(["PreToolUse", "PermissionRequest"]);

/**
 * The laws for one run alone: failing and malformed ones permit nothing, whatever restricts is obeyed.
 * @param {string} event
 * @param {WireRun} run
 * @param {Printed} printed
 * @param {Reading} reading of that run alone
 * @param {"tolerant" | "letter" | "never"} manner in which the dialect reads stdout
 * @returns {string[]}
 */
function runFaults(event, run, { text, json }, reading, manner) {
  /** @type {string[]} */
  const faults = [];
  const permits = reading.permission === "allow" || rewrites(reading).length > 0;
  const context = reading.toModel.some(({ kind }) => kind === "context");
  const answered = !(run.timedOut || run.cancelled || run.signal || run.spawnError !== undefined);
  if (!answered && !reading.failed) faults.push("a run without an answer did not fail");
  if (reading.failed && permits) faults.push("a failed run permits or rewrites");
  if (reading.failed && context) faults.push("a failed run adds context");
  if (run.cancelled === true && reading.outcome !== "halt") faults.push("an abort went on");
  if (manner === "never") {
    if (permits) faults.push("an exit code permits or rewrites");
    if (decides.has(event) && answered && run.exit === 2 && rank(reading) < 3)
      faults.push("exit code 2 does not block");
    return faults;
  }
  if (text === null) {
    if (run.json === undefined && permits) faults.push("an unbelievable output permits");
    return faults;
  }
  const { value } = json ?? {};
  if (!isRecord(value)) {
    if (permits) faults.push("an output that is no object permits or rewrites");
    if (context && text.trim().startsWith("{")) faults.push("a malformed answer became context");
    const exitsTwo = answered && run.exit === 2;
    if (exitsTwo && decides.has(event) && rank(reading) < 3)
      faults.push("a malformed answer overrides exit code 2");
    return faults;
  }
  if (reading.permission === "allow" && !/"(allow|approve)"/.test(JSON.stringify(value)))
    faults.push("nobody wrote allow");
  if (manner === "letter") return faults;
  const specific = value["hookSpecificOutput"];
  if (value["continue"] === false && reading.outcome !== "halt")
    faults.push("continue: false does not halt");
  const denies =
    (decides.has(event) && value["decision"] === "block") ||
    (decidesPermission.has(event) &&
      isRecord(specific) &&
      specific["permissionDecision"] === "deny");
  if (denies && rank(reading) < 3) faults.push("a deny does not block");
  return faults;
}

/**
 * The laws for several runs, by what each of them gives alone and what the others give without it.
 * @param {Core} core
 * @param {Request} request
 * @param {Reading} whole
 * @param {readonly Reading[]} alone
 * @returns {string[]}
 */
function togetherFaults(core, request, whole, alone) {
  /** @type {string[]} */
  const faults = [];
  for (const [index, reading] of alone.entries()) {
    if (rank(reading) >= 3 && rank(whole) < rank(reading))
      faults.push("another hook removes a deny or a halt");
    if (!reading.failed) continue;
    const runs = request.runs.filter((_, other) => other !== index);
    if (rank(whole) < rank(core.interpret({ ...request, runs })))
      faults.push("a failing hook loosens the verdict");
  }
  return faults;
}

/**
 * Interprets a request and gives every fault that was found; an empty list is the hope.
 * @param {Core} core
 * @param {Request} request
 * @returns {{ readonly faults: readonly string[], readonly reading: Reading | null }}
 */
export function check(core, request) {
  /** @type {Reading} */
  let reading;
  const start = process.cpuUsage();
  try {
    reading = core.interpret(request);
  } catch (error) {
    return { faults: [`it throws ${String(error).slice(0, 80)}`], reading: null };
  }
  const faults = [
    ...prototypeFaults(),
    ...wordFaults(reading, core),
    ...rewrites(reading).flatMap(rewriteFaults),
  ];
  if (spentSince(start) > SLOWEST_MS && isSlow(core, request)) faults.push("it is slow");
  if (!isDeepStrictEqual(core.interpret(request), reading))
    faults.push("the same request gives another reading");
  const { json: manner } = core.findDialect(request.dialect);
  const several = request.runs.length > 1;
  const alone = request.runs.map((run) =>
    several ? core.interpret({ ...request, runs: [run] }) : reading,
  );
  for (const [index, run] of request.runs.entries()) {
    const single = alone[index] ?? reading;
    const printed = readPrinted(run);
    faults.push(...runFaults(request.event, run, printed, single, manner));
    if (manner !== "never") faults.push(...parseFaults(printed, single));
  }
  if (several) faults.push(...togetherFaults(core, request, reading, alone));
  return { faults: [...new Set(faults)], reading };
}

/**
 * Milliseconds of the processor's time, which other programs on the machine do not use up.
 * @param {NodeJS.CpuUsage} start
 */
export const spentSince = (start) => process.cpuUsage(start).user / 1000;

/**
 * Whether it is slow again: garbage of earlier requests is no fault of this one.
 * @param {Core} core
 * @param {Request} request
 */
function isSlow(core, request) {
  const sizes = request.runs.map(({ stdout = "" }) => stdout.length);
  if (sizes.reduce((sum, size) => sum + size, 0) > LARGEST) return false;
  for (let attempt = 0; attempt < 2; attempt++) {
    const start = process.cpuUsage();
    core.interpret(request);
    if (spentSince(start) <= SLOWEST_MS) return false;
  }
  return true;
}
