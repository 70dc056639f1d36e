import { trialsFor } from "./trials.js";
import type { Observation, ProofCase, RunTrial, Trial } from "./trial.js";

/** The first run that ended by itself and shows what is looked for, or why there is none. */
export async function firstTo(
  { subject }: Pick<ProofCase, "subject">,
  run: RunTrial,
  shows: (seen: Observation) => boolean,
  change: (trial: Trial) => Trial = (trial) => trial,
): Promise<Observation | string> {
  let count = 0;
  let isOver = false;
  for (const trial of trialsFor(subject)) {
    const seen = await run(change(trial));
    if (seen === null) return "it took too long, or too many runs";
    count++;
    if (seen.run.exit === undefined) isOver = true;
    else if (shows(seen)) return seen;
  }
  const runs = `${count} run${count === 1 ? "" : "s"}`;
  return isOver
    ? `none of ${runs} came to an end by reaching it`
    : `none of ${runs} reached it, with payloads made of what the script looks for`;
}
