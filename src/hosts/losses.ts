import type { Outcome } from "../decide/index.js";
import type { HookRun } from "../decode/index.js";
import type { ProblemList } from "../problem/index.js";
import { exitCode } from "./ending.js";
import { isLost, lostWords, type Restriction } from "./restriction.js";

/** Exit code 2 wants a block wherever a hook learnt it. */
export function byExitCode(run: HookRun): readonly Restriction[] {
  return exitCode(run) === 2 ? [{ level: "deny", path: "exit", found: "exit code 2" }] : [];
}

/** Names every restriction that the outcome does not meet; `exitTwo` is what exit code 2 does on the event. */
export function reportLost(
  list: ProblemList,
  restrictions: readonly Restriction[],
  outcome: Outcome,
  exitTwo: string | undefined,
): void {
  for (const { level, path, found } of restrictions.filter((one) => isLost(one, outcome))) {
    const why = path === "exit" && exitTwo !== undefined ? ` (exit code 2 here: ${exitTwo})` : "";
    list.report("host-deny-lost", { path, found, lost: `${lostWords[level]}${why}` });
  }
}
