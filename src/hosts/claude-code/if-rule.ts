import { globMatches, parseGlob } from "../../match/index.js";
import { isRecord } from "../json.js";
import { shellCommands } from "./shell-commands.js";

/** One permission rule, `Tool` or `Tool(pattern)`; null where it is neither. */
export function parseRule(
  text: string,
): { readonly tool: string; readonly pattern: string } | null {
  const found = /^([\w*-]+)(?:\(([^]*)\))?$/.exec(text.trim());
  if (found === null) return null;
  const [, tool = "", pattern = "*"] = found;
  return { tool, pattern: pattern === "" ? "*" : pattern };
}

/** Whether a rule fits a call. A Bash rule fits where any command of the line does, or where nobody can know. */
export function ruleFits(
  rule: { readonly tool: string; readonly pattern: string },
  tool: string,
  input: unknown,
): boolean {
  const isServer = rule.tool.startsWith("mcp__") && tool.startsWith(`${rule.tool}__`);
  if (rule.tool !== tool && !isServer) return false;
  if (rule.pattern === "*") return true;
  const fields = isRecord(input) ? input : {};
  const { command } = fields;
  if (tool === "Bash") return typeof command === "string" && bashFits(rule.pattern, command);
  const subject = fields["file_path"] ?? fields["notebook_path"] ?? fields["path"];
  if (typeof subject === "string") return pathFits(rule.pattern, subject);
  const domain = /^domain:(.+)$/.exec(rule.pattern)?.[1];
  const { url } = fields;
  return domain !== undefined && typeof url === "string" && hostOf(url) === domain;
}

function hostOf(url: string): string | null {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? null;
}

/** A pattern of one name (`git *`) asks for names alone; any longer one gives up at what only the shell knows. */
function bashFits(pattern: string, line: string): boolean {
  const commands = shellCommands(line);
  if (commands === null) return true;
  const prefix = /^([^]*?)(?: \*|:\*)$/.exec(pattern)?.[1];
  const isNameOnly = prefix !== undefined && !/[\s*]/.test(prefix);
  return commands.some(
    ({ words, isDynamic, nameIsDynamic }) =>
      nameIsDynamic || (isDynamic && !isNameOnly) || textFits(pattern, prefix, words.join(" ")),
  );
}

function textFits(pattern: string, prefix: string | undefined, text: string): boolean {
  if (prefix !== undefined && !prefix.includes("*"))
    return text === prefix || text.startsWith(`${prefix} `);
  return wildcardFits(pattern.replace(/:\*$/, " *"), text);
}

/** `*` stands for any text. Greedy from the left, which is enough for one kind of wildcard, and linear in each part. */
function wildcardFits(pattern: string, text: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || text.length < head.length + tail.length) return false;
  if (!text.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}

function pathFits(pattern: string, path: string): boolean {
  const glob = parseGlob(pattern);
  return "alternatives" in glob && globMatches(glob.alternatives, path);
}
