import { own } from "../json.js";
import { RE2JS } from "re2js";
import type { HostMatcher } from "../host.js";
import { codex0166 } from "./events.js";
import type { CodexRules } from "./rules.js";

/** A matcher as Codex reads it. */
export type CodexMatcher =
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
export function readMatcher(matcher: string | null | undefined): CodexMatcher {
  if (matcher === null || matcher === undefined || matcher === "" || matcher === "*")
    return { type: "all" };
  if (onlyNames.test(matcher)) return { type: "names", names: matcher.split("|") };
  try {
    const expression = RE2JS.compile(matcher);
    return { type: "expression", test: (text) => expression.matcher(text).find() };
  } catch (error) {
    return { type: "invalid", why: error instanceof Error ? error.message : String(error) };
  }
}

/** One hook and one event. */
export interface CodexMatchRequest {
  readonly event: string;
  readonly matcher?: string | null | undefined;
  /** The tool's name, or whatever the event's matcher is tested against. */
  readonly subject?: string | undefined;
}

/** Whether a hook runs. `lost`: because its matcher cannot be read, so that it never does. */
export interface CodexMatch {
  readonly matches: boolean;
  readonly why: string;
  readonly lost?: true;
}

/** Whether Codex runs a hook. A guard whose matcher cannot be read vanishes with a warning at the start. */
export function codexHears(request: CodexMatchRequest, rules: CodexRules): CodexMatch {
  const { event, subject } = request;
  const found = own(rules.events, event);
  if (found === undefined)
    return { matches: false, why: `Codex has no event ${event}`, lost: true };
  if (found.subject === null) return { matches: true, why: `${event} ignores matchers` };
  const matcher = readMatcher(request.matcher);
  if (matcher.type === "all") return { matches: true, why: "it matches every such event" };
  const source = String(request.matcher);
  if (matcher.type === "invalid")
    return { matches: false, why: `${source} cannot be read: ${matcher.why}`, lost: true };
  if (subject === undefined) return { matches: false, why: `the payload has no ${found.subject}` };
  const names = found.subject === "tool_name" ? toolNames(subject, rules) : [subject];
  const fitting = names.find((name) =>
    matcher.type === "names" ? matcher.names.includes(name) : matcher.test(name),
  );
  return fitting === undefined
    ? { matches: false, why: `${source} does not match ${subject}` }
    : { matches: true, why: `${source} matches ${fitting}` };
}

/** The name first, then the names under which other hosts know the tool. */
function toolNames(tool: string, { toolAliases }: CodexRules): readonly string[] {
  const aliases = own(toolAliases, tool);
  return [tool, ...(aliases ?? [])];
}

export const matches: HostMatcher = ({ event, matcher, toolName, subject }) => {
  const request = { event, matcher, subject: toolName ?? subject };
  const { matches: isMatch, why } = codexHears(request, codex0166);
  return isMatch ? { matches: true, why } : { matches: false, why, by: "matcher" };
};
