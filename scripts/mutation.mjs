/**
 * Whether the tests would notice:
 * npm run mutation -- src/run src/trace [--minutes 10] [--mutants N] [--seed S] [--tests 40] [--json]
 *
 * Takes mutants of each folder (or file, or line: src/run/keeper.ts:12) at random, the folders in turn, until the time is used up or the number is
 * reached. All of them are in one private copy of the project, in the source and in what is built from it, and one at a
 * time is switched on. Of the test files that are nearest to the mutant's file those are asked that reach the mutant,
 * also by a program that they start. A survivor may still be noticed by a test that is further away than `--tests`: the
 * score is a lower bound. A mutant counts as noticed when the test that noticed it does so again.
 */
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRandom } from "./fuzz-inputs.mjs";
import { readArguments, UsageError } from "./mutation-arguments.mjs";
import { codeIn, instrument, makeCopy, mutantsIn } from "./mutation-copy.mjs";
import { findTests, projectFiles } from "./mutation-tests.mjs";

/** @typedef {import("./mutation-copy.mjs").Mutant} Mutant */
/** @typedef {"noticed" | "survived" | "timed out" | "no test" | "not finished"} Outcome */
/** @typedef {{ outcome: Outcome, by: string }} Judgement */
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { folders, minutes, mutants: most, seed, tests: mostTests, json } = argumentsOrExit();
const random = makeRandom(seed);
const files = projectFiles();
const testsOf = findTests(files);
const say = (/** @type {string} */ line) => json || console.log(line);
for (const folder of folders)
  if (codeIn(folder, files).length === 0) refuse(new UsageError(`There is no code in ${folder}.`));

