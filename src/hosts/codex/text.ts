/**
 * White space as Codex trims it. A byte order mark is none, unlike in JavaScript: JSON behind one is
 * plain text to Codex.
 */
const space = /^\p{White_Space}$/u;

const isSpace = (text: string, at: number): boolean => space.test(text.charAt(at));

export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text, start)) start += 1;
  while (end > start && isSpace(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Codex counts a token for every four bytes. */
const BYTES_OF_TOKEN = 4;

/**
 * What the model gets of a text that is longer than the limit: its head and its tail. Codex keeps the
 * whole in a file and adds where, which is its own wording and not shown here.
 */
export function preview(text: string, tokens: number): string | null {
  const bytes = new TextEncoder().encode(text);
  const budget = tokens * BYTES_OF_TOKEN;
  if (bytes.length <= budget) return null;
  const half = Math.floor(budget / 2);
  const decoder = new TextDecoder();
  const head = decoder.decode(bytes.subarray(0, boundary(bytes, half)));
  const tail = decoder.decode(bytes.subarray(boundary(bytes, bytes.length - half)));
  const cut = Math.ceil((bytes.length - budget) / BYTES_OF_TOKEN);
  return `${head}…${cut} tokens truncated…${tail}`;
}

/** The nearest place at or before `at` where a character begins. */
function boundary(bytes: Uint8Array, at: number): number {
  let place = at;
  while (place > 0 && ((bytes[place] ?? 0) & 0xc0) === 0x80) place -= 1;
  return place;
}
