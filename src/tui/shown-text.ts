import stringWidth from "string-width";
import { forTerminal, forTerminalLine } from "../show/index.js";

/** Text from anywhere as the screen may show it: nothing acts, tabs are spaces, and no character towers. */
export function shownText(text: string): string {
  return tame(forTerminal(text).replaceAll("\t", "    "));
}

/** The same on one line. What no screen is wide enough for is left out, lest it be worked on with each key. */
export function shownLine(text: string): string {
  const head = text.length > LONGEST_LINE ? `${headOf(text, LONGEST_LINE)}…` : text;
  return tame(forTerminalLine(head));
}

/** At most so many characters of a text, without half of one at the end. */
export function headOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

const LONGEST_LINE = 2000;

/** A letter may carry a few marks; a heap of them would be drawn over the lines above and below. */
function tame(text: string): string {
  return text.replace(/(\p{M}{4})\p{M}+/gu, "$1…");
}

const ascii = /^[\x20-\x7e]*$/;
// `v` knows emoji of several characters; as a literal it would need a later target.
const emoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, "v");
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const MOST_REMEMBERED = 5000;
const widths = new Map<string, number>();

/** How many cells a shown text takes. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  if (text.length > 8) return stringWidth(text);
  // A character is measured once: to wrap a text means to measure each of them.
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MOST_REMEMBERED) widths.clear();
  const width = stringWidth(text);
  widths.set(text, width);
  return width;
}

/** Whether a shown text fits, without measuring all of a long one. */
export function fits(text: string, width: number): boolean {
  return text.length <= width * MOST_UNITS && widthOf(text) <= width;
}

/** More UTF-16 units than this no shown cell holds: a letter and a few marks. */
export const MOST_UNITS = 8;

/** What a reader takes for one character, one after the other. */
export function* graphemes(text: string): Generator<string> {
  if (ascii.test(text)) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Where the character begins that holds the place. */
export function graphemeAt(text: string, index: number): { start: number; end: number } {
  const found = segmenter.segment(text).containing(index);
  return found === undefined
    ? { start: text.length, end: text.length }
    : { start: found.index, end: found.index + found.segment.length };
}

/**
 * One character of the user's own text. An emoji made of several is shown by its first: terminals do not agree
 * how wide the rest is. Anything else that hides is spelled out.
 */
export function shownGrapheme(grapheme: string): string {
  if (grapheme.length > 1 && emoji.test(grapheme)) {
    const [face = ""] = grapheme.split("\u200d", 1);
    return face.replace(/[\ufe0f\u{e0020}-\u{e007f}]/gu, "");
  }
  return shownText(grapheme);
}

/** What the user wrote, the same way. */
export function shownOwnText(text: string): string {
  return ascii.test(text) ? text : Array.from(graphemes(text), shownGrapheme).join("");
}
