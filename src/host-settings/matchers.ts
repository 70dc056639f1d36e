import { RE2JS } from "re2js";
import type { Remark } from "./format.js";

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
 * a permission rule is no name, and tools of other hosts are not called here.
 */
export function neverATool(matcher: string, separator: RegExp, ofOthers = /^$/): string | null {
  if (/^\w+\(.*\)$/.test(matcher))
    return `${matcher} is a permission rule; a matcher takes names of tools`;
  const reasons = namesThatNever(matcher, separator, ofOthers);
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
}

/** A name in a list that matches no tool, where others do. */
export function deadNames(matcher: string, separator: RegExp): readonly Remark[] {
  const reasons = namesThatNever(matcher, separator);
  const [why] = reasons.filter((reason) => reason !== null);
  if (why === undefined || !reasons.includes(null)) return [];
  const meant = matcherMeant(matcher);
  return [
    {
      code: "setting-ignored",
      key: "matcher",
      found: why,
      allowed: ["names of tools between |, or an expression"],
      ...(meant !== undefined && { suggestion: meant }),
    },
  ];
}

/** For each name of a list why it is that of no tool; null where it may be. */
function namesThatNever(
  matcher: string,
  separator: RegExp,
  ofOthers = /^$/,
): readonly (string | null)[] {
  if (!/^[\w\-,| ]*$/.test(matcher)) return [null];
  return matcher
    .split(separator)
    .map((name) =>
      name !== "" && ofOthers.test(name.trim())
        ? `${name} is a tool of another host`
        : notATool(name.trim()),
    );
}

/** The matcher that was meant, as far as that is known: names in their right case, or the tool of a rule. */
export function matcherMeant(matcher: string): string | undefined {
  const [, ruled] = /^(\w+)\(.*\)$/.exec(matcher) ?? [];
  const names = ruled ?? matcher;
  if (!/^[\w\-,| ]*$/.test(names)) return undefined;
  const meant = names.replaceAll(/[\w-]+/g, (name) => toolMeant(name) ?? allOfServer(name) ?? name);
  if (meant === matcher) return undefined;
  // An expression is no list with commas.
  return meant.includes(".*") ? meant.replaceAll(/\s*[,|]\s*/g, "|") : meant;
}

function toolMeant(name: string): string | undefined {
  return tools.find((tool) => tool.toLowerCase() === name.toLowerCase());
}

/** An expression for the tools of an MCP server, or of all. */
function allOfServer(name: string): string | undefined {
  if (name === "mcp__") return "mcp__.*";
  return /^mcp__(?:(?!__).)+$/.test(name) ? `${name}__.*` : undefined;
}

function notATool(name: string): string | null {
  const all = allOfServer(name);
  if (all !== undefined)
    return name === "mcp__"
      ? `${name} is no tool; for all tools of MCP servers write ${all}`
      : `${name} is a server, not a tool; for all of its tools write ${all}`;
  const meant = toolMeant(name);
  return meant === undefined || meant === name
    ? null
    : `matcher "${name}" matches no tool; did you mean "${meant}"?`;
}
