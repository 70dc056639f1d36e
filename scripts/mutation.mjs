/**
 * Whether the tests would notice:
 * npm run mutation -- src/run src/trace [--minutes 10] [--mutants N] [--seed S] [--tests 25] [--json]
 *
 * Takes mutants of each folder (or file) at random, the folders in turn, until the time is used up or the number is
 * reached. Each is tried alone, in a private copy of the project, by the tests that are nearest to its file. All that is
 * built is built from the mutated source, so that tests of programs count as well. A survivor may still be noticed by a
 * test that is further away than `--tests`: the score is a lower bound. A mutant counts as noticed when the test that
 * noticed it does so again.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { transform } from "esbuild";
import { makeRandom } from "./fuzz-inputs.mjs";
import { readArguments, UsageError } from "./mutation-arguments.mjs";
import { findTests, projectFiles } from "./mutation-tests.mjs";

/** @typedef {{ folder: string, file: string, line: number, original: string, mutated: string, text: string }} Mutant */
/** @typedef {"noticed" | "survived" | "timed out" | "no test" | "not finished"} Outcome */
/** @typedef {{ outcome: Outcome, by: string, quietMs: number }} Judgement */
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { folders, minutes, mutants: most, seed, tests: mostTests, json } = argumentsOrExit();
const random = makeRandom(seed);
const files = projectFiles();
const allTestsOf = findTests(files);
const testsOf = (/** @type {string} */ file) => allTestsOf(file).slice(0, mostTests);
const quiet = () => {};
const say = (/** @type {string} */ line) => json || console.log(line);

/** The mutants of a folder, in the order in which they are tried.
 * @param {string} folder @returns {Promise<Mutant[]>} */
async function mutantsOf(folder) {
  const code = /(?<!\.d|\.test|\.test-support)\.([mc]?[jt]s|tsx)$/;
  const sources = files
    .filter((file) => (file === folder || file.startsWith(`${folder}/`)) && code.test(file))
    .map((name) => ({ name, mutate: true, content: fs.readFileSync(name, "utf8") }));
  if (sources.length === 0) refuse(new UsageError(`There is no code in ${folder}.`));
  const logger = { debug: quiet, info: quiet, warn: quiet, isDebugEnabled: () => false };
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const instrumenter = new Instrumenter(/** @type {any} */ (logger));
  const { mutants } = await instrumenter.instrument(sources, options);
  return mutants
    .map(({ fileName, location, replacement: mutated }) => {
      const text = sources.find(({ name }) => name === fileName)?.content ?? "";
      const lines = text.split(/(?<=\n)/);
      const [from = 0, to = 0] = [location.start, location.end].map(
        ({ line, column }) => lines.slice(0, line).join("").length + column,
      );
      return {
        place: random.below(2 ** 31),
        folder,
        file: fileName,
        line: location.start.line + 1,
        original: text.slice(from, to),
        mutated,
        text: `${text.slice(0, from)}${mutated}${text.slice(to)}`,
      };
    })
    .toSorted((a, b) => a.place - b.place);
}

const ownFolder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "sm-")));
const copy = join(ownFolder, "p");
// Not below the copy: what a test makes would be below its package.json.
const temporary = join(ownFolder, "t");
const env = { ...process.env, TMPDIR: temporary };
/** The process group of the tests that run. @type {number | undefined} */
let group;

function makeCopy() {
  // Tests run programs as other users, too.
  fs.chmodSync(ownFolder, 0o755);
  for (const file of files) fs.cpSync(file, join(copy, file));
  // No link: tests look at where packages are.
  fs.cpSync("node_modules", join(copy, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  fs.mkdirSync(temporary);
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: copy, env });
}

/** Ends the tests, and whatever they have started and is in no group of theirs. */
function stop() {
  const pids = fs.existsSync("/proc") ? fs.readdirSync("/proc") : [];
  const strays = pids.filter((pid) => /^\d+$/.test(pid) && isOurs(pid)).map(Number);
  for (const pid of group === undefined ? strays : [-group, ...strays])
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  group = undefined;
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

/** Runs tests until one fails. Silence for too long is a hang.
 * @param {readonly string[]} tests @param {number} silenceMs @param {number} until @returns {Promise<Judgement>} */
function judge(tests, silenceMs, until) {
  fs.mkdirSync(temporary, { recursive: true });
  const config = ["--config", "vitest.mutation.config.ts"];
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...config], {
    cwd: copy,
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: { ...env, MUTATION_TESTS: JSON.stringify(tests) },
  });
  group = child.pid;
  return new Promise((resolve) => {
    let latest = Date.now();
    let quietMs = 0;
    let isOver = false;
    const end = (/** @type {Outcome} */ outcome, by = "") => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      stop();
      resolve({ outcome, by, quietMs });
    };
    const timer = setInterval(() => {
      if (Date.now() > until) end("not finished");
      else if (Date.now() - latest > silenceMs) end("timed out");
    }, 100);
    const results = /** @type {import("node:stream").Readable} */ (child.stdio[3]);
    createInterface(results)
      .on("line", (line) => {
        quietMs = Math.max(quietMs, Date.now() - latest);
        latest = Date.now();
        const { failed, isLast } = JSON.parse(line);
        if (failed !== false) end("noticed", failed);
        else if (isLast) end("survived");
      })
      .on("close", () => end("noticed", "the end of the test run"));
  });
}

