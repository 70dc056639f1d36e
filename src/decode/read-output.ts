import type { Dialect } from "../dialects/index.js";
import { nearest, type ProblemList } from "../problem/index.js";
import type { Captured, HookRun } from "./hook-run.js";
import { findObjects } from "./find-objects.js";
import { JsonObject, kindOf, type JsonValue } from "./json-value.js";
import { parseJson, type Parsed } from "./parse-json.js";
import { fromPlain, type PlainValue } from "./plain-value.js";

/** What a hook's stdout turned out to be. */
export type Output =
  | { readonly type: "nothing" }
  /** No JSON object: the exit code decides, and the text may be shown. */
  | { readonly type: "plain"; readonly text: string }
  /** Objects to read. `malformed`: they may only tighten. */
  | {
      readonly type: "answer";
      readonly objects: readonly JsonObject[];
      readonly malformed: boolean;
    }
  /** Meant as an answer, but nothing in it can be read. Never shown to the model. */
  | { readonly type: "malformed" };

/** The answer of a hook of type `json`: it is in the settings, so nothing has to be found. */
export function readJsonAnswer(json: PlainValue, problems: ProblemList): Output {
  const { value, tooDeep } = safely(json);
  if (tooDeep) problems.report("output-too-deep", { path: "json", found: "more than 64 levels" });
  if (value instanceof JsonObject) return { type: "answer", objects: [value], malformed: tooDeep };
  problems.report("output-malformed", {
    path: "json",
    found: kindOf(value),
    allowed: ["an object"],
  });
  return { type: "malformed" };
}

/** A value that throws when it is looked at is no answer. */
function safely(json: unknown): ReturnType<typeof fromPlain> {
  try {
    return fromPlain(json);
  } catch {
    return { value: null, tooDeep: false };
  }
}

/** stdout where only the exit code counts: plain text, whatever it looks like. */
export function readPlain({ stdout, json }: HookRun, problems: ProblemList): Output {
  const text = (json === undefined ? stdout.text : plainText(json)).trim();
  if (stdout.cut) {
    const found = `${text.length} characters kept`;
    problems.report("output-truncated", { path: "stdout", found, severity: "warning" });
  }
  if (stdout.garbled !== undefined) {
    reportGarbled(stdout.garbled, problems);
    return { type: "malformed" };
  }
  return text === "" ? { type: "nothing" } : { type: "plain", text };
}

function reportGarbled(found: string, problems: ProblemList): void {
  problems.report("output-garbled", { path: "stdout", found });
}

function plainText(json: unknown): string {
  try {
    return JSON.stringify(json) ?? "";
  } catch {
    return String(json);
  }
}

/**
 * Finds the answer in stdout: one object as a whole, or objects on lines of their own, or none. A cut answer is
 * malformed; a cut text is as good as it was, and says that there was more.
 */
export function readOutput(captured: Captured, dialect: Dialect, problems: ProblemList): Output {
  const output = findAnswer(captured, dialect, problems);
  if (!captured.cut) return output;
  const found = `${captured.text.length} characters kept`;
  const isText = output.type === "plain";
  problems.report("output-truncated", {
    path: "stdout",
    found,
    ...(isText && { severity: "warning" }),
  });
  return isText ? { type: "plain", text: `${output.text}\n[cut: the hook printed more]` } : output;
}

function findAnswer(captured: Captured, dialect: Dialect, problems: ProblemList): Output {
  const letter = dialect.json === "letter";
  const { text, defect: broken } = repair(captured, problems);
  const defect = broken || captured.cut;
  const trimmed = text.trim();
  if (trimmed === "") return defect ? { type: "malformed" } : { type: "nothing" };

  const start = text.length - text.trimStart().length;
  const whole = wholeValue(text, start, start + trimmed.length);
  if (whole !== null && whole.value instanceof JsonObject) {
    if (whole.tooDeep)
      problems.report("output-too-deep", { path: "stdout", found: "more than 64 levels" });
    const malformed = defect || whole.tooDeep;
    if (malformed && letter) return { type: "malformed" };
    return { type: "answer", objects: [whole.value], malformed };
  }
  if (whole !== null) {
    warnOfArray(whole.value, problems);
    return broken ? { type: "malformed" } : { type: "plain", text: trimmed };
  }
  return readMixture(text, start, trimmed, { broken, letter, dialect }, problems);
}

