// What bad hooks cost the host: deadlines, a flood, and a hundred thousand events. Prints what it measured as JSON.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "snaphook/engine";
import { keeperOf } from "./keeper-of.mjs";

const FIRES = 100_000;
const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: {},
};
const megabytes = (/** @type {number} */ bytes) => bytes / 1024 / 1024;

/** @param {import("snaphook/engine").ProgramHook} hook */
async function engineOf(hook) {
  const engine = createEngine({
    projectDir: folder,
    home: `${folder}-home`,
    managedFile: join(folder, "none"),
    ledger: { file: join(folder, "ledger.jsonl") },
    program: { hooks: { PreToolUse: [{ hooks: [hook] }] } },
  });
  await keeperOf(engine);
  return engine;
}

/** @param {string} command @param {number} timeout */
async function timeOf(command, timeout) {
  const engine = await engineOf({ type: "command", command, timeout });
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  await engine.fire(payload);
  const ms = performance.now() - begin;
  const grown = megabytes(process.memoryUsage.rss() - before);
  engine.close();
  return { ms, grown };
}

function used() {
  globalThis.gc?.();
  return megabytes(process.memoryUsage().heapUsed);
}

async function growth() {
  const engine = await engineOf({ type: "json", json: {} });
  for (let index = 0; index < FIRES / 10; index++) await engine.fire(payload);
  const before = used();
  for (let index = 0; index < FIRES; index++) await engine.fire(payload);
  const after = used();
  engine.close();
  return { before, after };
}

const deadline = await timeOf("sleep 30; echo late", 1);
const stubborn = await timeOf("trap '' TERM; while :; do sleep 1; done", 1);
const flood = await timeOf("head -c 1000000000 /dev/zero", 30);
const { before, after } = await growth();
console.log(JSON.stringify({ deadline: deadline.ms, stubborn: stubborn.ms, flood, before, after }));
rmSync(folder, { recursive: true, force: true });
