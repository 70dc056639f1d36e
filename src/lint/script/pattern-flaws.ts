import type { Flaw, Span } from "./syntax.js";

/** `(/|~)\\b` at the end of a pattern or a group. */
const BOUNDARY = /(?:\\?[/~]|\\[*.$])\)?\\b(?=$|\)|\|)/;

/** What a pattern for texts cannot find although it was written for it. */
export function patternFlaws(pattern: string, at: Span): Flaw[] {
  const [found] = BOUNDARY.exec(pattern) ?? [];
  if (found === undefined) return [];
  return [
    {
      kind: "never-matches",
      at,
      message: `\`${found}\` holds only where a letter or a digit follows: at the end of the text, or before a blank, it never matches.`,
      fix: "write `(?:\\s|$)` instead of `\\b`",
      isUnsure: true,
    },
  ];
}
