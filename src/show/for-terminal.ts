/** Nothing acts in it. Asked first: to prepare the classes of Unicode takes a millisecond, and most texts have none of them. */
const PLAIN = /^[\n\t -~]*$/;

/**
 * Replaces characters that act on a terminal or hide from a reader: controls but newline and tab, escapes,
 * direction marks, whatever has no width of its own, odd line ends, halves of a surrogate pair.
 */
function replaceActing(text: string, replaced: (character: string) => string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF0-\uFFFB]/gu,
    replaced,
  );
}

/**
 * A hook's text as it may be written to a terminal: whatever would act is spelled out (`\x1b`) but for the characters in
 * `kept`; nothing is lost.
 */
export function forTerminal(text: string, kept = ""): string {
  return replaceActing(text.replaceAll("\r\n", "\n"), (character) =>
    kept.includes(character) ? character : spell(character),
  );
}

/** The same on one line, for names and excerpts. */
export function forTerminalLine(text: string): string {
  return forTerminal(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** The same inside a JSON text, where such a character can be written as an escape and stay what it is. */
export function escapeActing(json: string): string {
  return replaceActing(json, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function spell(character: string): string {
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}
