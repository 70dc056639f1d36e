import type { HookRun } from "../../decode/index.js";
import { parseJson } from "../json.js";
import { restrictionsRead, type Restriction } from "../restriction.js";

/** Everything that a run wanted to restrict. Generous on purpose: what the client counts is taken off elsewhere. */
export function wishesOf(run: HookRun): readonly Restriction[] {
  const { ending } = run;
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  const byCode: Restriction[] = code === 2 ? [{ level: "deny", path: "exit", found: "2" }] : [];
  const { text } = run.stdout;
  return [...byCode, ...restrictionsRead(run.json ?? parseJson(text.trim()), text, "stdout")];
}
