import { RE2JS } from "re2js";

/** Longer patterns are not looked into, and count as right. */
const LONGEST_PATTERN = 1000;

/** Whether JavaScript takes the pattern. It is not run. */
export function isExpression(source: string): boolean {
  if (source.length > LONGEST_PATTERN) return true;
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Whether the pattern is one for an engine that takes linear time, as Codex's. Counts and classes of letters are
 * shortened before: compiling a file full of them would take minutes.
 */
export function isLinearExpression(source: string): boolean {
  if (source.length > LONGEST_PATTERN) return true;
  return compile(source.replaceAll(counts, "{1}").replaceAll(classes, "a")) !== null;
}

/** Whether an unanchored pattern is found in a text; undefined where nobody here can say. */
export function isFoundIn(source: string, text: string): boolean | undefined {
  if (source.length > LONGEST_PATTERN || source.search(counts) >= 0 || source.search(classes) >= 0)
    return undefined;
  return compile(source)?.matcher(text).find();
}

const counts = /\{\d+(?:,\d*)?\}/g;
const classes = /\\[pP](?:\{\^?\w+\}|\w)/g;

/** Hooks of one group share a matcher, so the last one is kept. */
let last: { readonly source: string; readonly compiled: RE2JS | null } | null = null;

function compile(source: string): RE2JS | null {
  if (last?.source === source) return last.compiled;
  let compiled: RE2JS | null = null;
  try {
    compiled = RE2JS.compile(source);
  } catch {
    compiled = null;
  }
  last = { source, compiled };
  return compiled;
}

/** Tools of Claude Code and of hosts that took over its names: letter case counts. */
const tools = [
  "Agent",
  "Bash",
  "Edit",
  "ExitPlanMode",
  "Glob",
  "Grep",
  "LSP",
  "MultiEdit",
  "NotebookEdit",
  "Read",
  "Skill",
  "Task",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
  "Write",
];

/**
 * Why a list of tool names, or what was meant as one, never matches; null where it may. A server of MCP alone is no tool,
 * and a permission rule is no name.
 */
export function neverATool(matcher: string, separator: RegExp): string | null {
  if (/^\w+\(.*\)$/.test(matcher))
    return `${matcher} is a permission rule; a matcher takes names of tools`;
  if (!/^[\w\-,| ]*$/.test(matcher)) return null;
  const reasons = matcher
    .split(separator)
    .map((name) => name.trim())
    .map(notATool);
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
}

/** The matcher that was meant, as far as that is known: names in their right case, or the tool of a rule. */
export function matcherMeant(matcher: string): string | undefined {
  const [, ruled] = /^(\w+)\(.*\)$/.exec(matcher) ?? [];
  const names = ruled ?? matcher;
  if (!/^[\w\-,| ]*$/.test(names)) return undefined;
  const meant = names.replaceAll(/[\w-]+/g, (name) => toolMeant(name) ?? name);
  return meant === matcher ? undefined : meant;
}

function toolMeant(name: string): string | undefined {
  return tools.find((tool) => tool.toLowerCase() === name.toLowerCase());
}

function notATool(name: string): string | null {
  if (/^mcp__(?:(?!__).)+$/.test(name))
    return `${name} is a server, not a tool; for all of its tools write ${name}__.*`;
  const meant = toolMeant(name);
  return meant === undefined || meant === name
    ? null
    : `matcher "${name}" matches no tool; did you mean "${meant}"?`;
}
