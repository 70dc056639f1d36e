import type { Problem } from "../problem/index.js";

/** Problems with an output, those with a place in it apart from the others. */
export interface PlacedProblems {
  /** By place. */
  readonly placed: readonly { readonly offset: number; readonly problem: Problem }[];
  readonly others: readonly Problem[];
}

/**
 * Finds the places of Problems in what was recorded of a hook's stdout. Redaction and cutting move texts: a place counts
 * where what was found there is there, and else where it is found once.
 */
export function placeProblems(stdout: string, problems: readonly Problem[]): PlacedProblems {
  const placed: { offset: number; problem: Problem }[] = [];
  const others: Problem[] = [];
  for (const problem of problems) {
    const offset = placeOf(stdout, problem);
    if (offset === null) others.push(problem);
    else placed.push({ offset, problem });
  }
  return { placed: placed.toSorted((one, other) => one.offset - other.offset), others };
}

function placeOf(stdout: string, { offset, found }: Problem): number | null {
  if (offset === undefined) return null;
  const text = found.endsWith("…") ? found.slice(0, -1) : found;
  if (text === "") return offset <= stdout.length ? offset : null;
  if (stdout.startsWith(text, offset)) return offset;
  const first = stdout.indexOf(text);
  return first >= 0 && stdout.indexOf(text, first + 1) < 0 ? first : null;
}

/** A line of a text, and the Problems that have their place in it. */
export interface MarkedLine {
  readonly text: string;
  readonly marks: readonly { readonly column: number; readonly problem: Problem }[];
}

/** The lines of an output with the Problems at their places. */
export function markedLines(stdout: string, { placed }: PlacedProblems): readonly MarkedLine[] {
  let begin = 0;
  const lines = stdout.replace(/\n$/, "").split("\n");
  return lines.map((text, index) => {
    const from = begin;
    begin += text.length + 1;
    const isLast = index === lines.length - 1;
    const marks = placed
      .filter(({ offset }) => offset >= from && (offset < begin || isLast))
      .map(({ offset, problem }) => ({ column: Math.min(offset - from, text.length), problem }));
    return { text, marks };
  });
}
