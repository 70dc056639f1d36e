import type { Match } from "../../match/index.js";
import { readExpression } from "../expression.js";
import type { HostHook, HostMatcher } from "../host.js";
import { isRecord } from "../json.js";
import { events } from "./events.js";

/** Events whose matcher is tested against a word that never changes. */
const fixedSubjects: Readonly<Record<string, string>> = {
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
export function cursorMatches(
  event: string,
  matcher: string | undefined,
  subject: string | undefined,
): Match {
  if (!Object.hasOwn(events, event))
    return no(`Cursor has no event ${event}: the whole file is invalid`);
  if (matcher === undefined || matcher === "")
    return { matches: true, why: "no matcher: it matches every such event" };
  const expression = readExpression(matcher);
  if (expression.type === "invalid")
    return no(`${matcher} is no expression: the whole file is invalid`);
  const tested = Object.hasOwn(fixedSubjects, event) ? fixedSubjects[event] : subject;
  if (tested === undefined)
    return { matches: true, why: `${event} has nothing to match, so the matcher is ignored` };
  if (expression.type === "beyond")
    return {
      matches: true,
      why: `${matcher} cannot be tested in linear time, so it counts as fitting`,
    };
  const fits = expression.test(tested);
  const why = `the expression ${matcher} ${fits ? "fits" : "does not match"} ${JSON.stringify(tested)}`;
  return fits ? { matches: true, why } : no(why);
}

function no(why: string): Match {
  return { matches: false, why, by: "matcher" };
}

export const matches: HostMatcher = (hook) =>
  cursorMatches(hook.event, hook.matcher, subjectOf(hook));

/** On events about a command the matcher is tested against that. */
function subjectOf({ event, toolName, toolInput, subject }: HostHook): string | undefined {
  const command = isRecord(toolInput) ? toolInput["command"] : undefined;
  return event.endsWith("ShellExecution") && typeof command === "string"
    ? command
    : (toolName ?? subject);
}
