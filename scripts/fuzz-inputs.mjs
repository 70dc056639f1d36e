// Makes hook outputs for the fuzzer: by changing known ones, and by writing new ones from the fields there are.

/** @typedef {ReturnType<typeof makeRandom>} Random */

/**
 * Random numbers that the seed alone decides.
 * @param {number} seed
 */
export function makeRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @type {(limit: number) => number} */
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    /** @type {(likelihood: number) => boolean} */
    chance: (likelihood) => next() < likelihood,
    /** @type {<T>(list: readonly T[]) => T} */
    pick: (list) => /** @type {any} */ (list[below(list.length)]),
  };
}

const fields = [
  "continue",
  "stopReason",
  "systemMessage",
  "suppressOutput",
  "decision",
  "reason",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "updatedToolOutput",
  "updatedPrompt",
  "additionalContext",
  "hookSpecificOutput",
  "hookEventName",
  "behavior",
  "message",
  "__proto__",
  "constructor",
];
const words = ["allow", "deny", "ask", "defer", "block", "approve", "DENY", " Block ", "maybe", ""];
const literals = ["true", "false", "null", "0", "-1", "1e999", "9007199254740993", '"false"', "[]"];
const pieces = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ":",
  ",",
  "\\",
  "{}",
  "\n",
  "\r\n",
  "\r",
  " ",
  "\t",
  "log",
];
const oddities = [
  "\u{feff}",
  "\0",
  "\u2028",
  "\u00a0",
  "\ud83e\ude9d",
  "\\ud800",
  "\\u0000",
  "\\q",
];

/** What a mutation may insert. The last ones are half a character, in UTF-8 and in the form that UTF-8 forbids. */
const dictionary = [
  ...[...fields, ...words].map((word) => Buffer.from(`"${word}"`)),
  ...fields.map((field) => Buffer.from(`"${field}":`)),
  ...[...literals, ...pieces, ...oddities].map((text) => Buffer.from(text)),
  Buffer.of(0xed, 0xa0, 0x80),
  Buffer.of(0xf0, 0x9f),
  Buffer.of(0xff, 0xfe),
];

const structure = Buffer.from('{}[],:"');

const USUAL = 1000;
const LARGE = 5000;
/** What the engine keeps of an output. */
const LONGEST = 102_400;

/** @typedef {(bytes: Buffer, random: Random, pool: readonly Buffer[]) => Buffer} Mutation */

/** @type {(bytes: Buffer, random: Random) => { start: number, end: number }} */
function anyRange(bytes, random) {
  const start = random.below(bytes.length + 1);
  const longest = random.chance(0.2) ? bytes.length : 16;
  return { start, end: Math.min(bytes.length, start + 1 + random.below(longest + 1)) };
}

/** @type {(bytes: Buffer, start: number, end: number, insert: Uint8Array) => Buffer} */
const replaced = (bytes, start, end, insert) =>
  Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(end)]);

