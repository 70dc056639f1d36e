import type { EditBuffer } from "./edit-buffer.js";
import type { Look } from "./look.js";
import { graphemes, shownGrapheme, widthOf } from "./shown-text.js";
import { counted, cutLine } from "./text-layout.js";

/** A text field in at most so many rows, with its cursor in sight. `sign` comes before the first row. */
export function fieldLines(
  { text, cursor }: EditBuffer,
  sign: string,
  most: number,
  look: Look,
): string[] {
  const { columns, paint } = look;
  const margin = widthOf(sign);
  const width = columns - margin - 1;
  const lines = text.split("\n");
  const before = text.slice(0, cursor);
  const place = {
    line: before.split("\n").length - 1,
    offset: cursor - (before.lastIndexOf("\n") + 1),
  };
  const first = Math.max(0, place.line - most);
  const rows: string[] = [];
  let at = 0;
  for (const [index, line] of lines.slice(first, place.line + most + 1).entries()) {
    const isHere = first + index === place.line;
    const laid = laidOut(line, isHere ? place.offset : null, most, width, look);
    if (isHere) at = rows.length + laid.at;
    rows.push(...laid.rows);
  }
  const top = Math.max(0, Math.min(at - Math.floor(most / 2), rows.length - most));
  const seen = rows.slice(top, top + most);
  const signed = seen.map((row, index) =>
    index === 0 && top + first === 0 ? paint.cyan(sign) + row : " ".repeat(margin) + row,
  );
  if (seen.length === rows.length && lines.length <= seen.length) return signed;
  return [...signed, paint.dim(cutLine(`… ${counted(lines.length, "line")} in all`, columns))];
}

/** One line in rows, and in which of them the cursor is. */
function laidOut(
  line: string,
  cursor: number | null,
  most: number,
  width: number,
  look: Look,
): { readonly rows: string[]; readonly at: number } {
  // A paste may be one line of a megabyte; what cannot be seen is not laid out.
  const near = most * width;
  const from = Math.max(0, (cursor ?? 0) - near);
  const rows: string[] = [];
  let [row, used, place, at] = ["", 0, from, 0];
  const put = (shown: string, isCursor: boolean): void => {
    const wide = widthOf(shown);
    if (used + wide > width) {
      rows.push(row);
      [row, used] = ["", 0];
    }
    if (isCursor) at = rows.length;
    row += isCursor ? caret(shown, look) : shown;
    used += wide;
  };
  for (const grapheme of graphemes(line.slice(from, (cursor ?? 0) + near))) {
    put(shownGrapheme(grapheme), place === cursor);
    place += grapheme.length;
  }
  if (cursor !== null && cursor >= place) put(" ", true);
  return { rows: [...rows, row], at };
}

/** The cursor of the terminal is hidden while the screen is drawn, so it is painted. */
function caret(shown: string, { isPlain }: Look): string {
  return isPlain ? `▏${shown.trimEnd()}` : `\u001b[7m${shown}\u001b[27m`;
}
