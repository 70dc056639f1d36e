import type { Match } from "../../match/index.js";
import { events } from "./events.js";
import { readExpression } from "../expression.js";
import type { HostMatcher } from "../host.js";

const toolEvents: ReadonlySet<string> = new Set(["BeforeTool", "AfterTool"]);

/**
 * Whether a hook of Gemini CLI matches an event. A tool's name is searched by an unanchored expression, and one that
 * JavaScript refuses is a name; `source`, `reason` and `trigger` are compared as a whole, without `|`. A pattern that
 * cannot be tested here counts as fitting.
 */
export function geminiMatches(
  event: string,
  matcher: string | undefined,
  subject: string | undefined,
): Match {
  if (!Object.hasOwn(events, event))
    return { matches: false, why: `Gemini has no event ${event}`, by: "matcher" };
  const pattern = matcher?.trim() ?? "";
  if (pattern === "" || pattern === "*")
    return { matches: true, why: "no matcher: it matches every such event" };
  const field = events[event]?.subject ?? null;
  if (field === null || subject === undefined || subject === "")
    return { matches: true, why: `${event} has nothing to match, so the matcher is ignored` };
  return toolEvents.has(event) ? ofTool(pattern, subject) : ofName(pattern, subject);
}

function ofTool(pattern: string, subject: string): Match {
  const expression = readExpression(pattern);
  if (expression.type === "invalid") return ofName(pattern, subject);
  if (expression.type === "beyond")
    return {
      matches: true,
      why: `${pattern} cannot be tested in linear time, so it counts as fitting`,
    };
  return matchResult(expression.test(subject), `the expression ${pattern}`, subject);
}

function ofName(pattern: string, subject: string): Match {
  return matchResult(pattern === subject, `the name ${pattern}`, subject);
}

function matchResult(matches: boolean, what: string, subject: string): Match {
  const why = `${what} ${matches ? "matches" : "does not match"} ${JSON.stringify(subject)}`;
  return matches ? { matches, why } : { matches, why, by: "matcher" };
}

export const matches: HostMatcher = ({ event, matcher, toolName, subject }) =>
  geminiMatches(event, matcher, toolName ?? subject);
