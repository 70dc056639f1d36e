import { expressionTest } from "../../match/index.js";
import { own } from "../json.js";
import type { HostMatcher } from "../host.js";
import { noMatch } from "../match-answer.js";
import { codex0166 } from "./events.js";

/** A matcher as Codex reads it. */
type CodexMatcher =
  | { readonly type: "all" }
  | { readonly type: "names"; readonly names: readonly string[] }
  | { readonly type: "expression"; readonly test: (text: string) => boolean }
  | { readonly type: "invalid"; readonly why: string };

const onlyNames = /^[A-Za-z0-9_|]+$/;

/**
 * Absent, empty or `*`: everything. Only ASCII letters, digits, `_` and `|`: a list of exact names. Anything
 * else, a hyphen is enough: a regular expression that may match anywhere. Like Codex's own it takes linear
 * time and knows no look-around; unlike there, `\w`, `\d` and `\b` know ASCII alone.
 */
export function readMatcher(matcher: string | undefined): CodexMatcher {
  if (matcher === undefined || matcher === "" || matcher === "*") return { type: "all" };
  if (onlyNames.test(matcher)) return { type: "names", names: matcher.split("|") };
  try {
    return { type: "expression", test: expressionTest(matcher) };
  } catch (error) {
    return { type: "invalid", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether Codex runs a hook. A guard whose matcher cannot be read vanishes with a warning at the start. */
export const matches: HostMatcher = ({ event, matcher: source, toolName, subject: other }) => {
  const subject = toolName ?? other;
  const found = own(codex0166.events, event);
  if (found === undefined) return noMatch(`Codex has no event ${event}`);
  if (found.subject === null) return { matches: true, why: `${event} ignores matchers` };
  const matcher = readMatcher(source);
  if (matcher.type === "all") return { matches: true, why: "it matches every such event" };
  if (matcher.type === "invalid") return noMatch(`${source} cannot be read: ${matcher.why}`);
  if (subject === undefined) return noMatch(`the payload has no ${found.subject}`);
  const names = found.subject === "tool_name" ? toolNames(subject) : [subject];
  const fitting = names.find((name) =>
    matcher.type === "names" ? matcher.names.includes(name) : matcher.test(name),
  );
  return fitting === undefined
    ? noMatch(`${source} does not match ${subject}`)
    : { matches: true, why: `${source} matches ${fitting}` };
};

/** The name first, then the names under which other hosts know the tool. */
function toolNames(tool: string): readonly string[] {
  return [tool, ...(own(codex0166.toolAliases, tool) ?? [])];
}
