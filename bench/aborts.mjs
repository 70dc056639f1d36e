// How long 60 hooks take to end that are aborted at once, through the keeper and in place, in turns. node bench/aborts.mjs [ROUNDS]
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "snaphook/engine";
import { keeperOf } from "./keeper-of.mjs";

const HOOKS = 60;
/** Until all of them run. */
const STARTED_MS = 1500;
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: {},
};
const hooks = Array.from({ length: HOOKS }, (_, index) => ({
  type: /** @type {const} */ ("command"),
  command: `sleep 30; : ${index}`,
  timeout: 60,
}));
const places = /** @type {const} */ (["keeper", "place"]);

/** Milliseconds from the abort to the end of the last one, of each round. @param {number} rounds */
export async function abortsOf(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  /** @param {boolean} keeper */
  const engineOf = (keeper) =>
    createEngine({
      projectDir: folder,
      home: `${folder}-home`,
      managedFile: join(folder, "none"),
      keeper,
      program: { limits: { parallel: HOOKS }, hooks: { PreToolUse: [{ hooks }] } },
    });
  const engines = { keeper: engineOf(true), place: engineOf(false) };
  await keeperOf(engines.keeper);
  /** @type {Record<keyof typeof engines, number[]>} */
  const taken = { keeper: [], place: [] };
  for (let round = 0; round < rounds; round++)
    for (const where of round % 2 === 0 ? places : places.toReversed()) {
      const abort = new AbortController();
      const fired = engines[where].fire(payload, { signal: abort.signal });
      await new Promise((wake) => setTimeout(wake, STARTED_MS));
      const begin = performance.now();
      abort.abort();
      await fired;
      taken[where].push(performance.now() - begin);
    }
  for (const engine of Object.values(engines)) engine.close();
  for (const place of [folder, `${folder}-home`]) rmSync(place, { recursive: true, force: true });
  return taken;
}

/** @param {number[]} times @param {number} share */
function at(times, share) {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0);
}

/** @param {number[]} times */
function shown(times) {
  return [0.1, 0.5, 0.9].map((share) => at(times, share));
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  const rounds = Number(process.argv[2] ?? 40);
  const taken = await abortsOf(rounds);
  const differences = taken.keeper.map((ms, round) => ms - (taken.place[round] ?? 0));
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
}
