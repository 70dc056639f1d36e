import type { Severity } from "../problem/index.js";
import type { Finding } from "./findings.js";

/** A part of a text, and how bad what is wrong there is; null where nothing is. */
export interface MarkedPart {
  readonly text: string;
  readonly severity: Severity | null;
}

type Mark = Pick<Finding, "severity"> & { readonly place: { from: number; to: number } };

/**
 * The text in parts. The marks are sorted, the worst first. One around another that is as bad is not shown: it says less.
 * Where marks overlap the inner one shows, of equal ones the worse.
 */
export function markedParts(text: string, all: readonly Mark[]): readonly MarkedPart[] {
  const marks = all.filter(
    (mark, index) =>
      !all.some((other, at) => isInside(other, mark) && (at < index || isAsBad(other, mark))),
  );
  const edges = new Set([0, text.length]);
  for (const { place } of marks)
    for (const edge of [place.from, place.to]) if (edge > 0 && edge < text.length) edges.add(edge);
  const sorted = [...edges].toSorted((one, other) => one - other);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1] ?? text.length;
    const [inner] = marks
      .filter(({ place }) => place.from <= from && place.to >= to)
      .toSorted((one, other) => length(one) - length(other));
    return { text: text.slice(from, to), severity: inner?.severity ?? null };
  });
}

function isInside(inner: Mark, outer: Mark): boolean {
  const isWithin = inner.place.from >= outer.place.from && inner.place.to <= outer.place.to;
  return isWithin && length(inner) > 0 && length(inner) < length(outer);
}

function isAsBad(one: Mark, other: Mark): boolean {
  return one.severity === other.severity;
}

function length({ place }: Mark): number {
  return place.to - place.from;
}
