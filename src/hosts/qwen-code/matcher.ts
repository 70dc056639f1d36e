import type { Match } from "../../match/index.js";
import { readExpression } from "../expression.js";
import type { HostMatcher } from "../host.js";
import { matchesAll, noMatch, nothingToMatch, testedMatch, untestable } from "../match-answer.js";
import { events } from "./events.js";
import { namesOfTool } from "./tool-aliases.js";

/**
 * Whether Qwen Code runs a hook for an event. A matcher is first a list of exact names, separated by `|`, of which a
 * tool has several; else it is an unanchored expression for the tool's id or the event's subject. One that JavaScript
 * refuses fits nothing. A pattern that cannot be tested here counts as fitting.
 */
export const matches: HostMatcher = ({ event, matcher, toolName, subject }) => {
  if (!Object.hasOwn(events, event)) return noMatch(`Qwen Code has no event ${event}`);
  const pattern = matcher?.trim() ?? "";
  if (isForAll(pattern)) return matchesAll;
  const field = events[event]?.subject ?? null;
  const value = toolName ?? subject ?? "";
  if (field === null || value === "") return nothingToMatch(event);
  const names = field === "tool_name" ? namesOfTool(value) : [value];
  const entries = entriesOf(pattern);
  const isNamed = (entry: string): boolean =>
    names.includes(entry) || (entry !== "" && isForAll(entry));
  if ([pattern, ...entries].some(isNamed))
    return { matches: true, why: `${pattern} names ${JSON.stringify(value)}` };
  return ofExpression(expressionOf(pattern, entries), value);
};

/** As the host compiles it: of a list without blank entries and without space around them. */
export function expressionOf(pattern: string, entries = entriesOf(pattern)): string {
  return /^[\^(]/.test(pattern) ? pattern : entries.filter((entry) => entry !== "").join("|");
}

/** A matcher that fits everything. In a list a blank entry is none. */
export function isForAll(pattern: string): boolean {
  return pattern === "" || pattern === "*" || pattern === ".*";
}

function ofExpression(pattern: string, value: string): Match {
  const expression = readExpression(pattern);
  if (expression.type === "beyond") return untestable(pattern);
  if (expression.type === "invalid") return noMatch(`${pattern} is no expression and no name`);
  return testedMatch(expression.test(value), `the expression ${pattern}`, value);
}

/** Split at every `|` that is neither escaped nor in a class or a group. */
export function entriesOf(pattern: string): readonly string[] {
  const entries = [""];
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern.charAt(index);
    if (letter === "|" && depth === 0 && !inClass) {
      entries.push("");
      continue;
    }
    const written = letter === "\\" ? pattern.slice(index, index + 2) : letter;
    if (letter === "\\") index += 1;
    else if (inClass) inClass = letter !== "]";
    else if (letter === "[") inClass = true;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    entries.push(`${entries.pop() ?? ""}${written}`);
  }
  return entries.map((entry) => entry.trim());
}
