// Puts a hook's output into requests: at random for the fuzzer, in every usual way for the replay.

/** @typedef {import("./fuzz-checks.mjs").Core} Core */
/** @typedef {import("./fuzz-checks.mjs").Request} Request */
/** @typedef {import("./fuzz-checks.mjs").WireRun} WireRun */
/** @typedef {import("./fuzz-inputs.mjs").Random} Random */

/** @type {readonly WireRun[]} */
const endings = [
  { exit: 0 },
  { exit: 2, stderr: "no" },
  { exit: 1, stderr: "oops", onFailure: "ask" },
  { timedOut: true, onFailure: "block" },
];
const failures = /** @type {const} */ (["continue", "ask", "block"]);
/** Events that are read differently from each other, and one that nobody knows. */
const typical = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "UserPromptSubmit",
  "Stop",
  "SessionStart",
  "Unheard",
];

/**
 * Snaphook's own dialects. Others mirror a host, its faults included.
 * @param {Core} core
 */
const dialectsOf = (core) =>
  core.allDialects.filter(({ version }) => version === "spec").map(({ name }) => name);

/**
 * The output in every dialect, on the typical events, with every kind of ending.
 * @param {Core} core
 * @param {Uint8Array} stdout
 * @returns {Request[]}
 */
export function everyRequest(core, stdout) {
  return dialectsOf(core).flatMap((dialect) =>
    typical.flatMap((event) =>
      endings.map((ending) => ({
        dialect,
        event,
        payload: core.samplePayload(event),
        runs: [{ ...ending, stdout }],
      })),
    ),
  );
}

/**
 * @param {Core} core
 * @param {Random} random
 */
export function anyEvent(core, random) {
  if (random.chance(0.4)) return random.pick(["PreToolUse", "PermissionRequest"]);
  return random.chance(0.95)
    ? random.pick(core.events).name
    : random.pick(["Unheard", "__proto__", "constructor", "pretooluse"]);
}

/**
 * The outputs as the runs of one event.
 * @param {Core} core
 * @param {Random} random
 * @param {string} event
 * @param {readonly Buffer[]} outputs
 * @returns {Request}
 */
export function anyRequest(core, random, event, outputs) {
  return {
    dialect: random.pick(dialectsOf(core)),
    event,
    payload: random.chance(0.8) ? core.samplePayload(event) : {},
    runs: outputs.map((output) => anyRun(random, output)),
    allowUpdatedPrompt: random.chance(0.5),
  };
}

/**
 * @param {Random} random
 * @param {Buffer} output
 * @returns {WireRun}
 */
function anyRun(random, output) {
  /** @type {WireRun} */
  const run = {
    ...anyEnding(random),
    stdout: asPrinted(random, output),
    onFailure: random.pick(failures),
    merge: random.chance(0.3),
    ...(random.chance(0.5) && { stderr: random.pick(["", "no\n", "\u001b[1mno"]) }),
    ...(random.chance(0.03) && { cut: true }),
  };
  if (!random.chance(0.05)) return run;
  try {
    return { ...run, json: /** @type {unknown} */ (JSON.parse(output.toString())) };
  } catch {
    return run;
  }
}

/**
 * @param {Random} random
 * @returns {WireRun}
 */
function anyEnding(random) {
  if (random.chance(0.8)) return { exit: random.pick([0, 0, 0, 2, 2, 1, 127, 255]) };
  return random.pick([
    { timedOut: true },
    { signal: "SIGKILL" },
    { spawnError: "ENOENT" },
    { cancelled: true },
  ]);
}

/**
 * As bytes or as a string; now and then as a string that no bytes can give.
 * @param {Random} random
 * @param {Buffer} output
 */
function asPrinted(random, output) {
  if (random.chance(0.5)) return new Uint8Array(output);
  if (random.chance(0.05)) return output.toString("utf16le");
  return output.toString(random.chance(0.05) ? "latin1" : "utf8");
}
