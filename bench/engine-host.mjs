// One host of bench/engine.mjs: holds some memory, measures in turns, prints what it measured as JSON.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createEngine } from "snaphook/engine";
import { median } from "./table.mjs";

const [megabytes = "0", rounds = "60", peers = ""] = process.argv.slice(2);
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

/**
 * The longest time for which the host did not come round while something ran. Looking makes garbage: there is room for
 * it (see bench/engine.mjs), so that it is not collected meanwhile.
 * @param {() => Promise<unknown>} run
 */
async function longestStall(run) {
  globalThis.gc?.({ type: "minor" });
  let done = false;
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await run();
  done = true;
  return Math.max(longest, performance.now() - last);
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
  while (!engine.usesKeeper) await new Promise((wake) => setTimeout(wake, 20));
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
for (const engine of [sixteen, approved])
  while (!engine.usesKeeper) await new Promise((wake) => setTimeout(wake, 20));

/** @type {Record<string, () => Promise<unknown>>} */
const starts = {
  bare: () => bare(),
  keeper: () => kept.fire(payload),
  "bare script": () => bare("./guard.sh", join(folder, "project")),
  approved: () => approved.fire(payload),
  thread: () => inThread.fire(payload),
  "in place": () => inPlace.fire(payload),
};
if (peers !== "") {
  const peer = await peerRunner(peers);
  if (peer !== null) starts["gemini-cli-core"] = peer;
}
const many = {
  "16 bare": () => Promise.all(Array.from({ length: 16 }, () => bare())),
  "16 keeper": () => sixteen.fire(payload),
};
const stalls = Object.fromEntries(
  Object.entries({ ...starts, ...many }).map(([name, run]) => [
    `${name}, stall`,
    () => longestStall(run),
  ]),
);
const times = Object.fromEntries(
  Object.entries({ ...starts, ...many }).map(([name, run]) => [name, time(run)]),
);
/** @type {Record<string, number>} */
const measured = {
  ...(await inTurns(times, Number(rounds))),
  ...(await inTurns(stalls, Number(rounds) / 2)),
  ...(await inTurns(
    {
      json: timeOfOne(200, () => json.fire(payload)),
      "50 that do not match": timeOfOne(500, () => deaf.preview(payload)),
    },
    20,
  )),
};
const before = statSync(join(folder, "ledger.jsonl")).size;
for (let index = 0; index < 100; index++) await deaf.fire(payload);
measured["ledger"] = (statSync(join(folder, "ledger.jsonl")).size - before) / 100 / 1024;
console.log(
  JSON.stringify({ ballast: ballast.length, measured: { ...measured, keptGrew, threadGrew } }),
);
for (const engine of [kept, inThread, inPlace, sixteen, json, deaf, approved]) engine.close();
for (const place of [folder, `${folder}-home`]) rmSync(place, { recursive: true, force: true });

/** The hook runner of Gemini CLI on the same hook, where it is installed. @param {string} place */
async function peerRunner(place) {
  const from = createRequire(join(place, "package.json"));
  const main = from.resolve("@google/gemini-cli-core");
  const module = pathToFileURL(join(main, "..", "src", "hooks", "hookRunner.js")).href;
  const { HookRunner } = await import(module);
  const config = {
    getWorkingDir: () => folder,
    isTrustedFolder: () => true,
    getSessionId: () => "s",
    sanitizationConfig: { allowedEnvironmentVariables: [], blockedEnvironmentVariables: [] },
    getSanitizationConfig: () => undefined,
    storage: { getProjectTempDir: () => folder, getPlansDir: () => folder },
  };
  const runner = new HookRunner(config);
  const input = {
    ...payload,
    hook_event_name: "BeforeTool",
    cwd: folder,
    timestamp: "",
    transcript_path: "",
  };
  const run = () => runner.executeHook({ type: "command", command: "true" }, "BeforeTool", input);
  const { success, error } = await run();
  if (!success) throw new Error(`gemini-cli-core: ${error?.message}`);
  return run;
}
