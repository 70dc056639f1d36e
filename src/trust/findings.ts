/** What an answer of the disk is known by. */
type Mark = string | boolean | null;

interface Finding {
  readonly mark: Mark;
  readonly isStillSo: () => boolean;
}

/** A look that asks for more is made anew each time. */
const MOST_FINDINGS = 2000;

let findings: Map<string, Finding> | null = null;
/** Whether the disk gave two answers to one question meanwhile. */
let isTorn = false;

/**
 * Makes a look at the disk and gives back, next to what came of it, whether it would come to the same now: every question
 * that it asked is asked again. Null where that cannot be said. Whatever asks the disk during a look says so by `askDisk` or `noteAnswer`.
 */
export function recordFindings<Result>(look: () => Result): {
  readonly result: Result;
  readonly isStillSo: (() => boolean) | null;
} {
  const asked = new Map<string, Finding>();
  findings = asked;
  isTorn = false;
  try {
    const result = look();
    if (isTorn || asked.size > MOST_FINDINGS) return { result, isStillSo: null };
    const all = [...asked.values()];
    return { result, isStillSo: () => all.every((finding) => finding.isStillSo()) };
  } finally {
    findings = null;
  }
}

/** Asks the disk. */
export function askDisk<Found extends Mark>(question: string, ask: () => Found): Found {
  const mark = ask();
  noteAnswer(question, mark, () => ask() === mark);
  return mark;
}

/** The same for what has no simple answer; it is found again in a way of its own. */
export function noteAnswer(question: string, mark: Mark, isStillSo: () => boolean): void {
  if (findings === null) return;
  const before = findings.get(question);
  if (before === undefined) findings.set(question, { mark, isStillSo });
  else isTorn ||= before.mark !== mark;
}