function readMixture(
  text: string,
  start: number,
  trimmed: string,
  how: { readonly broken: boolean; readonly letter: boolean; readonly dialect: Dialect },
  problems: ProblemList,
): Output {
  const isAnswer = (object: JsonObject): boolean => looksLikeAnswer(object, how.dialect);
  const search = findObjects(text, isAnswer);
  if (search.inline !== null) {
    problems.report("output-inline-object", {
      path: "stdout",
      offset: search.inline,
      found: text.slice(search.inline, search.inline + 100),
      lost: "whatever the object says",
    });
  }
  if (search.first !== null) {
    problems.report("output-noise", {
      path: "stdout",
      offset: search.first,
      found: search.count === 1 ? "an object among other lines" : `${search.count} objects`,
      lost: how.letter ? "the whole answer" : "what it permits, changes or adds",
    });
    if (search.tooDeep) {
      problems.report("output-too-deep", { path: "stdout", found: "more than 64 levels" });
    }
    if (how.letter) return { type: "malformed" };
    const objects = search.answers.map(({ object }) => object);
    return { type: "answer", objects, malformed: true };
  }
  if (trimmed.startsWith("{")) {
    reportFault(text, start, problems);
    return { type: "malformed" };
  }
  return how.broken || search.inline !== null
    ? { type: "malformed" }
    : { type: "plain", text: trimmed };
}

function looksLikeAnswer(object: JsonObject, dialect: Dialect): boolean {
  return object.members.some(
    ({ key }) => key === "hookSpecificOutput" || Object.hasOwn(dialect.fields, key),
  );
}

/** Decides whether the bytes can be believed. UTF-16 is read without its zero bytes, so that a deny in it is not lost. */
function repair(captured: Captured, problems: ProblemList): { text: string; defect: boolean } {
  if (!captured.faithful)
    problems.report("output-not-utf8", { path: "stdout", found: "invalid bytes" });
  if (captured.garbled !== undefined) reportGarbled(captured.garbled, problems);
  const firstNul = captured.text.indexOf("\0");
  if (firstNul < 0) {
    const defect = !captured.faithful || captured.garbled !== undefined;
    return { text: captured.text, defect };
  }
  if (isUtf16(captured.text)) {
    problems.report("output-utf16", {
      path: "stdout",
      offset: firstNul,
      found: "every second byte is zero",
    });
    return { text: captured.text.replace(/^\uFFFD+/, "").replaceAll("\0", ""), defect: true };
  }
  problems.report("output-nul", { path: "stdout", offset: firstNul, found: "\\u0000" });
  return { text: captured.text, defect: true };
}

function isUtf16(text: string): boolean {
  const sample = text.replace(/^\uFFFD+/, "").slice(0, 64);
  let zeros = 0;
  for (const character of sample) if (character === "\0") zeros++;
  return zeros * 2 >= sample.length - 1;
}

/** The value where the text from `start` to `end` is one JSON value and nothing else. */
function wholeValue(text: string, start: number, end: number): (Parsed & { ok: true }) | null {
  const parsed = parseJson(text, start);
  return parsed.ok && parsed.end === end ? parsed : null;
}

function warnOfArray(value: JsonValue, problems: ProblemList): void {
  if (!Array.isArray(value) || !value.some((item) => item instanceof JsonObject)) return;
  problems.report("output-not-object", {
    path: "stdout",
    found: kindOf(value),
    allowed: ["an object"],
    lost: "whatever the objects in it say",
  });
}

function reportFault(text: string, start: number, problems: ProblemList): void {
  const parsed = parseJson(text, start);
  const offset = parsed.ok ? parsed.end : parsed.offset;
  problems.report("output-malformed", {
    path: "stdout",
    offset,
    found:
      offset >= text.trimEnd().length ? "the end of the output" : text.slice(offset, offset + 40),
    suggestion: guessFault(text.slice(0, offset), text.slice(offset, offset + 40)),
    lost: "whatever the answer says",
  });
}

/** The usual mistakes of JSON written by hand. */
function guessFault(before: string, rest: string): string | undefined {
  if (rest === "") return "a complete object";
  if (rest.startsWith("'")) return 'double quotes: "…"';
  const word = /^\w+/.exec(rest)?.[0] ?? "";
  const literal = nearest(word, ["true", "false", "null"]);
  if (literal !== undefined) return literal;
  if (/^[\n\r\t]/.test(rest)) return "\\n, \\r or \\t inside a string";
  if (/^[}\]]/.test(rest) && before.trimEnd().endsWith(","))
    return "no comma before the closing bracket";
  return undefined;
}
