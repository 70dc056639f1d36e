import { quoted } from "../wording.js";
import { trialsFor } from "./trials.js";
import type { Observation, ProofCase, RunTrial, Trial } from "./trial.js";

/** What shells end with where a program cannot be run, or is not there. */
const notStarted: ReadonlySet<number> = new Set([126, 127]);

/** The first run that ended by itself and shows what is looked for, or why there is none. */
export async function firstTo(
  given: ProofCase,
  run: RunTrial,
  shows: (seen: Observation) => boolean,
  change: (trial: Trial) => Trial = (trial) => trial,
): Promise<Observation | string> {
  let count = 0;
  let isOver = false;
  for (const trial of trialsFor(given)) {
    const seen = await run(change(trial));
    if (seen === null) return "it took too long, or too many runs";
    count++;
    if (seen.run.exit === undefined) isOver = true;
    else if (shows(seen)) return seen;
    // Another payload would not start it either.
    else if (count === 1 && notStarted.has(seen.run.exit))
      return `the hook does not start here: ${quoted(seen.run.stderr)}`;
  }
  const runs = `${count} run${count === 1 ? "" : "s"}`;
  return isOver
    ? `none of ${runs} came to an end by reaching it`
    : `none of ${runs} reached it, with payloads made of what the script looks for`;
}
