import { isProjectLayer } from "../layer/index.js";
import { parseGlob, readPattern, type Pattern } from "../match/index.js";
import type { FieldCondition, Rule, RuleArgument, RuleProblem, RuleText } from "./rule.js";
import { isShellTool } from "./tool-names.js";

/** Longer arguments are a mistake or an attack. */
const LONGEST_ARGUMENT = 1000;
const FIELD = /^[A-Za-z_][\w.-]*(?==)/;
const NEXT_FIELD = /,\s+(?=[A-Za-z_][\w.-]*=)/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;

/**
 * Reads rules in their order. An allow of a project does not count. A deny or an ask that cannot be read asks about every
 * call of its tool, and of every tool where not even that can be read: a restriction must not vanish.
 */
export function readRules(texts: readonly RuleText[]): {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
} {
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  for (const source of texts) {
    const { layer, list } = source;
    if (list === "allow" && isProjectLayer(layer)) {
      problems.push({
        source,
        why: "an allow rule of a project does not count: only you can allow",
      });
      continue;
    }
    const { tool, argument } = readRuleText(source.text);
    if (argument.type === "unreadable") {
      const what = list === "allow" ? "it is ignored" : "it asks about every call it may mean";
      problems.push({ source, why: `it cannot be read (${argument.why}): ${what}` });
      if (list === "allow") continue;
    }
    rules.push({ source, tool, argument });
  }
  return { rules, problems };
}

type ParsedRule = Pick<Rule, "tool" | "argument">;

const EVERY_TOOL: Pattern = { type: "all" };

function readRuleText(text: string): ParsedRule {
  const { tool, argument } = splitRule(text.trim());
  const pattern = readTool(tool.trim());
  if (typeof pattern === "string") return { tool: EVERY_TOOL, argument: fault(pattern) };
  return {
    tool: pattern,
    argument: argument === null ? { type: "none" } : readArgument(argument, pattern),
  };
}

/** The tool's part and what follows it; the latter null where there are no parentheses. */
function splitRule(text: string): { readonly tool: string; readonly argument: string | null } {
  const at = text.startsWith("/") ? endOfExpression(text) : text.indexOf("(");
  return at < 0
    ? { tool: text, argument: null }
    : { tool: text.slice(0, at), argument: text.slice(at) };
}

/** An expression may hold slashes and parentheses: it ends where it can be read and an argument follows. */
function endOfExpression(text: string): number {
  if (isExpression(text)) return -1;
  let at = text.indexOf("/(", 1);
  while (at >= 0 && !isExpression(text.slice(0, at + 1))) at = text.indexOf("/(", at + 1);
  return at < 0 ? -1 : at + 1;
}

function isExpression(text: string): boolean {
  return readPattern(text).type === "expression";
}

/** The tools that a rule is about, or why they cannot be read. */
function readTool(tool: string): Pattern | string {
  const pattern = readPattern(tool);
  if (pattern.type === "invalid") return pattern.why;
  if (tool === "" || (pattern.type === "names" && pattern.names.size === 0))
    return "it names no tool";
  // No tool is called so: it is an expression or a rule with a mistake in it, and would never fit.
  if (pattern.type === "glob" && /^\/|\)/.test(tool)) return "its / or ) has no counterpart";
  return pattern;
}

function readArgument(parentheses: string, tool: Pattern): RuleArgument {
  if (endOfParentheses(parentheses) !== parentheses.length - 1)
    return fault("its ( does not end with the last )");
  const text = parentheses.slice(1, -1).trim();
  if (text === "") return fault("there is nothing in its parentheses");
  if (text.length > LONGEST_ARGUMENT)
    return fault(`it is longer than ${LONGEST_ARGUMENT} characters`);
  if (CONTROL.test(text)) return fault("it contains a control character");
  const fields = readFields(text);
  // A command may contain brackets and braces as they come; in every other reading they belong to a glob.
  const globs = onlyShells(tool) ? [] : (fields?.map((field) => field.text) ?? [text]);
  for (const glob of globs) {
    const parsed = parseGlob(glob);
    if ("fault" in parsed) return fault(parsed.fault);
  }
  return fields === null ? { type: "main", text } : { type: "fields", text, fields };
}

function onlyShells(tool: Pattern): boolean {
  return tool.type === "names" && Array.from(tool.names).every((name) => isShellTool(name));
}

/** `field=pattern, field=pattern`; null where it is not of that form. */
function readFields(text: string): readonly FieldCondition[] | null {
  const conditions: FieldCondition[] = [];
  for (const part of text.split(NEXT_FIELD)) {
    const field = FIELD.exec(part)?.[0];
    if (field === undefined) return null;
    conditions.push({ field, text: part.slice(field.length + 1).trim() });
  }
  return conditions;
}

function fault(why: string): RuleArgument {
  return { type: "unreadable", why };
}

/** Where the first parenthesis ends; -1 where it does not. */
function endOfParentheses(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at;
  }
  return -1;
}