/** The file of the test that noticed something. @param {Judgement} judgement */
function testOf({ by }) {
  return by.split(": ", 1)[0] ?? "";
}

/** The same, but what fails only once is the machine's fault, not the mutant's.
 * @type {typeof judge} */
async function judgeTwice(tests, silenceMs, until) {
  let left = tests;
  let quietMs = 0;
  while (left.length > 0) {
    const first = await judge(left, silenceMs, until);
    quietMs = Math.max(quietMs, first.quietMs);
    const test = testOf(first);
    if (!left.includes(test)) return { ...first, quietMs };
    const again = await judge([test], silenceMs, until);
    if (again.outcome !== "survived") return again.outcome === "noticed" ? first : again;
    left = left.filter((other) => other !== test);
  }
  return { outcome: "survived", by: "", quietMs };
}

/** How often a test has noticed a mutant of a file: it is then asked first.
 * @type {Map<string, number>} */
const hits = new Map();

/** @param {Mutant} mutant @param {number} silenceMs @param {number} until @returns {Promise<Judgement>} */
async function tryOne({ file, text }, silenceMs, until) {
  const tests = testsOf(file);
  if (tests.length === 0) return { outcome: "no test", by: "", quietMs: 0 };
  const module = join(copy, file.replace(/^src/, "dist").replace(/ts$/, "js"));
  const changed = [join(copy, file), module].filter((path) => fs.existsSync(path));
  const before = changed.map((path) => fs.readFileSync(path));
  fs.writeFileSync(join(copy, file), text);
  try {
    if (fs.existsSync(module))
      fs.writeFileSync(module, (await transform(text, { loader: "ts", target: "es2022" })).code);
    fs.mkdirSync(temporary, { recursive: true });
    const bundles = ["scripts/build.mjs", "--bundles"];
    const { status } = spawnSync(process.execPath, bundles, { cwd: copy, env, timeout: 120_000 });
    if (status !== 0) return { outcome: "noticed", by: "the build", quietMs: 0 };
    const hitsOf = (/** @type {string} */ test) => hits.get(`${file} ${test}`) ?? 0;
    const order = tests.toSorted((a, b) => hitsOf(b) - hitsOf(a));
    const judgement = await judgeTwice(order, silenceMs, until);
    const test = testOf(judgement);
    if (tests.includes(test)) hits.set(`${file} ${test}`, hitsOf(test) + 1);
    return judgement;
  } finally {
    for (const [index, path] of changed.entries()) fs.writeFileSync(path, before[index] ?? "");
  }
}

process.on("exit", () => {
  stop();
  fs.rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** @type {Mutant[][]} */
const queues = [];
for (const folder of folders) queues.push(await mutantsOf(folder));
say(`seed ${seed}; mutants: ${queues.map((queue) => queue.length).join(", ")}`);
const turns = Math.max(...queues.map((queue) => queue.length));
const sample = Array.from({ length: turns }, (_, turn) =>
  queues.flatMap((queue) => queue[turn] ?? []),
)
  .flat()
  .slice(0, most);
makeCopy();
const tests = [...new Set(sample.flatMap(({ file }) => testsOf(file)))];
const base = await judgeTwice(tests, 300_000, Infinity);
if (base.outcome !== "survived")
  throw new Error(`without a mutant the tests fail: ${base.by || base.outcome}`);
say(`${tests.length} test files pass without a mutant`);

const silenceMs = 30_000 + 3 * base.quietMs;
const until = Date.now() + minutes * 60_000;
/** @type {(Omit<Mutant, "text"> & Pick<Judgement, "outcome" | "by">)[]} */
const tried = [];
for (const mutant of sample) {
  if (Date.now() > until) break;
  const { outcome, by } = await tryOne(mutant, silenceMs, until);
  if (outcome === "not finished") break;
  const { folder, file, line, original, mutated } = mutant;
  tried.push({ folder, file, line, original, mutated, outcome, by });
  say(`${outcome}: ${file}:${line}${by && ` by ${by}`}`);
  if (outcome === "survived" || outcome === "no test") say(`- ${original}\n+ ${mutated}`);
}

const scores = folders.map((folder) => {
  const own = tried.filter((one) => one.folder === folder);
  const noticed = own.filter(({ outcome }) => ["noticed", "timed out"].includes(outcome)).length;
  return { folder, mutants: own.length, noticed, percent: (100 * noticed) / own.length };
});
for (const { folder, mutants, noticed, percent } of scores)
  say(
    `${folder}: ${noticed} of ${mutants} noticed${mutants > 0 ? `, ${percent.toFixed()}%` : ""} (seed ${seed})`,
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
