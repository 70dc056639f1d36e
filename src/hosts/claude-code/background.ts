import { own } from "../json.js";
import type { HookRun } from "../../decode/index.js";
import type { ProblemList } from "../../problem/index.js";
import { silent, type ClaudeAnswer } from "./answer.js";
import { errorOf } from "./failure.js";
import { isDiscarded, type ClaudeContext } from "./read-context.js";
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
  context: ClaudeContext,
  problems: ProblemList,
): ClaudeAnswer {
  const answer: ClaudeAnswer = { ...silent(run.hook), isBackground: true };
  if (run.onFailure === "block")
    problems.report("host-ignores-field", { path: "onFailure", found: run.onFailure });
  if (isDiscarded(run)) return answer;
  const printed = run.stdout.text.trim();
  if (context.rule.background === "stdout" && run.isAsync)
    return { ...answer, contexts: printed === "" ? [] : [capped(printed)] };
  const said =
    background === null ? run : { ...run, stdout: { ...run.stdout, text: background.later } };
  const output = readOutput(said, context);
  const error = background?.looksBroken === true ? errorOf(texts.notJson, context.rule) : null;
  if (output.type !== "object") return { ...answer, error };
  const reasons = [
    own(output.top, "systemMessage"),
    own(output.specific, "additionalContext"),
  ].filter((text): text is string => typeof text === "string" && text !== "");
  return {
    ...answer,
    error,
    contexts: reasons.length === 0 ? [] : [reasons.map(capped).join("\n")],
  };
}
