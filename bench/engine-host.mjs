// One host of bench/engine.mjs: holds some memory, measures in turns, prints what it measured as JSON.
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "snaphook/engine";
import { keeperOf } from "./keeper-of.mjs";
import { peerRunners } from "./peers.mjs";
import { median } from "./table.mjs";

/** With peers only single hooks are timed: what a peer loads makes a fork of this process slower. */
const [megabytes = "0", rounds = "60", only = ""] = process.argv.slice(2);
// Kept in use to the end: it is what makes a fork of this process slow.
const ballast = Buffer.alloc(Number(megabytes) * 1024 * 1024, 1);
const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const stdin = `${JSON.stringify(payload)}\n`;
const trivial = { command: "true" };

/** @param {import("snaphook/engine").ProgramGroup[]} groups @param {boolean} keeper @param {boolean} [thread] */
function engineOf(groups, keeper, thread = false) {
  return createEngine({
    projectDir: folder,
    home: `${folder}-home`,
    managedFile: join(folder, "none"),
    keeper,
    thread,
    ledger: { file: join(folder, "ledger.jsonl") },
    program: { hooks: { PreToolUse: groups } },
  });
}

/** A hook of the project, with a script, that somebody has approved. */
async function approvedEngine() {
  const project = join(folder, "project");
  mkdirSync(join(project, ".snaphook"), { recursive: true });
  writeFileSync(join(project, "guard.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  writeFileSync(
    join(project, ".snaphook/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ command: "./guard.sh" }] }] } }),
  );
  const engine = createEngine({
    projectDir: project,
    home: `${folder}-home`,
    managedFile: join(folder, "none"),
    ledger: { file: join(folder, "approved.jsonl") },
  });
  await engine.approve(engine.review());
  const { length } = engine.preview(payload).filter(({ matches }) => matches);
  if (length !== 1) throw new Error("the approved hook would not run");
  return engine;
}

/**
 * The bare thing: a shell with three pipes, the payload on stdin, until its pipes are closed.
 * @param {string} line
 * @param {string} cwd
 */
function bare(line = "true", cwd = folder) {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", line], { stdio: "pipe", cwd });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    child.on("close", resolve);
  });
}

const scheduled = existsSync("/proc/thread-self/schedstat")
  ? openSync("/proc/thread-self/schedstat", "r")
  : null;
const counts = Buffer.alloc(64);

/** For how many milliseconds this thread has been ready to run and has waited for a core. */
function waitedForCore() {
  if (scheduled === null) return 0;
  const length = readSync(scheduled, counts, 0, counts.length, 0);
  return Number(counts.toString("latin1", 0, length).split(" ")[1]) / 1e6;
}

/**
 * The longest time for which the host did not come round while something ran: what its thread was busy or blocked for, and
 * with what it waited for a core meanwhile, which a loop that never rests has to share. Looking makes garbage: there is
 * room for it (see bench/engine.mjs), so that it is not collected meanwhile.
 * @param {() => Promise<unknown>} run
 */
async function longestStall(run) {
  globalThis.gc?.({ type: "minor" });
  let done = false;
  const longest = { busy: 0, all: 0 };
  let last = performance.now();
  let waited = waitedForCore();
  const look = () => {
    const [before, took] = [waited, performance.now() - last];
    waited = waitedForCore();
    longest.all = Math.max(longest.all, took);
    longest.busy = Math.max(longest.busy, took - (waited - before));
    last = performance.now();
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await run();
  done = true;
  look();
  return longest;
}

/**
 * Takes turns and gives back the median of each side, or what else is wanted of its values.
 * @param {Record<string, () => Promise<number>>} sides
 * @param {number} times
 */
async function inTurns(sides, times) {
  /** @type {Record<string, number[]>} */
  const taken = {};
  for (let round = -5; round < times; round++) {
    for (const [name, measure] of Object.entries(sides)) {
      // What one side still has to do afterwards must not be paid by the next.
      await new Promise((wake) => setTimeout(wake, 20));
      const value = await measure();
      if (round >= 0) (taken[name] ??= []).push(value);
    }
  }
  return Object.fromEntries(
    Object.entries(taken).flatMap(([name, all]) => [
      [name, median(all)],
      [`${name}, most`, Math.max(...all)],
    ]),
  );
}

/** @param {() => Promise<unknown>} run */
const time = (run) => async () => {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
};

/** The mean of many that follow each other at once. @param {number} count @param {() => unknown} run */
const timeOfOne = (count, run) => async () => {
  const begin = performance.now();
  for (let index = 0; index < count; index++) await run();
  return (performance.now() - begin) / count;
};

/** What a host grows by. @template Made @param {() => Promise<Made>} make @returns {Promise<[Made, number]>} */
async function grown(make) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const made = await make();
  globalThis.gc?.();
  return [made, (process.memoryUsage.rss() - before) / 1024 / 1024];
}

