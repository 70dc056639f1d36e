/**
 * The candidate that `word` was most likely meant to be, or undefined where none is near.
 * Letter case is ignored; up to a third of the letters, and never more than three, may differ.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const wanted = word.trim().toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Fewer letters are in too many words. */
const SHORTEST_PART = 4;

/** The same of a name that a person typed: where none is near, the shortest that begins with the word, or has it in it. */
export function nearestName(word: string, candidates: readonly string[]): string | undefined {
  const near = nearest(word, candidates);
  const part = word.trim().toLowerCase();
  if (near !== undefined || part.length < SHORTEST_PART) return near;
  const found = candidates
    .filter((candidate) => candidate.toLowerCase().includes(part))
    .toSorted((one, other) => one.length - other.length);
  return found.find((candidate) => candidate.toLowerCase().startsWith(part)) ?? found[0];
}

/** Longer words are data, not misspellings; the comparison is quadratic. */
const LONGEST_WORD = 60;

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
