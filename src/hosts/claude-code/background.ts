import { own } from "../json.js";
import type { HookRun } from "../../decode/index.js";
import type { ProblemList } from "../../problem/index.js";
import { silent, type Answer } from "./answer.js";
import { errorOf } from "./failure.js";
import { isDiscarded, type Hearing } from "./hearing.js";
import { readOutput, type Background } from "./output.js";
import { capped, texts } from "./texts.js";

/**
 * A hook that nobody waits for. It has no vote and its exit code is not looked at; of a valid answer the
 * warning and the context reach the model a turn later, as one message. Plain text goes nowhere, unless the event
 * says otherwise.
 */
export function readInBackground(
  run: HookRun,
  background: Background | null,
  hearing: Hearing,
  problems: ProblemList,
): Answer {
  const answer: Answer = { ...silent(run.hook), isBackground: true };
  if (run.onFailure === "block")
    problems.report("host-ignores-field", { path: "onFailure", found: run.onFailure });
  if (isDiscarded(run)) return answer;
  const printed = run.stdout.text.trim();
  if (hearing.rule.background === "stdout" && run.isAsync)
    return { ...answer, contexts: printed === "" ? [] : [capped(printed)] };
  const said =
    background === null ? run : { ...run, stdout: { ...run.stdout, text: background.later } };
  const output = readOutput(said, hearing);
  const error = background?.looksBroken === true ? errorOf(texts.notJson, hearing.rule) : null;
  if (output.type !== "object") return { ...answer, error };
  const told = [own(output.top, "systemMessage"), own(output.specific, "additionalContext")].filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  return { ...answer, error, contexts: told.length === 0 ? [] : [told.map(capped).join("\n")] };
}
