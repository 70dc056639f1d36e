// The words in which `interpret` answers, as the reference documents them.

/** @typedef {import("./fuzz-checks.mjs").Core} Core */
/** @typedef {import("./fuzz-checks.mjs").Reading} Reading */

/** Outcomes, the loosest first. */
const strictness = ["proceed", "ask", "defer", "block", "halt"];
const permissions = ["none", "allow", "ask", "defer", "deny"];
const textKinds = ["context", "feedback", "reason", "warning", "error", "stop-reason"];
const actions = [
  "continue",
  "block-tool",
  "block-prompt",
  "block-stop",
  "context-injected",
  "error-displayed",
  "halt",
  "ask",
];
const operations = [
  "addUserMessage",
  "addErrorBlock",
  "addWarnBlock",
  "updateToolBlock",
  "removeLastUserMessage",
];
const severities = ["error", "warning", "info"];
const voiceSources = ["json", "exit-code", "failure", "abort"];
const changes = ["input", "prompt", "output"];

/** @param {Reading} reading */
export const rank = (reading) => strictness.indexOf(reading.outcome);

/**
 * Whatever in a Reading is not in the documented words.
 * @param {Reading} reading
 * @param {Core} core
 * @returns {string[]}
 */
export function wordFaults(reading, core) {
  /** @type {string[]} */
  const faults = [];
  /** @type {(name: string, value: unknown, allowed: readonly string[]) => void} */
  const among = (name, value, allowed) => {
    if (typeof value !== "string" || !allowed.includes(value))
      faults.push(`${name} is ${String(value)}`);
  };
  among("outcome", reading.outcome, strictness);
  among("permission", reading.permission, permissions);
  if (reading.prompt !== null && typeof reading.prompt !== "string") faults.push("prompt is odd");
  if (typeof reading.input !== "object" || Array.isArray(reading.input))
    faults.push("input is neither null nor an object");
  for (const lane of /** @type {const} */ (["toModel", "toUser", "toLog"])) {
    for (const { kind, text, hook } of reading[lane]) {
      among(`${lane} kind`, kind, textKinds);
      if (typeof text !== "string" || text === "") faults.push(`${lane} holds an empty text`);
      if (typeof hook !== "string") faults.push(`${lane} holds a text of nobody`);
    }
  }
  for (const problem of reading.problems) {
    among("problem code", problem.code, core.problemCodes);
    among("problem severity", problem.severity, severities);
    for (const key of /** @type {const} */ (["hook", "path", "found"]))
      if (typeof problem[key] !== "string") faults.push(`problem.${key} is odd`);
    if (problem.found.length > 81) faults.push("problem.found is long");
  }
  for (const voice of reading.provenance.voices) {
    among("voice level", voice.level, core.levels);
    among("voice source", voice.by, voiceSources);
  }
  for (const rewrite of reading.provenance.rewrites) among("rewrite", rewrite.what, changes);
  const diagnosed = reading.problems.some(({ severity }) => severity !== "info");
  if (reading.diagnosed !== diagnosed) faults.push("diagnosed does not match the problems");
  if (typeof reading.failed !== "boolean") faults.push("failed is no boolean");
  if (reading.action !== undefined) among("action", reading.action, actions);
  for (const operation of reading.operations ?? []) among("operation", operation, operations);
  return faults;
}
