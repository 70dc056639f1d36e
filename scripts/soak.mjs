// Fires events at misbehaving hooks, mixed at random, for a given time; reports wrong decisions, leaks and memory.
// `npm run soak -- --seconds 60 [--seed N]`
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "snaphook/engine";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string" } },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) {
  console.error("--seconds takes a number of seconds");
  process.exit(2);
}
let state = Number(values.seed ?? Date.now() % 2 ** 31);
console.log(`seed ${state}`);
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
/** @template T @param {readonly T[]} items @returns {T} */
const pick = (items) => /** @type {T} */ (items[Math.floor(random() * items.length)]);

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "no",
  },
});
const allow = deny.replace("deny", "allow");
/**
 * What a hook does, and how strict its answer is by itself: 4 block, 2 ask, 0 nothing.
 * @type {readonly (Extract<import("snaphook/engine").ProgramHook, { type?: "command" }> & { level: number })[]}
 */
const faults = [
  { command: "true", level: 0 },
  { command: "exit 2", level: 4 },
  { command: "exit 1", level: 0 },
  { command: `echo '${deny}'`, level: 4 },
  { command: `echo hi; echo '${deny}'`, level: 4 },
  { command: `echo '${allow}'`, level: 0 },
  { command: "kill -9 $$", level: 0 },
  { command: "kill -9 $$", onFailure: "block", level: 4 },
  { command: "sleep 60", timeout: 0.1, onFailure: "ask", level: 2 },
  {
    command: "trap '' TERM; while :; do sleep 0.05; done",
    timeout: 0.1,
    onFailure: "block",
    level: 4,
  },
  { command: "setsid sleep 60 & sleep 60", timeout: 0.1, level: 0 },
  { command: "kill -STOP $$", timeout: 0.1, level: 0 },
  { command: "yes", onFailure: "block", level: 4 },
  { command: "head -c 300000 /dev/urandom", level: 0 },
  { command: "head -c 30000000 /dev/zero >&2", onFailure: "ask", level: 2 },
  { command: "/nonexistent", args: [], onFailure: "block", level: 4 },
  { command: "echo '{'; exit 0", onFailure: "ask", level: 2 },
];
const outcomes = new Map([
  [4, "block"],
  [2, "ask"],
  [0, "proceed"],
]);

const folder = mkdtempSync(join(tmpdir(), "snaphook-soak-"));
const mark = `soak-${crypto.randomUUID()}`;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const end = performance.now() + seconds * 1000;
let events = 0;
let wrong = 0;
let peak = 0;
/** @type {number | null} */
let descriptors = null;
while (performance.now() < end && !stop.signal.aborted) {
  const chosen = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(faults));
  const engine = createEngine({
    projectDir: folder,
    home: `${folder}-home`,
    managedFile: join(folder, "none"),
    keeper: random() < 0.5,
    program: {
      hooks: {
        PreToolUse: chosen.map(({ level: _level, ...hook }) => ({
          hooks: [{ ...hook, env: { SOAK_MARK: mark } }],
        })),
      },
    },
  });
  for (let round = 0; round < 3 && !stop.signal.aborted; round++) {
    const { reading } = await engine.fire({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: {},
    });
    const expected = outcomes.get(Math.max(...chosen.map(({ level }) => level)));
    events++;
    if (reading.outcome !== expected) {
      wrong++;
      console.log(
        `wrong: ${reading.outcome} instead of ${expected} for ${JSON.stringify(chosen.map(({ command }) => command))}`,
      );
    }
  }
  engine.close();
  peak = Math.max(peak, process.memoryUsage().rss);
  if (events === 30) descriptors = readdirSync("/proc/self/fd").length;
}
await new Promise((wake) => setTimeout(wake, 1500));
const left = readdirSync("/proc").filter((pid) => {
  try {
    return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
  } catch {
    return false;
  }
});
const grown = descriptors === null ? 0 : readdirSync("/proc/self/fd").length - descriptors;
rmSync(folder, { recursive: true, force: true });
console.log(
  `${events} events, ${wrong} wrong decisions, ${left.length} processes left, ${grown} descriptors more, peak ${Math.round(peak / 1e6)} MB`,
);
process.exitCode = wrong === 0 && left.length === 0 && grown < 10 ? 0 : 1;
