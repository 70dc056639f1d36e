import { readExpression } from "../expression.js";
import type { HostHook, HostMatcher } from "../host.js";
import { isRecord, own } from "../json.js";
import { matchesAll, noMatch, nothingToMatch, testedMatch, untestable } from "../match-answer.js";
import { events } from "./events.js";

/** Events whose matcher is tested against a word that never changes. */
export const fixedSubjects: Readonly<Record<string, string>> = {
  beforeSubmitPrompt: "UserPromptSubmit",
  stop: "Stop",
  afterAgentResponse: "AgentResponse",
  afterAgentThought: "AgentThought",
};

/**
 * Whether a hook of Cursor matches an event. The matcher is an unanchored expression, on the command text for shell
 * events; one that JavaScript refuses makes the whole file invalid, so that none of its hooks runs. A pattern that
 * cannot be tested here counts as fitting.
 */
export const matches: HostMatcher = (hook) => {
  const { event, matcher } = hook;
  if (!Object.hasOwn(events, event))
    return noMatch(`Cursor has no event ${event}: the whole file is invalid`);
  if (matcher === undefined || matcher === "") return matchesAll;
  const expression = readExpression(matcher);
  if (expression.type === "invalid")
    return noMatch(`${matcher} is no expression: the whole file is invalid`);
  const tested = own(fixedSubjects, event) ?? subjectOf(hook);
  if (tested === undefined) return nothingToMatch(event);
  if (expression.type === "beyond") return untestable(matcher);
  return testedMatch(expression.test(tested), `the expression ${matcher}`, tested);
};

/** On events about a command the matcher is tested against that. */
function subjectOf({ event, toolName, toolInput, subject }: HostHook): string | undefined {
  const command = isRecord(toolInput) ? toolInput["command"] : undefined;
  return event.endsWith("ShellExecution") && typeof command === "string"
    ? command
    : (toolName ?? subject);
}
