import type { Layer } from "../layer/index.js";
import type { Pattern } from "../match/index.js";

/** A rule as it is in the settings. */
export interface RuleText {
  readonly layer: Layer;
  readonly list: "allow" | "ask" | "deny";
  readonly text: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** A field of the tool's input and what it must hold. */
export interface FieldCondition {
  readonly field: string;
  readonly text: string;
}

/** What is in a rule's parentheses. */
export type RuleArgument =
  | { readonly type: "none" }
  | { readonly type: "main"; readonly text: string }
  | { readonly type: "fields"; readonly text: string; readonly fields: readonly FieldCondition[] }
  /** It could not be read: a restriction then asks about every call of its tool. */
  | { readonly type: "unreadable"; readonly why: string };

/** A rule that counts. */
export interface Rule {
  readonly source: RuleText;
  readonly tool: Pattern;
  readonly argument: RuleArgument;
}

/** A rule that could not be read, or a permission that does not count. */
export interface RuleProblem {
  readonly source: RuleText;
  readonly why: string;
}

/** The rule and where it is, for a message. */
export function nameRule({ source }: Rule): string {
  const { list, text, layer, file, line } = source;
  const place = file === null ? "" : `, ${file}${line === null ? "" : `:${line}`}`;
  return `${list} rule ${text} (${layer}${place})`;
}

/** Whether a rule is about a tool. */
export function isAboutTool({ tool }: Rule, name: string): boolean {
  switch (tool.type) {
    case "all":
    case "invalid":
      return true;
    case "names":
      return tool.names.has(name);
    case "glob":
    case "expression":
      return tool.test(name);
  }
}