const ownFolder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "sm-")));
const copy = join(ownFolder, "p");
// Not below the copy: what a test makes would be below its package.json.
const temporary = join(ownFolder, "t");
const state = join(ownFolder, "state");
/** The process that runs the tests; its own group. @type {import("node:child_process").ChildProcess | undefined} */
let runner;
process.on("exit", () => {
  stop();
  fs.rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** Ends the tests, and whatever they have started and is in no group of theirs. */
function stop() {
  const pids = fs.existsSync("/proc") ? fs.readdirSync("/proc") : [];
  const strays = pids.filter((pid) => /^\d+$/.test(pid) && isOurs(pid)).map(Number);
  for (const pid of runner?.pid === undefined ? strays : [-runner.pid, ...strays])
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  runner = undefined;
  const mounts = fs.existsSync("/proc/mounts") ? fs.readFileSync("/proc/mounts", "utf8") : "";
  for (const path of mounts.split(/\s/).filter((word) => word.startsWith(temporary)))
    spawnSync("umount", [path]);
  fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} pid */
function isOurs(pid) {
  try {
    return ["environ", "cmdline"].some((name) =>
      fs.readFileSync(`/proc/${pid}/${name}`, "latin1").includes(ownFolder),
    );
  } catch {
    return false;
  }
}

/** Gives work to the process that runs the tests, until a test fails or all have passed. Silence for too long is a hang.
 * @param {readonly string[]} tests @param {number} until @returns {Promise<Judgement>} */
async function ask(tests, until) {
  let latest = Date.now();
  const silence = silenceOf(tests);
  return new Promise((resolve) => {
    let failure = "";
    const child = /** @type {import("node:child_process").ChildProcess} */ (runner);
    const end = (/** @type {Outcome} */ outcome, by = "") => {
      clearInterval(timer);
      child.removeAllListeners();
      resolve({ outcome, by });
    };
    const timer = setInterval(() => {
      if (Date.now() < until && Date.now() - latest < silence) return;
      stop();
      end(Date.now() < until ? "timed out" : "not finished");
    }, 100);
    child.once("exit", () => {
      stop();
      end("noticed", failure || "the end of the test run");
    });
    child.on("message", (/** @type {{ failed: string | false, isLast: boolean }} */ message) => {
      latest = Date.now();
      failure ||= message.failed || "";
      if (message.isLast) end(failure === "" ? "survived" : "noticed", failure);
    });
    if (tests.length > 0) child.send(tests);
  });
}
/** The slowest single test takes a minute on a busy machine. Of files that have run before it is known how long all of them take. */
const SILENCE_MS = 150_000;

/** @param {readonly string[]} tests */
function silenceOf(tests) {
  if (tests.length === 0) return SILENCE_MS;
  const longest = Math.max(...tests.map((test) => reaches.get(test)?.ms ?? Infinity));
  return Math.min(SILENCE_MS, 15_000 + 5 * longest);
}

/** @param {readonly string[]} tests @param {string} active What the switches read. @param {number} until */
async function judge(tests, active, until) {
  fs.writeFileSync(state, active);
  if (runner === undefined) {
    fs.mkdirSync(temporary, { recursive: true });
    runner = spawn(process.execPath, ["scripts/mutation-runner.mjs", "run"], {
      cwd: copy,
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, TMPDIR: temporary },
    });
    const { outcome } = await ask([], Infinity);
    if (outcome !== "survived") throw new Error("vitest does not start");
  }
  return ask(tests, until);
}

/** The same, but what fails only once is the machine's fault, not the mutant's: pure tests do not.
 * @type {typeof judge} */
async function judgeTwice(tests, active, until) {
  let left = tests;
  while (left.length > 0) {
    const first = await judge(left, active, until);
    const test = testOf(first);
    if (first.outcome !== "noticed" || isPure(test)) return first;
    const isKnown = left.includes(test);
    const again = await judge(isKnown ? [test] : left, active, until);
    if (again.outcome !== "survived") return again.outcome === "noticed" ? first : again;
    if (!isKnown) break;
    left = left.filter((other) => other !== test);
  }
  return { outcome: "survived", by: "" };
}

/** The file of the test that noticed something. @param {Judgement} judgement */
function testOf({ by }) {
  return by.split(": ", 1)[0] ?? "";
}

/** @param {string} test */
function isPure(test) {
  return (
    test.startsWith("src/") && !/node:child_process|workspace/.test(fs.readFileSync(test, "utf8"))
  );
}

/** What a test reaches, and how long it takes.
 * @type {Map<string, { reached: ReadonlySet<string>, ms: number }>} */
const reaches = new Map();

/** Runs a test without a mutant, once. One that fails is not asked. @param {string} test @param {number} until */
async function reachOf(test, until) {
  const known = reaches.get(test);
  if (known !== undefined) return known;
  const list = join(ownFolder, `reached-${reaches.size}`);
  fs.writeFileSync(list, "");
  // Tests run programs as other users, too.
  fs.chmodSync(list, 0o666);
  const start = Date.now();
  const { outcome, by } = await judgeTwice([test], list, until);
  if (outcome === "not finished") return { reached: new Set(), ms: 0 };
  const isGood = outcome === "survived";
  if (!isGood) say(`left out, it fails without a mutant: ${by || `${test}: ${outcome}`}`);
  const reached = new Set(isGood ? fs.readFileSync(list, "utf8").split("\n") : []);
  const reach = { reached, ms: Date.now() - start };
  reaches.set(test, reach);
  return reach;
}

/** How often a test has noticed a mutant of a file: it is then asked first.
 * @type {Map<string, number>} */
const hits = new Map();

/**
 * Tests next to the code are asked first, the nearest before the others, a few at a time: most mutants need no more.
 * @param {Mutant} mutant @param {number} until @returns {Promise<Judgement>} */
async function tryOne({ id, file }, until) {
  let outcome = /** @type {Outcome} */ ("no test");
  const hitsOf = (/** @type {string} */ test) => hits.get(`${file} ${test}`) ?? 0;
  // Of those that do not reach it, as many may be tried as of those that do.
  const nearest = testsOf(file).slice(0, 2 * mostTests);
  const order = nearest.toSorted((a, b) => hitsOf(b) - hitsOf(a) || isNext(b) - isNext(a));
  let asked = 0;
  for (let at = 0, count = 0; at < order.length && asked < mostTests; at += count) {
    count = isNext(order[at] ?? "") === 1 ? AT_A_TIME : FEW_AT_A_TIME;
    const tests = [];
    for (const test of order.slice(at, at + count)) {
      const { reached, ms } = await reachOf(test, until);
      if (reached.has(id)) tests.push({ test, ms });
    }
    if (tests.length === 0) continue;
    asked += tests.length;
    const quickest = tests.toSorted((a, b) => a.ms - b.ms).map(({ test }) => test);
    const judgement = await judgeTwice(quickest, id, until);
    ({ outcome } = judgement);
    if (outcome === "survived") continue;
    const test = testOf(judgement);
    hits.set(`${file} ${test}`, hitsOf(test) + 1);
    return judgement;
  }
  return { outcome: Date.now() > until ? "not finished" : outcome, by: "" };
}
const AT_A_TIME = 6;
/** What starts processes takes long, also to find out what it reaches. */
const FEW_AT_A_TIME = 2;
const isNext = (/** @type {string} */ test) => Number(test.startsWith("src/"));

const asked = new Set(folders.flatMap((folder) => codeIn(folder, files)));
const { mutants, files: changed } = await instrument([...asked], state);
const inOrder = mutants
  .map((mutant) => ({ mutant, place: random.below(2 ** 31) }))
  .toSorted((a, b) => a.place - b.place)
  .map(({ mutant }) => mutant);
const queues = mutantsIn(folders, inOrder);
say(`seed ${seed}; mutants: ${queues.map((queue) => queue.length).join(", ")}`);
const turns = Math.max(...queues.map((queue) => queue.length));
const sample = Array.from({ length: turns }, (_, turn) =>
  queues.flatMap((queue, place) => {
    const mutant = queue[turn];
    return mutant === undefined ? [] : { ...mutant, folder: folders[place] };
  }),
)
  .flat()
  .slice(0, most);
// Tests run programs as other users, too.
fs.chmodSync(ownFolder, 0o755);
await makeCopy(copy, files, changed);

const until = Date.now() + minutes * 60_000;
/** @type {(Omit<Mutant, "id"> & { folder: string | undefined } & Judgement)[]} */
const tried = [];
for (const { id, ...mutant } of sample) {
  if (Date.now() > until) break;
  const { outcome, by } = await tryOne({ id, ...mutant }, until);
  if (outcome === "not finished") break;
  tried.push({ ...mutant, outcome, by });
  say(`${outcome}: ${mutant.file}:${mutant.line}${by && ` by ${by}`}`);
  if (outcome === "survived" || outcome === "no test")
    say(`- ${mutant.original}\n+ ${mutant.mutated}`);
}

const scores = folders.map((folder) => {
  const own = tried.filter((one) => one.folder === folder);
  const noticed = own.filter(({ outcome }) => ["noticed", "timed out"].includes(outcome)).length;
  return { folder, mutants: own.length, noticed, percent: (100 * noticed) / own.length };
});
for (const { folder, mutants: count, noticed, percent } of scores)
  say(
    `${folder}: ${noticed} of ${count} noticed${count > 0 ? `, ${percent.toFixed()}%` : ""} (seed ${seed})`,
  );
if (json) console.log(JSON.stringify({ seed, scores, mutants: tried }, null, 2));
process.exit();

function argumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    if (error instanceof UsageError) return refuse(error);
    throw error;
  }
}

/** @param {UsageError} error @returns {never} */
function refuse(error) {
  console.error(error.message);
  process.exit(2);
}