const one = [{ hooks: [trivial] }];
/** @param {boolean} thread */
const ready = async (thread) => {
  const engine = engineOf(one, true, thread);
  await keeperOf(engine);
  await engine.fire(payload);
  return engine;
};
const [kept, keptGrew] = await grown(() => ready(false));
const [inThread, threadGrew] = await grown(() => ready(true));
const inPlace = engineOf(one, false);
const sixteen = engineOf(
  Array.from({ length: 16 }, () => ({ hooks: [trivial] })),
  true,
);
const json = engineOf([{ hooks: [{ type: "json", json: {} }] }], false);
const deaf = engineOf(
  Array.from({ length: 50 }, (_, index) => ({ matcher: `Tool${index}`, hooks: [trivial] })),
  false,
);
const approved = await approvedEngine();
for (const engine of [sixteen, approved]) await keeperOf(engine);

/** @type {Record<string, () => Promise<unknown>>} */
const starts = {
  bare: () => bare(),
  keeper: () => kept.fire(payload),
  "bare script": () => bare("./guard.sh", join(folder, "project")),
  approved: () => approved.fire(payload),
  thread: () => inThread.fire(payload),
  "in place": () => inPlace.fire(payload),
};
const many = {
  "16 bare": () => Promise.all(Array.from({ length: 16 }, () => bare())),
  "16 keeper": () => sixteen.fire(payload),
};
/** @param {Record<string, () => Promise<unknown>>} runs */
const timesOf = (runs) =>
  Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, time(run)]));
/** @param {Record<string, () => Promise<unknown>>} runs */
const stallsOf = (runs) =>
  Object.fromEntries(
    Object.entries(runs).map(([name, run]) => [
      `${name}, stall`,
      async () => {
        const { busy, all } = await longestStall(run);
        (withWaits[name] ??= []).push(all);
        return busy;
      },
    ]),
  );
/** Stalls with the waits for a core. @type {Record<string, number[]>} */
const withWaits = {};

/** Until V8 has optimised what an event runs. */
const HOT = 3000;

async function measureAll() {
  const cold = {
    ...(await inTurns(timesOf({ ...starts, ...many }), Number(rounds))),
    ...(await inTurns(stallsOf({ ...starts, ...many }), Number(rounds) / 2)),
  };
  for (let count = 0; count < HOT; count++) await json.fire(payload);
  const hot = await inTurns(
    {
      json: timeOfOne(200, () => json.fire(payload)),
      "50 that do not match": timeOfOne(500, () => deaf.preview(payload)),
    },
    20,
  );
  const before = statSync(join(folder, "ledger.jsonl")).size;
  for (let index = 0; index < 100; index++) await deaf.fire(payload);
  const ledger = (statSync(join(folder, "ledger.jsonl")).size - before) / 100 / 1024;
  const waits = Object.entries(withWaits).map(([name, all]) => [
    `${name}, stall with waits`,
    median(all),
  ]);
  return { ...cold, ...hot, ...Object.fromEntries(waits), ledger, keptGrew, threadGrew };
}

async function measurePeers() {
  const peers = await peerRunners({ cwd: folder, payload });
  const ours = { bare: () => bare(), keeper: () => kept.fire(payload) };
  return inTurns(timesOf({ ...ours, ...peers }), Number(rounds));
}

const measured = await (only === "peers" ? measurePeers() : measureAll());
for (const engine of [kept, inThread, inPlace, sixteen, json, deaf, approved]) engine.close();
for (const place of [folder, `${folder}-home`]) rmSync(place, { recursive: true, force: true });
// A peer may have left something that keeps a process alive.
process.stdout.write(`${JSON.stringify({ ballast: ballast.length, measured })}\n`, () =>
  process.exit(),
);
