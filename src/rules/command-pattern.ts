import { starMatches } from "../match/index.js";
import { GLOB, programName, rememberTexts, UNKNOWN, type SimpleCommand } from "../shell/index.js";

/** A pattern for commands, as it was written and in the other forms that mean the same. */
export interface CommandPattern {
  readonly forms: readonly GappedText[];
}

/** A text with gaps, and what it has before the first of them and after the last. Without a gap, both are all of it. */
interface GappedText {
  readonly text: string;
  readonly start: string;
  readonly end: string;
}

/** `maybe`: it depends on what is not known before the command runs. */
export type TextFit = "yes" | "maybe" | "no";

/** Reads a command pattern. A restriction is also read in the ways that people write and mean. */
export const readCommandPattern = rememberTexts(
  (text: string, isRestriction: boolean): CommandPattern => {
    const plain = collapse(text);
    // `npm run test:*` is a prefix that ends with a word, as others write it.
    const prefix = plain.endsWith(":*") ? `${plain.slice(0, -2)} *` : plain;
    const written = isRestriction ? [plain, prefix] : [prefix];
    const forms = written.flatMap((form) => [form, collapse(form.replaceAll(/["'\\]/g, ""))]);
    for (const form of Array.from(forms)) if (form.endsWith(" *")) forms.push(form.slice(0, -2));
    return { forms: Array.from(new Set(forms), (form) => gapped(form, "*")) };
  },
);

/** One blank for every run of white space. */
function collapse(text: string): string {
  return (UNEVEN.test(text) ? text.replaceAll(/\s+/g, " ") : text).trim();
}

const UNEVEN = /[^\S ]| {2}/;

/** A command's text as all patterns are compared with it. */
export interface CommandText {
  readonly text: string;
  /** The text where a word that is not known may be no word at all; null where all is known. */
  readonly open: GappedText | null;
}

/** Prepares a text once for all patterns. */
export function commandText(written: string): CommandText {
  const text = collapse(written).replaceAll(GLOB, UNKNOWN);
  return { text, open: text.includes(UNKNOWN) ? gapped(withoutBlanks(text), UNKNOWN) : null };
}

/** Whether a pattern fits a text, in which some parts may not be known. */
export function fitText({ forms }: CommandPattern, { text, open }: CommandText): TextFit {
  for (const form of forms)
    if (text.startsWith(form.start) && starMatches(form.text, text)) return "yes";
  return open !== null && forms.some((form) => canFit(form, open)) ? "maybe" : "no";
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
    return front.length === 0 ? [plain] : [plain, [...front, plain].join(" ")];
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
    const patterns = form.text.split(" ");
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

/** Whether there are texts in place of what is not known with which a form fits. */
function canFit({ text, start, end }: GappedText, open: GappedText): boolean {
  // A pattern that begins with a star would find something in every gap.
  if (text.startsWith("*")) return false;
  if (!start.startsWith(open.start) && !open.start.startsWith(start)) return false;
  if (!text.includes("*")) return starMatches(open.text.replaceAll(UNKNOWN, "*"), text);
  // With a gap on both sides, everything between the ends can be arranged.
  return end.endsWith(open.end) || open.end.endsWith(end);
}

function gapped(text: string, gap: string): GappedText {
  const at = text.indexOf(gap);
  if (at < 0) return { text, start: text, end: text };
  return { text, start: text.slice(0, at), end: text.slice(text.lastIndexOf(gap) + 1) };
}
