// How long 60 hooks take to end that are aborted at once, through the keeper and in place, in turns. node bench/aborts.mjs [ROUNDS]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "snaphook/engine";

const HOOKS = 60;
const rounds = Number(process.argv[2] ?? 40);
const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: {},
};
const wait = (/** @type {number} */ ms) => new Promise((wake) => setTimeout(wake, ms));
const hooks = Array.from({ length: HOOKS }, (_, index) => ({
  type: /** @type {const} */ ("command"),
  command: `sleep 30; : ${index}`,
  timeout: 60,
}));

async function engineOf(/** @type {boolean} */ keeper) {
  const engine = createEngine({
    projectDir: folder,
    home: `${folder}-home`,
    managedFile: join(folder, "none"),
    keeper,
    program: { hooks: { PreToolUse: [{ hooks }] } },
  });
  if (keeper) while (!engine.usesKeeper) await wait(20);
  return engine;
}

const engines = { keeper: await engineOf(true), place: await engineOf(false) };
/** @type {Record<keyof typeof engines, number[]>} */
const taken = { keeper: [], place: [] };
const places = /** @type {const} */ (["keeper", "place"]);
for (let round = 0; round < rounds; round++)
  for (const where of round % 2 === 0 ? places : places.toReversed()) {
    const abort = new AbortController();
    const fired = engines[where].fire(payload, { signal: abort.signal });
    await wait(1500);
    const begin = performance.now();
    abort.abort();
    await fired;
    taken[where].push(performance.now() - begin);
  }
for (const engine of Object.values(engines)) engine.close();
rmSync(folder, { recursive: true, force: true });

const at = (/** @type {number[]} */ times, /** @type {number} */ share) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0);
const differences = taken.keeper.map((ms, round) => ms - (taken.place[round] ?? 0));
const shown = (/** @type {number[]} */ times) => [0.1, 0.5, 0.9].map((share) => at(times, share));
console.log(
  JSON.stringify({
    rounds,
    tenthMedianNinth: {
      keeper: shown(taken.keeper),
      place: shown(taken.place),
      difference: shown(differences),
    },
    keeperFaster: differences.filter((ms) => ms < 0).length,
  }),
);