/** @type {readonly Mutation[]} */
const mutations = [
  function flipBit(bytes, random) {
    const copy = Buffer.from(bytes);
    const at = random.below(copy.length);
    if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  function setByte(bytes, random) {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  function breakStructure(bytes, random) {
    const marks = [...bytes.keys()].filter((at) => structure.includes(bytes[at] ?? 0));
    if (marks.length === 0) return bytes;
    const at = random.pick(marks);
    const mark = Buffer.of(random.pick([...structure]));
    return replaced(
      bytes,
      at,
      random.chance(0.5) ? at : at + 1,
      random.chance(0.3) ? Buffer.alloc(0) : mark,
    );
  },
  function insertToken(bytes, random) {
    const at = random.below(bytes.length + 1);
    return replaced(bytes, at, at, random.pick(dictionary));
  },
  function overwriteWithToken(bytes, random) {
    const { start, end } = anyRange(bytes, random);
    return replaced(bytes, start, end, random.pick(dictionary));
  },
  function remove(bytes, random) {
    const { start, end } = anyRange(bytes, random);
    return replaced(bytes, start, end, Buffer.alloc(0));
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function repeat(bytes, random) {
    const { start, end } = anyRange(bytes, random);
    return replaced(bytes, end, end, repeated(bytes.subarray(start, end), random.below(200)));
  },
  function splice(bytes, random, pool) {
    const other = random.pick(pool);
    const from = anyRange(other, random);
    const to = anyRange(bytes, random);
    return replaced(bytes, to.start, to.end, other.subarray(from.start, from.end));
  },
  function joinLines(bytes, random, pool) {
    const lines = [bytes, random.pick(pool)];
    if (random.chance(0.5)) lines.reverse();
    return Buffer.concat([lines[0] ?? bytes, Buffer.from("\n"), lines[1] ?? bytes]);
  },
  function changeCase(bytes, random) {
    const { start, end } = anyRange(bytes, random);
    const slice = bytes.toString("latin1", start, end);
    const changed = random.chance(0.5) ? slice.toUpperCase() : slice.toLowerCase();
    return replaced(bytes, start, end, Buffer.from(changed, "latin1"));
  },
  function widen(bytes, random) {
    if (!random.chance(0.1)) return bytes;
    return Buffer.from(bytes.toString("latin1"), "utf16le");
  },
];

/** @type {(slice: Buffer, size: number) => Buffer} */
const repeated = (slice, size) =>
  Buffer.concat(Array.from({ length: Math.ceil(size / Math.max(1, slice.length)) }, () => slice));

/**
 * One to four changes of a known output.
 * @type {(random: Random, pool: readonly Buffer[]) => Buffer}
 */
export function mutated(random, pool) {
  let bytes = random.pick(pool);
  const most = random.chance(0.5) ? 1 : 4;
  for (let change = 1 + random.below(most); change > 0; change--)
    bytes = random.pick(mutations)(bytes, random, pool);
  return bytes.subarray(0, random.chance(0.02) ? LARGE : USUAL);
}

/**
 * An output near the size that the engine keeps, by repeating something: what takes time shows only there.
 * @type {(random: Random, pool: readonly Buffer[]) => Buffer}
 */
export function stretched(random, pool) {
  const tokens = () =>
    Buffer.concat(Array.from({ length: 1 + random.below(3) }, () => random.pick(dictionary)));
  if (random.chance(0.5)) {
    const unit = tokens();
    const parts = [tokens(), repeated(unit, random.below(LONGEST)), tokens()];
    return Buffer.concat(parts).subarray(0, LONGEST);
  }
  const bytes = random.pick(pool);
  const { start, end } = anyRange(bytes, random);
  const middle = repeated(bytes.subarray(start, end), random.below(LONGEST));
  return replaced(bytes, end, end, middle).subarray(0, LONGEST);
}

/** @type {(random: Random, depth: number) => string} */
function anyValue(random, depth) {
  if (random.chance(0.01)) {
    const levels = 55 + random.below(20);
    return `${"[".repeat(levels)}${anyValue(random, 9)}${"]".repeat(levels)}`;
  }
  switch (random.below(depth > 3 ? 3 : 6)) {
    case 0:
      return random.pick(literals);
    case 1:
      return JSON.stringify(random.pick(words));
    case 2:
      return JSON.stringify(random.pick(["because", "a\nb", "ü", "\u001b[1m", "  "]));
    case 3:
      return `[${anyValue(random, depth + 1)}]`;
    default:
      return anyObject(random, depth + 1);
  }
}

/** @type {(random: Random, depth: number) => string} */
function anyObject(random, depth) {
  const members = Array.from({ length: random.below(5) }, () => {
    const key = random.pick(random.chance(0.95) ? fields : ["Decision", "k", ""]);
    return `${JSON.stringify(key)}:${anyValue(random, depth)}`;
  });
  const space = random.pick(["", "", " ", "\n"]);
  return `{${space}${members.join(`,${space}`)}${space}}`;
}

/**
 * A value of the type that the field takes, if often not the value.
 * @type {(random: Random, field: string) => string}
 */
function likelyValue(random, field) {
  if (random.chance(0.1)) return anyValue(random, 1);
  if (field === "updatedInput" || field === "updatedToolOutput") return anyObject(random, 2);
  if (field === "continue" || field === "suppressOutput") return random.pick(["true", "false"]);
  const decides = field === "decision" || field === "permissionDecision";
  return JSON.stringify(random.pick(decides ? words : ["because", "ü\n", "  "]));
}

/**
 * A new output, near to what the event expects.
 * @type {(random: Random, event: string) => Buffer}
 */
export function generated(random, event) {
  if (random.chance(0.2)) return Buffer.from(anyObject(random, 0));
  const members = () =>
    Array.from({ length: random.below(3) }, () => {
      const field = random.pick(fields);
      return `"${field}":${likelyValue(random, field)}`;
    });
  const name = random.chance(0.9) ? event : random.pick(["Stop", "PreToolUse", ""]);
  const specific = [`"hookEventName":${JSON.stringify(name)}`, ...members()];
  return Buffer.from(
    `{${[...members(), `"hookSpecificOutput":{${specific.join(",")}}`].join(",")}}`,
  );
}
