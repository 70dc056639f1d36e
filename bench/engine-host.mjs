// One host of bench/engine.mjs: holds some memory, measures in turns, prints its medians as JSON.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, openLedger } from "snaphook/engine";
import { median } from "./table.mjs";

const ballast = Buffer.alloc(Number(process.argv[2] ?? 0) * 1024 * 1024, 1);
const rounds = Number(process.argv[3] ?? 60);
const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const stdin = `${JSON.stringify(payload)}\n`;

/** @param {number} hooks @param {boolean} keeper @param {object} [hook] */
function engineOf(hooks, keeper, hook = { type: "command", command: "true" }) {
  return createEngine({
    projectDir: folder,
    home: join(folder, "home"),
    managedFile: join(folder, "none"),
    keeper,
    ledger: openLedger({ file: join(folder, "ledger.jsonl") }),
    program: { hooks: { PreToolUse: Array.from({ length: hooks }, () => ({ hooks: [hook] })) } },
  });
}

/** The bare thing: a shell with three pipes, the payload on stdin, until its pipes are closed. */
function bare() {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", "true"], { stdio: "pipe" });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    child.on("close", resolve);
  });
}

const kept = engineOf(1, true);
const inPlace = engineOf(1, false);
const sixteen = engineOf(16, true);
const json = engineOf(1, false, { type: "json", json: {} });
for (const engine of [kept, sixteen]) {
  while (!engine.usesKeeper) await new Promise((wake) => setTimeout(wake, 20));
}
/** @type {Record<string, () => Promise<unknown>>} */
const sides = {
  bare,
  keeper: () => kept.fire(payload),
  "in place": () => inPlace.fire(payload),
  "16 bare": () => Promise.all(Array.from({ length: 16 }, bare)),
  "16 keeper": () => sixteen.fire(payload),
  json: () => json.fire(payload),
};
/** @type {Record<string, { ms: number[], active: number[] }>} */
const taken = Object.fromEntries(Object.keys(sides).map((name) => [name, { ms: [], active: [] }]));
for (let round = -5; round < rounds; round++) {
  for (const [name, run] of Object.entries(sides)) {
    const before = performance.eventLoopUtilization();
    const begin = performance.now();
    await run();
    const ms = performance.now() - begin;
    const { active } = performance.eventLoopUtilization(before);
    if (round < 0) continue;
    taken[name]?.ms.push(ms);
    taken[name]?.active.push(active);
  }
}
const medians = Object.fromEntries(
  Object.entries(taken).map(([name, { ms, active }]) => [
    name,
    { ms: median(ms), active: median(active) },
  ]),
);
console.log(JSON.stringify({ ballast: ballast.length, medians }));
for (const engine of [kept, inPlace, sixteen, json]) engine.close();
rmSync(folder, { recursive: true, force: true });
