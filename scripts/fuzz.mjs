// Fuzzes the built engine: node scripts/fuzz.mjs [--seconds 60] [--seed N] [--keep] [--replay FILE]
import { fileURLToPath } from "node:url";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as core from "snaphook/core";
import { check } from "./fuzz-checks.mjs";
import {
  combinationOf,
  keepBest,
  readConformance,
  readCorpus,
  readFailure,
  writeFailure,
} from "./fuzz-corpus.mjs";
import { generated, makeRandom, mutated, stretched } from "./fuzz-inputs.mjs";
import { anyEvent, anyRequest } from "./fuzz-requests.mjs";

/** Of one kind of fault the first few are worth a file; the rest are counted. */
const MOST_FILES_A_FAULT = 3;
const LARGEST_POOL = 5000;
const MOST_CANDIDATES = 800;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
    keep: { type: "boolean", default: false },
    replay: { type: "string" },
  },
});

if (options.replay === undefined) {
  // JSON.parse throws more often than not here, and nobody reads where.
  Error.stackTraceLimit = 0;
  await fuzz();
} else {
  const { faults } = check(core, readFailure(options.replay));
  console.log(faults.length === 0 ? "no fault" : faults.join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function fuzz() {
  const seed = options.seed === undefined ? Date.now() >>> 0 : Number(options.seed);
  const random = makeRandom(seed);
  const corpus = readCorpus();
  const seeds = [...corpus, ...readConformance()];
  /** @type {Buffer[]} */
  const pool = [];
  /** @type {Buffer[]} */
  const candidates = [];
  const combinations = new Set();
  /** @type {Map<string, number>} */
  const failures = new Map();
  let runs = 0;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());

  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const seconds = Number(options.seconds);
  for (let nextReport = 5; !stop.signal.aborted && elapsed() < seconds;) {
    for (let batch = 0; batch < 100; batch++) tryOne();
    await setImmediate();
    if (elapsed() < nextReport) continue;
    nextReport += 5;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${summary()}`);
  }
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
  const result = summary();
  if (options.keep) console.log(`${keepBest(core, [...corpus, ...candidates])} files kept`);
  console.log(result);
  process.exitCode = failures.size === 0 ? 0 : 1;

  function tryOne() {
    const event = anyEvent(core, random);
    const count = random.chance(0.8) ? 1 : 2 + random.below(2);
    const outputs = Array.from({ length: count }, () => anyOutput(event));
    const request = anyRequest(core, random, event, outputs);
    const { faults, reading } = check(core, request);
    runs++;
    if (faults.length > 0) fail(request, faults);
    const [output] = outputs;
    if (reading === null || output === undefined || count > 1) return;
    const combination = combinationOf(reading);
    if (combinations.has(combination)) return;
    combinations.add(combination);
    addTo(pool, LARGEST_POOL, output);
    if (options.keep) addTo(candidates, MOST_CANDIDATES, output);
  }

  /** Half of what is changed was good, so that there are outputs with one fault as well as with many. */
  /** @type {(event: string) => Buffer} */
  function anyOutput(event) {
    if (random.chance(0.0004)) return stretched(random, seeds);
    if (random.chance(0.25)) return generated(random, event);
    if (random.chance(0.2)) return mutated(random, [generated(random, event)]);
    return mutated(random, pool.length === 0 || random.chance(0.5) ? seeds : pool);
  }

  /** @type {(list: Buffer[], most: number, output: Buffer) => void} */
  function addTo(list, most, output) {
    if (list.length < most) list.push(output);
    else list[random.below(most)] = output;
  }

  /** @type {(request: core.InterpretRequest, faults: readonly string[]) => void} */
  function fail(request, faults) {
    const key = faults[0] ?? "";
    const times = (failures.get(key) ?? 0) + 1;
    failures.set(key, times);
    if (times <= MOST_FILES_A_FAULT)
      console.log(`${faults.join(", ")}: ${writeFailure(request, faults)}`);
  }

  function summary() {
    const took = elapsed();
    const failed = [...failures.values()].reduce((sum, times) => sum + times, 0);
    const rate = Math.round(runs / took).toLocaleString("en");
    return `${runs.toLocaleString("en")} runs in ${Math.round(took)} s, ${rate} runs per second, ${seeds.length + pool.length} outputs in the corpus (${combinations.size} combinations), ${failed} failures, seed ${seed}`;
  }
}
