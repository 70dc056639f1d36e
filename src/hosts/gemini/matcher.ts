import type { Match } from "../../match/index.js";
import { events } from "./events.js";
import { readExpression } from "../expression.js";
import type { HostMatcher } from "../host.js";
import { matchesAll, noMatch, nothingToMatch, testedMatch, untestable } from "../match-answer.js";

const toolEvents: ReadonlySet<string> = new Set(["BeforeTool", "AfterTool"]);

/**
 * Whether a hook of Gemini CLI matches an event. A tool's name is searched by an unanchored expression, and one that
 * JavaScript refuses is a name; `source`, `reason` and `trigger` are compared as a whole, without `|`. A pattern that
 * cannot be tested here counts as fitting.
 */
export const matches: HostMatcher = ({ event, matcher, toolName, subject: other }) => {
  const subject = toolName ?? other;
  if (!Object.hasOwn(events, event)) return noMatch(`Gemini has no event ${event}`);
  const pattern = matcher?.trim() ?? "";
  if (pattern === "" || pattern === "*") return matchesAll;
  const field = events[event]?.subject ?? null;
  if (field === null || subject === undefined || subject === "") return nothingToMatch(event);
  return toolEvents.has(event) ? ofTool(pattern, subject) : ofName(pattern, subject);
};

function ofTool(pattern: string, subject: string): Match {
  const expression = readExpression(pattern);
  if (expression.type === "invalid") return ofName(pattern, subject);
  if (expression.type === "beyond") return untestable(pattern);
  return testedMatch(expression.test(subject), `the expression ${pattern}`, subject);
}

function ofName(pattern: string, subject: string): Match {
  return testedMatch(pattern === subject, `the name ${pattern}`, subject);
}
