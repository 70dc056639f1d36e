import type { Text } from "../../interpret/index.js";
import type { PrintedText } from "../printed-text.js";
import type { Write } from "../script/facts.js";
import type { Span } from "../script/syntax.js";
import { HOLE, optionsOf, textOf, type Value } from "../script/values.js";
import type { Subject } from "../subject.js";
import type { Observation } from "./trial.js";

const SHORTEST = 3;

// oxlint-disable-next-line no-control-regex -- colours are what is meant
const COLOURS = /(?:\u001b|\\(?:033|e|x1b|u001b))\[[\d;]*m/gi;

/** The parts of a text that are known, in their order; null where that is too little to find it again. */
export function knownParts(text: string): readonly string[] | null {
  const parts = text
    .replaceAll(COLOURS, "\n")
    .replaceAll(HOLE, "\n")
    .split(/…|\\n|\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.join("").length < SHORTEST ? null : parts;
}

export function hasParts(text: string, parts: readonly string[]): boolean {
  const plain = text.replaceAll(COLOURS, "");
  let from = 0;
  for (const part of parts) {
    const at = plain.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

export function isRead(texts: readonly Text[], parts: readonly string[]): boolean {
  return texts.some(({ text }) => hasParts(text, parts));
}

export function writesAt({ script }: Subject, at: Span | undefined): Write[] {
  return (script?.facts.writes ?? []).filter(
    (write) => write.at.start === at?.start && write.at.end === at.end,
  );
}

/** Whether a run printed what a place in the script prints. Null where that could not be told from what others print. */
export function isPrinted(write: Write, { run }: Observation): boolean | null {
  const stream = run[write.stream];
  let isKnown = false;
  for (const option of optionsOf(write.value)) {
    const value = option.v === "json" ? option.value : null;
    const text = textOf(option);
    if (value === null && text.trimStart().startsWith("{")) {
      const parts = knownParts(text.replaceAll(/[{}[\]\s,:"]+/g, "\n"));
      if (parts !== null && hasParts(stream.replaceAll(/[{}[\]\s,:"]+/g, "\n"), parts)) return true;
      isKnown ||= parts !== null;
      continue;
    }
    const parts = value === null ? knownParts(text) : null;
    if (parts !== null && hasParts(stream, parts)) return true;
    if (value !== null && jsonIn(stream).some((json) => isValue(value, json))) return true;
    isKnown ||= parts !== null || (value !== null && hasConstant(value));
  }
  return isKnown ? false : null;
}

/** JSON in what was printed: all of it, one of its lines, or what is between the outermost braces. */
export function jsonIn(text: string): unknown[] {
  const between = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  return [text, between, ...text.split("\n", 200)].flatMap((piece) => {
    if (!piece.trimStart().startsWith("{")) return [];
    try {
      return [JSON.parse(piece) as unknown];
    } catch {
      return [];
    }
  });
}

/** Whether a JSON value can be what is known of it. */
function isValue(value: Value, json: unknown): boolean {
  return optionsOf(value).some((option) => {
    switch (option.v) {
      case "text":
        return typeof json === "string" && hasParts(json, knownParts(option.text) ?? []);
      case "number":
      case "flag":
        return json === option.value;
      case "null":
        return json === null;
      case "object":
        return (
          typeof json === "object" &&
          json !== null &&
          [...option.fields].every(([key, one]) =>
            // A field may be there on some of the ways only.
            Object.hasOwn(json, key) ? isValue(one, (json as Record<string, unknown>)[key]) : false,
          )
        );
      case "list":
        return Array.isArray(json);
      case "json":
      case "payload":
      case "either":
      case "unknown":
        return true;
    }
  });
}

function hasConstant(value: Value): boolean {
  return optionsOf(value).some(
    (option) =>
      (option.v === "text" && knownParts(option.text) !== null) ||
      (option.v === "object" && option.fields.size > 0),
  );
}

/** Whether the same text is printed at another place too, so that a run does not show which it was. */
export function isElsewhere(
  subject: Subject,
  text: PrintedText,
  parts: readonly string[],
): boolean {
  return subject.fates.some(
    ({ text: other }) =>
      other.write.id !== text.write.id && other.path === text.path && hasParts(other.text, parts),
  );
}
