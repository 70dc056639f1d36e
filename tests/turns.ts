import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Tests of processes take most of the time, so a run takes a share of them: `npm test` a small one,
 * scripts/test-elsewhere.sh the others on the other Nodes. SNAPHOOK_TESTS is the number of the run, or "all"; where files
 * are named on the command line, it is "all".
 */
const FIFTHS: Readonly<Record<string, readonly number[]>> = { "1": [0], "2": [1, 2], "3": [3, 4] };

/** Each of the three runs takes its share of these, so that CI takes each once. */
const ONCE = /^tests\/(?:e2e|fleet|hostile|kit|serve|thread)\//;
/** `npm test` takes a share of these, the other runs all: they depend on the Node. */
const EVERYWHERE = /^tests\/(?:agent|flow|http|models|module|telemetry|trust|warm|worker)\//;
/** What a file says whose tests share a state, or that takes a share of its rows by itself. */
const TAKES_ALL = "\n// Takes no turns: ";
/** What a file says whose tests share what takes long, as a server or a browser. */
const WHOLE = /^\/\/ Run ([123]) takes all of it: /m;

/** Says for this process, and for those that it starts, which run this is. */
export function settleRun(words: readonly string[]): void {
  const isNamed = words.some((word) => /^(?:src|tests)\b|\.test\b/.test(word));
  process.env["SNAPHOOK_TESTS"] ??= isNamed ? "all" : "1";
}

const thisRun = (): string => {
  const run = process.env["SNAPHOOK_TESTS"] ?? "1";
  if (run === "all" || Object.hasOwn(FIFTHS, run)) return run;
  throw new Error(`SNAPHOOK_TESTS=${run}: it is 1, 2, 3 or "all"`);
};

/** What a run says of itself: a share must not pass for the whole. */
export function whichShare(): string {
  const run = thisRun();
  return run === "all"
    ? "Tests of processes: all of them"
    : `Tests of processes: share ${run} of three (SNAPHOOK_TESTS=all takes all)`;
}

/** Files that another run takes as a whole. They are not even loaded. */
export function filesOfOtherRuns(): string[] {
  const run = thisRun();
  return readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join("tests", file))
    .filter((file) => {
      const own = WHOLE.exec(readFileSync(file, "utf8"))?.[1] ?? run;
      return run !== "all" && own !== run;
    });
}

/** Whether this run takes what has that number: of all numbers each run takes its fifths. */
export function isInThisRun(number: number): boolean {
  return FIFTHS[thisRun()]?.includes(number % 5) ?? true;
}

/** The rows of a table that this run takes, one at least. For a test that goes through all of them. */
export function rowsOfThisRun<Row>(rows: readonly Row[]): readonly Row[] {
  const taken = rows.filter((_, index) => isInThisRun(index));
  return taken.length > 0 ? taken : rows.slice(0, 1);
}

/** Whether this run takes a test of a file. The name decides, so that a new test moves no other. */
export function takes(file: string, name: string): boolean {
  const path = relative(process.cwd(), file);
  const isShared = ONCE.test(path) || (thisRun() === "1" && EVERYWHERE.test(path));
  if (!isShared) return true;
  const text = readFileSync(file, "utf8");
  return text.includes(TAKES_ALL) || WHOLE.test(text) || isInThisRun(numberOf(name));
}

/** FNV-1a: rows of a table differ by a letter, and must not all be in one share. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash >>> 8;
}
