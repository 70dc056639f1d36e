import { starMatches } from "../match/index.js";
import { GLOB, programName, UNKNOWN, type SimpleCommand } from "../shell/index.js";

/** A pattern for commands, as it was written and in the other forms that mean the same. */
export interface CommandPattern {
  readonly forms: readonly string[];
}

/** `maybe`: it depends on what is not known before the command runs. */
export type TextFit = "yes" | "maybe" | "no";

/** Reads a command pattern. A restriction is also read in the ways that people write and mean. */
export function readCommandPattern(text: string, isRestriction: boolean): CommandPattern {
  const plain = collapse(text);
  // `npm run test:*` is a prefix that ends with a word, as others write it.
  const prefix = plain.endsWith(":*") ? `${plain.slice(0, -2)} *` : plain;
  const written = isRestriction ? [plain, prefix] : [prefix];
  const forms = written.flatMap((form) => [form, collapse(form.replaceAll(/["'\\]/g, ""))]);
  for (const form of Array.from(forms)) if (form.endsWith(" *")) forms.push(form.slice(0, -2));
  return { forms: Array.from(new Set(forms)) };
}

/** One blank for every run of white space. */
export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Whether a pattern fits a text, in which some parts may not be known. */
export function fitText({ forms }: CommandPattern, text: string): TextFit {
  const known = text.replaceAll(GLOB, UNKNOWN);
  if (forms.some((form) => starMatches(form, known))) return "yes";
  const open = withoutBlanks(known);
  return known.includes(UNKNOWN) && forms.some((form) => canFit(form, open)) ? "maybe" : "no";
}

/** The texts by which a restriction may know a command: with and without its assignments and its folder. */
export function textsOfCommand({ words, assignments }: SimpleCommand): readonly string[] {
  const [program, ...rest] = words;
  const front = assignments.map(({ name, value }) => `${name}=${value.text}`);
  if (program === undefined) return [front.join(" ")];
  const programs = new Set([program.text, nameOnly(program.text), programName(program)]);
  const after = rest.map(({ text }) => text);
  return Array.from(programs).flatMap((name) => {
    const plain = [name, ...after].join(" ");
    return [plain, [...front, plain].join(" ")].map(collapse);
  });
}

/** The words of a command as a permission sees them: exactly as written. */
export function writtenWords({ words, assignments }: SimpleCommand): readonly string[] {
  const front = assignments.map(({ name, value }) => `${name}=${value.text}`);
  return [...front, ...words.map(({ text }) => text)];
}

/**
 * Whether a pattern fits word by word, so that no star reaches from one word into the next; only a last lone star is
 * for any number of words. The first words, `named` of them, must be named: a star in place of a name names nothing.
 */
export function fitsWordByWord(
  { forms }: CommandPattern,
  words: readonly string[],
  named: number,
): boolean {
  return forms.some((form) => {
    const patterns = form.split(" ");
    const isOpen = patterns.at(-1) === "*";
    if (patterns.length < named || (!isOpen && patterns.length < words.length)) return false;
    return patterns.every((pattern, at) => {
      const word = words[at];
      const isNamed = at >= named || !/^[^=]*\*/.test(pattern);
      return word !== undefined && isNamed && starMatches(pattern, word);
    });
  });
}

function nameOnly(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

const LATER_GAP = new RegExp(` ${UNKNOWN}(?= |$)`, "g");
const FIRST_GAP = new RegExp(`^(${UNKNOWN}+) `);

/** A word that is not known may turn out to be no word at all: the blank next to it goes with it. */
function withoutBlanks(text: string): string {
  return text.replaceAll(LATER_GAP, UNKNOWN).replace(FIRST_GAP, "$1");
}

/** Whether there are texts in place of what is not known with which the pattern fits. */
function canFit(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return starMatches(text.replaceAll(UNKNOWN, "*"), pattern);
  const [patternStart, patternEnd] = ends(pattern, "*");
  const [textStart, textEnd] = ends(text, UNKNOWN);
  // With a gap on both sides, everything between the ends can be arranged.
  return (
    (patternStart.startsWith(textStart) || textStart.startsWith(patternStart)) &&
    (patternEnd.endsWith(textEnd) || textEnd.endsWith(patternEnd))
  );
}

/** What comes before the first gap and after the last one. */
function ends(text: string, gap: string): readonly [string, string] {
  return [text.slice(0, text.indexOf(gap)), text.slice(text.lastIndexOf(gap) + 1)];
}
