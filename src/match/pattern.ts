import { expressionTest } from "./expression.js";
import { globMatches, parseGlob } from "./glob.js";

/** A matcher, read once. `test` costs time in proportion to the text, whatever the pattern. */
export type Pattern =
  | { readonly type: "all" }
  | { readonly type: "names"; readonly names: ReadonlySet<string> }
  | { readonly type: "glob"; readonly test: (text: string) => boolean }
  | { readonly type: "expression"; readonly test: (text: string) => boolean }
  | { readonly type: "invalid"; readonly why: string };

/** Longer patterns are a mistake or an attack. */
const LONGEST_PATTERN = 1000;

/** Letters and digits of any script, so that no tool's name is taken for a glob. Those of ASCII are asked first: that takes less time to prepare. */
const isOnlyNames = (text: string): boolean =>
  /^[\w\-,| ]+$/.test(text) || /^[\p{L}\p{N}_\-,| ]+$/u.test(text);

/**
 * Distinguishes the four kinds of pattern:
 * - absent, empty or `*`: everything;
 * - only letters, digits, `_`, `-`, `,`, `|` and spaces: exact names, separated by `|` or `,`, case-sensitive;
 * - `/…/`: a regular expression that may match anywhere (linear time; no look-around, no back-references);
 * - anything else: a glob for the whole text.
 */
export function readPattern(pattern: string | undefined): Pattern {
  if (pattern === undefined || pattern === "" || pattern === "*") return { type: "all" };
  if (pattern.length > LONGEST_PATTERN)
    return { type: "invalid", why: `it is longer than ${LONGEST_PATTERN} characters` };
  if (isOnlyNames(pattern)) {
    const names = pattern.split(/[|,]/).map((name) => name.trim());
    return { type: "names", names: new Set(names.filter((name) => name !== "")) };
  }
  return pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/")
    ? readExpression(pattern.slice(1, -1))
    : readGlob(pattern);
}

function readExpression(source: string): Pattern {
  try {
    return { type: "expression", test: expressionTest(source) };
  } catch (error) {
    return { type: "invalid", why: error instanceof Error ? error.message : String(error) };
  }
}

function readGlob(pattern: string): Pattern {
  const glob = parseGlob(pattern);
  if ("fault" in glob) return { type: "invalid", why: glob.fault };
  return { type: "glob", test: (text) => globMatches(glob.alternatives, text) };
}

const cache = new Map<string, Pattern>();
const MOST_CACHED = 500;

/** `readPattern` that remembers: an agent asks for the same few patterns on every event. */
export function cachedPattern(pattern: string): Pattern {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const read = readPattern(pattern);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(pattern, read);
  return read;
}
