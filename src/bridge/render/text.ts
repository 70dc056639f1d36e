import type { PlainValue } from "../../decode/index.js";

/** White space to any host: to some a byte order mark is, to others U+0085 is. */
const space = /[\s\p{White_Space}]/u;

/** Without white space at both ends, as the hosts that trim do it, all of them together. */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A text as it was before its angle brackets were escaped: Gemini does that to context. */
export function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}

/** A text as it survives UTF-8: half of a surrogate pair does not. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** The parser of every host gives up at some depth; this is the lowest. */
const DEEPEST = 60;

/** A value as JSON; null where it is nested too deep or is no JSON. Big integers keep all their digits. */
export function jsonText(value: unknown, depth = 0): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(wellFormed(value));
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value !== "object" || depth >= DEEPEST) return null;
  if (Array.isArray(value))
    return enclosed(
      "[",
      value.map((item) => jsonText(item, depth + 1)),
      "]",
    );
  const members = Object.entries(value).map(([key, item]) => {
    const text = jsonText(item, depth + 1);
    return text === null ? null : `${JSON.stringify(wellFormed(key))}:${text}`;
  });
  return enclosed("{", members, "}");
}

function enclosed(open: string, parts: readonly (string | null)[], close: string): string | null {
  return parts.includes(null) ? null : `${open}${parts.join(",")}${close}`;
}

/** Whether two values are the same JSON. */
export function sameValue(one: PlainValue, other: PlainValue): boolean {
  const text = jsonText(one);
  return text !== null && text === jsonText(other);
}
