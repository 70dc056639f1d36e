import { JsonObject } from "./json-value.js";
import { parseJson } from "./parse-json.js";

/** A complete object in a text, with its place. */
interface FoundObject {
  readonly object: JsonObject;
  readonly start: number;
  readonly end: number;
  readonly tooDeep: boolean;
}

export interface Search {
  /** How many objects have their lines to themselves. */
  readonly count: number;
  /** Where the first of them begins; null where there is none. */
  readonly first: number | null;
  /** Whether one of them is nested too deep. */
  readonly tooDeep: boolean;
  /** Those of them that look like an answer, in order. The others are not kept: an output may hold thousands. */
  readonly answers: readonly FoundObject[];
  /** Where the first object is that looks like an answer and shares its line with text; null where there is none. */
  readonly inline: number | null;
}

/** The objects of some lines, and where the last of these lines ends. */
interface Lines extends Omit<Search, "inline"> {
  readonly clean: boolean;
  readonly end: number;
}

type Test = (object: JsonObject) => boolean;

/**
 * Finds the objects in an output that is not one object as a whole. The cost is linear in the text:
 * a `{` that was open when an attempt failed is not tried again, parts of a complete object are not
 * searched, and the search for objects that are only diagnosed has a budget (used up, it counts as
 * having found one).
 */
export function findObjects(text: string, isAnswer: Test): Search {
  const answers: FoundObject[] = [];
  let count = 0;
  let first: number | null = null;
  let tooDeep = false;
  const hopeless = new Set<number>();
  const inlineCandidates: number[] = [];

  for (let brace = text.indexOf("{"); brace >= 0;) {
    const lines = beginsLine(text, brace) ? objectsOnLines(text, brace, hopeless, isAnswer) : null;
    if (lines?.clean === true) {
      for (const found of lines.answers) answers.push(found);
      count += lines.count;
      first ??= lines.first;
      tooDeep ||= lines.tooDeep;
      brace = text.indexOf("{", lines.end);
      continue;
    }
    const end = lines?.end ?? brace + 1;
    for (; brace >= 0 && brace < end; brace = text.indexOf("{", brace + 1))
      inlineCandidates.push(brace);
  }
  const inline = firstInline(text, inlineCandidates, hopeless, isAnswer);
  return { count, first, tooDeep, answers, inline };
}

/** Whether nothing but white space is between the beginning of the line and `at`. */
function beginsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && !isLineEnd(text.charCodeAt(before)); before--)
    if (!isBlank(text, before)) return false;
  return true;
}

/** Reads objects from `start` to the end of a line; `clean` where nothing but white space is around them. */
function objectsOnLines(text: string, start: number, hopeless: Set<number>, isAnswer: Test): Lines {
  const answers: FoundObject[] = [];
  let count = 0;
  let first: number | null = null;
  let tooDeep = false;
  let end = -1;
  for (let at = start; ;) {
    if (at > end) end = endOfLine(text, at);
    const next = skipBlank(text, at, end);
    const found = text[next] === "{" && !hopeless.has(next) ? objectAt(text, next, hopeless) : null;
    if (next === end || found === null)
      return { count, first, tooDeep, answers, clean: next === end, end };
    count++;
    first ??= found.start;
    tooDeep ||= found.tooDeep;
    if (isAnswer(found.object)) answers.push(found);
    at = found.end;
  }
}

function objectAt(text: string, start: number, hopeless: Set<number>): FoundObject | null {
  const parsed = parseJson(text, start);
  if (!parsed.ok) {
    for (const open of parsed.openObjects) hopeless.add(open);
    return null;
  }
  if (!(parsed.value instanceof JsonObject)) return null;
  return { object: parsed.value, start, end: parsed.end, tooDeep: parsed.tooDeep };
}

/** An object in a line of text counts only where it looks like an answer: code and data are full of braces. */
function firstInline(
  text: string,
  candidates: readonly number[],
  hopeless: Set<number>,
  isAnswer: Test,
): number | null {
  let budget = text.length * 8;
  let end = 0;
  for (const candidate of candidates) {
    if (candidate < end || hopeless.has(candidate) || !couldBegin(text, candidate)) continue;
    if (budget < 0) return candidate;
    const parsed = parseJson(text, candidate);
    budget -= (parsed.ok ? parsed.end : parsed.offset) - candidate;
    if (!parsed.ok) for (const open of parsed.openObjects) hopeless.add(open);
    else if (parsed.value instanceof JsonObject && isAnswer(parsed.value)) return candidate;
    else end = parsed.end;
  }
  return null;
}

/** Cheap test before an attempt: behind the brace an object continues with a quote. */
function couldBegin(text: string, brace: number): boolean {
  let at = brace + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] === '"';
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** A lone carriage return ends a line too: progress bars write them. */
function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text, at)) at++;
  return at;
}

/** What `trim` takes off, without asking it about every letter. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20 || (code > 0x7f && text.charAt(at).trim() === "");
}
