import { fits, graphemes, MOST_UNITS, shownText, widthOf } from "./shown-text.js";

/** A shown text without line ends in rows of at most this width, broken at spaces where there are some. */
export function wrapLine(text: string, width: number): string[] {
  const room = Math.max(2, width);
  if (fits(text, room)) return [text];
  const rows: string[] = [];
  let row = "";
  let used = 0;
  /** Behind the last space of the row. */
  let pause = 0;
  for (const grapheme of graphemes(text)) {
    const wide = widthOf(grapheme);
    if (used + wide > room) {
      const end = grapheme === " " ? row.length : pause;
      const isWord = end > row.length / 3;
      rows.push((isWord ? row.slice(0, end) : row).trimEnd());
      row = isWord ? row.slice(end) : "";
      used = widthOf(row);
      pause = 0;
      if (grapheme === " " && row === "") continue;
    }
    row += grapheme;
    used += wide;
    if (grapheme === " ") pause = row.length;
  }
  if (row !== "") rows.push(row);
  return rows;
}

/** A shown text of one line, cut to the width with a mark where something is missing. */
export function cutLine(text: string, width: number): string {
  if (fits(text, width)) return text;
  let row = "";
  let used = 0;
  for (const grapheme of graphemes(text.slice(0, width * MOST_UNITS))) {
    const wide = widthOf(grapheme);
    if (used + wide > width - 1) break;
    row += grapheme;
    used += wide;
  }
  return width < 1 ? "" : `${row}…`;
}

/** How a text is made safe before it is shown. */
type Show = (text: string) => string;

/**
 * Text from anywhere in at most so many rows; where there is more, the last of them says how much. Only what
 * can be seen is worked on, however long the text is.
 */
export function foldText(
  text: string,
  width: number,
  most: number,
  show: Show = shownText,
): string[] {
  const lines = text.replace(/\n+$/, "").split("\n");
  const whole = head(lines, width, most, show);
  if (whole.characters + whole.lines === 0) return whole.rows;
  const { rows, characters, lines: more } = head(lines, width, most - 1, show);
  const counts = [
    characters > 0 ? counted(characters, "more character") : "",
    more > 0 ? counted(more, "more line") : "",
  ].filter((part) => part !== "");
  return [...rows, cutLine(`… ${counts.join(", ")}`, width)];
}

/** So many rows, and how many characters of their last line and how many lines are missing. */
function head(
  lines: readonly string[],
  width: number,
  most: number,
  show: Show,
): { readonly rows: string[]; readonly characters: number; readonly lines: number } {
  const rows: string[] = [];
  for (const [index, line] of lines.entries()) {
    const room = most - rows.length;
    if (room <= 0) return { rows, characters: 0, lines: lines.length - index };
    const begin = line.slice(0, (room + 1) * width * MOST_UNITS);
    const shown = show(begin);
    const wrapped = wrapLine(shown, width);
    if (wrapped.length > room || begin.length < line.length) {
      const kept = wrapped.slice(0, room);
      const seen = kept.reduce((sum, row) => sum + row.length, 0);
      const characters = Math.max(1, shown.length - seen + line.length - begin.length);
      return { rows: [...rows, ...kept], characters, lines: lines.length - index - 1 };
    }
    rows.push(...wrapped);
  }
  return { rows, characters: 0, lines: 0 };
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A part of a line and how it is painted. The text must be safe already. */
export type StyledPart = readonly [text: string, paint?: ((text: string) => string) | undefined];

/** Parts in one row, cut where the row ends. */
export function lineOf(parts: readonly StyledPart[], width: number): string {
  let left = width;
  let line = "";
  for (const [text, paint = same] of parts) {
    if (left <= 0 || text === "") continue;
    const cut = cutLine(text, left);
    line += paint(cut);
    left -= widthOf(cut);
  }
  return line;
}

function same(text: string): string {
  return text;
}

/** Rows of a dialog, and from which row on its scrolling part is shown. */
export interface Scrolled {
  readonly rows: readonly string[];
  readonly scroll: number;
}

/** Rows of which only some can be seen, from `first` on; a row says what is above or below. */
export function windowOf(
  rows: readonly string[],
  first: number,
  room: number,
  mark: (text: string) => string,
): { readonly rows: string[]; readonly first: number } {
  if (rows.length <= room) return { rows: [...rows], first: 0 };
  const inner = Math.max(0, room - 1);
  const start = Math.max(0, Math.min(first, rows.length - inner));
  const below = rows.length - start - inner;
  const label = `↕ ${start} above, ${below} below (PgUp, PgDn)`;
  const seen = [...rows.slice(start, start + inner), mark(label)];
  return { rows: seen.slice(0, Math.max(0, room)), first: start };
}
