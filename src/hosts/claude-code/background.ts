import type { ProblemList } from "../../problem/index.js";
import type { HostRun } from "../host.js";
import { silent, type Answer } from "./answer.js";
import { errorOf } from "./failure.js";
import { isDiscarded, type Hearing } from "./hearing.js";
import { readOutput, type Background } from "./output.js";
import { own } from "./schema.js";
import { capped, texts } from "./texts.js";

/**
 * A hook that nobody waits for. It has no vote and its exit code is not looked at; of a valid answer the
 * context and the warning reach the model a turn later. Plain text goes nowhere.
 */
export function readInBackground(
  run: HostRun,
  background: Background | null,
  hearing: Hearing,
  problems: ProblemList,
): Answer {
  const answer: Answer = { ...silent(run.hook), isBackground: true };
  if (run.onFailure === "block")
    problems.report("host-ignores-field", { path: "onFailure", found: run.onFailure });
  if (isDiscarded(run)) return answer;
  const said =
    background === null ? run : { ...run, stdout: { ...run.stdout, text: background.later } };
  const output = readOutput(said, hearing);
  const error = background?.looksBroken === true ? errorOf(texts.notJson, hearing.rule) : null;
  if (output.type !== "object") return { ...answer, error };
  const contexts = [
    own(output.specific, "additionalContext"),
    own(output.top, "systemMessage"),
  ].filter((text): text is string => typeof text === "string" && text !== "");
  return { ...answer, error, contexts: contexts.map(capped) };
}
