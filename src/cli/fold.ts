import { isTerminal, writeAll } from "./files.js";

/** How wide the reader's screen is; undefined where nobody knows, as in a pipe without `COLUMNS`. */
export const columnsOfStdout = (): number | undefined => columnsOf(1);

function columnsOf(descriptor: 1 | 2): number | undefined {
  const stream = descriptor === 1 ? "stdout" : "stderr";
  const columns = isTerminal(descriptor) ? process[stream].columns : Number(process.env["COLUMNS"]);
  return columns > 0 ? columns : undefined;
}

/** Writes text for people, broken at words. What programs read, and what is to be copied, goes by `writeAll`. */
export function say(descriptor: 1 | 2, text: string): boolean {
  return writeAll(descriptor, fold(text, columnsOf(descriptor)));
}

/** The first column of a row, with the gap behind it. */
const FIRST_COLUMN = /^(?:Usage| +\S.*?)(?: {2,}|: +)(?=\S)/;
const COMMENT = /^ *# /;
/** Blanks between words; of a command line those outside of quotes. */
const BLANKS = /(?<= )(?! )/;
const BLANKS_OUTSIDE_QUOTES = /(?<= )(?! )(?=(?:[^']*'[^']*')*[^']*$)/;
// oxlint-disable-next-line no-control-regex -- colours take no room on the screen
const COLOURS = /\u001b\[[0-9;]*m/g;

const widthOf = (text: string): number => text.replace(COLOURS, "").length;

/** Breaks lines at blanks, never inside a word; what follows is indented as its row is. */
export function fold(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => (widthOf(line) <= columns ? [line] : foldLine(line, columns)))
    .join("\n");
}

/** A command that can be copied, also where it takes several rows. */
export function foldCommand(run: string, columns: number): string {
  const rows = foldWords(run.split(BLANKS_OUTSIDE_QUOTES), columns - 2, ["  ", "    "]);
  return rows.join(" \\\n");
}

function foldLine(line: string, columns: number): string[] {
  const plain = line.replace(COLOURS, "");
  const lead = " ".repeat(plain.length - plain.trimStart().length);
  const comment = COMMENT.exec(plain)?.[0];
  if (comment !== undefined)
    return foldWords(plain.slice(comment.length).split(BLANKS), columns, [comment, comment]);
  const column = FIRST_COLUMN.exec(plain)?.[0].length ?? 0;
  const words = line.trimStart().split(BLANKS);
  // What is wider than the screen is no label.
  if (column === 0 || column > columns) return foldWords(words, columns, [lead, lead]);
  if (column <= columns / 2) return foldWords(words, columns, [lead, " ".repeat(column)]);
  // Too little room is left behind the column: the text goes below it.
  const head = plain.slice(0, column).trimEnd();
  const below = `${lead}    `;
  return [head, ...foldWords(plain.slice(column).split(BLANKS), columns, [below, below])];
}

function foldWords(
  words: readonly string[],
  columns: number,
  [first, next]: readonly [first: string, next: string],
): string[] {
  const rows: string[] = [];
  let row = first;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && widthOf((row + word).trimEnd()) > columns) {
      rows.push(row.trimEnd());
      row = next;
    }
    row += word;
    isEmpty = false;
  }
  return [...rows, row.trimEnd()];
}
