// Outputs worth keeping: each led to a combination of problems and verdict that no other had led to.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyRequest } from "./fuzz-requests.mjs";

/** @typedef {import("./fuzz-checks.mjs").Core} Core */
/** @typedef {import("./fuzz-checks.mjs").Reading} Reading */
/** @typedef {import("./fuzz-checks.mjs").Request} Request */

const corpusFolder = "tests/fuzz/corpus";
const failureFolder = "tests/fuzz/failures";
const MOST_FILES = 150;
const LARGEST_FILE = 2000;

/** @returns {Buffer[]} */
export function readCorpus() {
  if (!existsSync(corpusFolder)) return [];
  return readdirSync(corpusFolder)
    .filter((file) => file.endsWith(".txt"))
    .toSorted()
    .map((file) => readFileSync(join(corpusFolder, file)));
}

/**
 * What the hooks of the conformance cases print.
 * @returns {Buffer[]}
 */
export function readConformance() {
  const texts = readdirSync("conformance")
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const cases = /** @type {{ runs?: { stdout?: string }[] }[]} */ (
        JSON.parse(readFileSync(join("conformance", file), "utf8"))
      );
      return cases.flatMap(({ runs = [] }) => runs.map(({ stdout = "" }) => stdout));
    });
  return [...new Set(texts)].map((text) => Buffer.from(text));
}

/**
 * The combination by which an output counts as new.
 * @param {Reading} reading
 */
export function combinationOf(reading) {
  const codes = [...new Set(reading.problems.map(({ code }) => code))].toSorted();
  return `${codes.join(" ")} → ${reading.outcome}, ${reading.permission}`;
}

/** @param {string} text */
const nameOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40);

/** @param {Uint8Array} bytes */
const fingerprint = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/**
 * Takes out of an output whatever is not needed for `holds`, in ever smaller pieces.
 * @param {Buffer} output
 * @param {(output: Buffer) => boolean} holds
 */
function minimised(output, holds) {
  let kept = output;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const shorter = Buffer.concat([kept.subarray(0, at), kept.subarray(at + size)]);
      if (holds(shorter)) kept = shorter;
      else at += size;
    }
  }
  return kept;
}

/**
 * The combinations that an output leads to, each with one request in which it does.
 * @param {Core} core
 * @param {Buffer} output
 */
function combinationsOf(core, output) {
  return new Map(
    everyRequest(core, output).map((request) => [combinationOf(core.interpret(request)), request]),
  );
}

/**
 * Makes the corpus anew: of the outputs those that together show the most combinations, each without
 * what it does not need for the ones that it adds.
 * @param {Core} core
 * @param {readonly Buffer[]} outputs
 * @returns {number} how many files there are now
 */
export function keepBest(core, outputs) {
  const candidates = outputs
    .filter(({ length }) => length <= LARGEST_FILE)
    .map((output) => ({ output, combinations: combinationsOf(core, output) }));
  /** @type {Set<string>} */
  const shown = new Set();
  /** @type {Map<string, Buffer>} */
  const best = new Map();
  while (best.size < MOST_FILES) {
    const gains = candidates.map(({ combinations }) =>
      [...combinations].filter(([name]) => !shown.has(name)),
    );
    const most = Math.max(0, ...gains.map(({ length }) => length));
    const winner = gains.findIndex(({ length }) => length === most);
    const [{ output } = { output: undefined }] = candidates.splice(winner, 1);
    if (most === 0 || output === undefined) break;
    const small = minimised(output, (stdout) =>
      (gains[winner] ?? []).every(([name, request]) => {
        const runs = request.runs.map((run) => ({ ...run, stdout }));
        return combinationOf(core.interpret({ ...request, runs })) === name;
      }),
    );
    best.set(`${fingerprint(small)}.txt`, small);
    for (const name of combinationsOf(core, small).keys()) shown.add(name);
  }
  rmSync(corpusFolder, { recursive: true, force: true });
  mkdirSync(corpusFolder, { recursive: true });
  for (const [file, output] of best) writeFileSync(join(corpusFolder, file), output);
  return best.size;
}

/**
 * Writes a request that failed, with its faults, so that `--replay` can repeat it.
 * @param {Request} request
 * @param {readonly string[]} faults
 */
export function writeFailure(request, faults) {
  mkdirSync(failureFolder, { recursive: true });
  const text = JSON.stringify({ faults, request: { ...request, runs: request.runs.map(asJson) } });
  const file = `${nameOf(faults[0] ?? "")}-${fingerprint(Buffer.from(text))}.json`;
  writeFileSync(join(failureFolder, file), `${text}\n`);
  return join(failureFolder, file);
}

/** @param {import("./fuzz-checks.mjs").WireRun} run */
function asJson(run) {
  return typeof run.stdout === "string"
    ? run
    : { ...run, stdout: undefined, bytes: Buffer.from(run.stdout ?? []).toString("base64") };
}

/**
 * @param {string} file
 * @returns {Request}
 */
export function readFailure(file) {
  const { request } = /** @type {{ request: Request }} */ (JSON.parse(readFileSync(file, "utf8")));
  const runs = request.runs.map((run) => {
    const { bytes, ...rest } = /** @type {typeof run & { bytes?: string }} */ (run);
    return bytes === undefined
      ? rest
      : { ...rest, stdout: new Uint8Array(Buffer.from(bytes, "base64")) };
  });
  return { ...request, runs };
}
