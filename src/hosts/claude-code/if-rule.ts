import { starMatches } from "../../match/index.js";
import { isRecord } from "../json.js";
import { bashFits, textFits } from "./bash-rule.js";
import type { Client } from "./client.js";
import { pathFits } from "./path-rule.js";

interface IfRule {
  readonly tool: string;
  readonly pattern: string;
}

/** One permission rule, `Tool` or `Tool(pattern)`; null where it is neither. */
export function parseRule(text: string): IfRule | null {
  const found = /^([\w*-]+)(?:\(([^]*)\))?$/.exec(text.trim());
  if (found === null) return null;
  const [, tool = "", pattern = "*"] = found;
  return { tool, pattern: pattern === "" ? "*" : pattern };
}

/** Whether a rule fits a call. Unlike in permissions, `Edit(…)` is for Edit alone. */
export function ruleFits(rule: IfRule, tool: string, input: unknown, client: Client): boolean {
  if (!toolFits(rule.tool, tool)) return false;
  const { pattern } = rule;
  if (pattern === "*") return true;
  const fields = isRecord(input) ? input : {};
  const { command, url } = fields;
  if (parameterFits(pattern, fields)) return true;
  if (tool === "Bash") return typeof command === "string" && bashFits(pattern, command, client);
  if (tool === "PowerShell") return typeof command === "string" && textFits(pattern, command);
  const path = fields["file_path"] ?? fields["notebook_path"] ?? fields["path"];
  if (typeof path === "string") return pathFits(pattern, path);
  const domain = /^domain:(.+)$/.exec(pattern)?.[1];
  return domain !== undefined && typeof url === "string" && starMatches(domain, hostOf(url));
}

/** A server of MCP stands for all its tools, and so may a star. */
function toolFits(wanted: string, tool: string): boolean {
  if (wanted === tool) return true;
  if (!wanted.startsWith("mcp__")) return false;
  return tool.startsWith(`${wanted}__`) || starMatches(wanted, tool);
}

/** `parameter:value`, where the input has such a parameter next to what the tool's own rules are about. */
function parameterFits(pattern: string, fields: Readonly<Record<string, unknown>>): boolean {
  const [, name = "", value = ""] = /^(\w+):([^]*)$/.exec(pattern) ?? [];
  if (name === "command" || !Object.hasOwn(fields, name)) return false;
  const found = fields[name];
  if (typeof found === "object") return false;
  return starMatches(value, typeof found === "string" ? found : JSON.stringify(found));
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
