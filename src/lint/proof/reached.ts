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

/** Whether what a place in the script prints is there. Where nothing is known of it, it is not. */
export function isPrinted(write: Write, run: PrintedStreams): boolean {
  const stream = run[write.stream];
  return optionsOf(write.value).some((option) => {
    if (option.v === "json") {
      const { value } = option;
      return hasConstant(value) && jsonIn(stream).some((json) => isValue(value, json));
    }
    // JSON that was written by hand is compared without its marks: values in it may have broken it.
    const text = textOf(option);
    const isJson = text.trimStart().startsWith("{");
    const parts = knownParts(isJson ? withoutMarks(text) : text);
    return parts !== null && hasParts(isJson ? withoutMarks(stream) : stream, parts);
  });
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[{}[\]\s,:"]+/g, "\n");
}

/** Whether enough is known of what a place prints to find it in a run. */
export function canBeFound(write: Write): boolean {
  return isPrinted(write, { stdout: "", stderr: "", [write.stream]: rendered(write.value) });
}

/** Whether a run printed what one of these places prints, and that was no other place that prints the same. */
export function isReached(
  { script }: Subject,
  writes: readonly Write[],
  seen: Observation,
): boolean {
  const ids = new Set(writes.map(({ id }) => id));
  const looksSame = (other: Write): boolean => {
    const run = { stdout: "", stderr: "", [other.stream]: rendered(other.value) };
    return writes.some((write) => isPrinted(write, run));
  };
  const others = (script?.facts.writes ?? []).filter(({ id }) => !ids.has(id));
  return (
    writes.some((write) => isPrinted(write, seen.run)) &&
    !others.some((other) => isPrinted(other, seen.run) && looksSame(other))
  );
}

/** What a run has printed. */
export type PrintedStreams = Pick<Observation["run"], "stdout" | "stderr">;

/** What is known of a value, as it would be printed. */
function rendered(value: Value): string {
  const [first = value] = optionsOf(value);
  return first.v === "json" ? JSON.stringify(plainOf(first.value)) : textOf(first);
}

function plainOf(value: Value): unknown {
  const [first = value] = optionsOf(value);
  if (first.v === "object")
    return Object.fromEntries(Array.from(first.fields, ([key, one]) => [key, plainOf(one)]));
  if (first.v === "list") return first.items.map(plainOf);
  if (first.v === "number" || first.v === "flag") return first.value;
  return first.v === "null" ? null : textOf(first);
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
      case "function":
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
