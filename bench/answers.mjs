// The answers that bench/decode.mjs has read: made to size, the same on every run.

/**
 * @typedef {object} Answer
 * @property {string} what
 * @property {string[]} stdouts One text for each hook.
 * @property {string} outcome What the reading must come to, so that the right thing is measured.
 */

const KB = 1024;
const LINE = 'Run "npm test" again: 3 of the 41 generated files differ from their source.\n';

/** @type {Answer[]} */
export const answers = [
  { what: "one answer, 200 B", stdouts: [refusal(200)], outcome: "block" },
  { what: "one answer, 2 KB", stdouts: [rewrite(2 * KB, 0)], outcome: "proceed" },
  { what: "one long text, 100 KB", stdouts: [longText(100 * KB)], outcome: "proceed" },
  { what: "2,000 keys of input, 100 KB", stdouts: [manyKeys(100 * KB, 2000)], outcome: "proceed" },
  { what: "a deny among noise, 100 KB", stdouts: [noise(100 * KB)], outcome: "block" },
  {
    what: "16 hooks of 2 KB",
    stdouts: Array.from({ length: 16 }, (_, hook) => rewrite(2 * KB, hook)),
    outcome: "proceed",
  },
];

/** @param {number} size */
function refusal(size) {
  return sized(size, (text) =>
    specific({ permissionDecision: "deny", permissionDecisionReason: text }),
  );
}

/**
 * @param {number} size
 * @param {number} hook
 */
function rewrite(size, hook) {
  const half = prose(size / 2);
  return sized(size, (text) => ({
    systemMessage: `Formatter ${hook} changed the file before it is written.`,
    ...specific({
      permissionDecision: "allow",
      permissionDecisionReason: "Only white space differs.",
      updatedInput: {
        file_path: `src/module-${hook}.ts`,
        content: half,
        overwrite: true,
        mode: 420,
      },
      additionalContext: text,
    }),
  }));
}

/** @param {number} size */
function longText(size) {
  return sized(size, (text) => specific({ additionalContext: text }));
}

/**
 * @param {number} size
 * @param {number} count
 */
function manyKeys(size, count) {
  return sized(size, (text) => {
    const entries = Array.from({ length: count }, (_, index) => [
      `setting_${index}`,
      valueOf(index),
    ]);
    return specific({ updatedInput: { ...Object.fromEntries(entries), rest: text } });
  });
}

/** @param {number} index */
function valueOf(index) {
  if (index % 4 === 0) return index * 1.5;
  if (index % 4 === 1) return index % 8 === 1;
  return `the value of the setting number ${index}, as it is`;
}

/** @param {number} size */
function noise(size) {
  const deny = refusal(200);
  const lines = [];
  let length = deny.length + 1;
  for (let number = 0; length < size; number++) {
    const line =
      number % 10 === 0
        ? `[debug] options = { retries: ${number}, quiet: false }`
        : `[info] step ${number}: checked "src/module-${number}.ts", nothing to do`;
    lines.push(line.slice(0, size - length));
    length += line.length + 1;
  }
  lines.splice(lines.length >> 1, 0, deny);
  return lines.join("\n");
}

/** @param {object} fields */
function specific(fields) {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } };
}

/**
 * The JSON of an answer, as many bytes long as asked for: its text fills it up.
 * @param {number} size
 * @param {(text: string) => object} build
 */
function sized(size, build) {
  const empty = JSON.stringify(build("")).length;
  return JSON.stringify(build(prose(size - empty)));
}

/**
 * Text of which the JSON is `length` characters long between its quotes, with an escape in every line.
 * @param {number} length
 */
function prose(length) {
  const escaped = JSON.stringify(LINE).length - 2;
  const count = Math.floor(length / escaped);
  return LINE.repeat(count) + ".".repeat(length - count * escaped);
}
