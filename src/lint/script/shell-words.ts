import type {
  AndOr,
  CommandExpansionPart,
  PipelineNode,
  ProcessSubstitutionPart,
  Word,
  WordPart,
} from "unbash";
import { text, type Expression, type Span } from "./syntax.js";

/** What a command substitution gives: its reader comes from whoever reads statements. */
export type ReadCapture = (part: CommandExpansionPart | ProcessSubstitutionPart) => Expression;

export function spanOf({ pos, end }: { readonly pos: number; readonly end: number }): Span {
  return { start: pos, end };
}

/** The word where nothing in it is known only at run time, else null. */
export function fixedText(word: Word): string | null {
  return word.parts === undefined || word.parts.every(isFixed) ? word.value : null;
}

function isFixed(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every(isFixed);
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
    case "ExtendedGlob":
    case "BraceExpansion":
      return false;
  }
}

export function wordValue(word: Word, capture: ReadCapture): Expression {
  if (word.parts === undefined) return text(word.value);
  return joinedParts(word.parts, capture);
}

export function joinedParts(parts: readonly WordPart[], capture: ReadCapture): Expression {
  const values = parts.map((part) => partValue(part, capture));
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : { e: "join", parts: values };
}

function partValue(part: WordPart, capture: ReadCapture): Expression {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return text(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return joinedParts(part.parts, capture);
    case "SimpleExpansion":
      return { e: "name", name: part.text.slice(1), at: spanOf(part) };
    case "ParameterExpansion": {
      const value = { e: "name", name: part.parameter, at: spanOf(part) } as const;
      const { operation } = part;
      if (operation === undefined) return value;
      if (operation.type === "Default" && /^:?[-=]$/.test(operation.operator)) {
        const fallback = wordValue(operation.operand, capture);
        // With something else to fall back on, it may be unset.
        const written = operation.operand.text;
        const names = Array.from(written.matchAll(/\$\{?(\w+)/g), ([, name = ""]) => name);
        const isOptional = /\$\(|`/.test(written);
        const fallbacks = names.length === 0 ? {} : { fallbacks: names };
        return { e: "either", options: [{ ...value, isOptional, ...fallbacks }, fallback] };
      }
      // `${text:0:2000}`
      const most = operation.type === "Slice" ? Number(operation.length?.text ?? "") : 0;
      if (operation.type === "Slice" && operation.offset.text === "0" && most > 0)
        return { e: "cut", of: value, most: { e: "number", value: most } };
      return { e: "unknown", uses: [value] };
    }
    case "CommandExpansion":
      return capture(part);
    case "ProcessSubstitution":
      // What `>(…)` prints goes to where the script prints.
      return part.operator === "<" ? capture(part) : { e: "unknown", uses: [] };
    case "ArithmeticExpansion":
    case "ExtendedGlob":
    case "BraceExpansion":
      return { e: "unknown", uses: [] };
  }
}

/** `true`, `:`, `exit 0`, `echo ""` */
export function isNothing(node: PipelineNode | AndOr | undefined): boolean {
  if (node?.type !== "Command") return false;
  const words = [node.name, ...node.args].map((one) => (one?.type === "Word" ? one.text : "?"));
  return /^(?:true|:|exit 0|echo(?: -n)?(?: (?:""|''))?|printf (?:""|''))$/.test(words.join(" "));
}
