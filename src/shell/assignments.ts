import type { Findings } from "./findings.js";
import type { HereDocuments } from "./here-documents.js";
import { UNKNOWN, wordOf, type Assignment, type Word } from "./parsed-command.js";
import { isNumber, valueFrom, type RawWord } from "./word-builder.js";
import type { WordReader } from "./word-reader.js";

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;

/** What a word before the program assigns, with the list that may follow it; null where it is another word. */
export function readAssignment(
  word: RawWord,
  words: WordReader,
  documents: HereDocuments,
): Assignment | null {
  const { source, findings } = words;
  if (word.subscripted) {
    findings.doubt("an element of an array: its index can run commands");
    const name = word.text.replace(/\W.*/s, "");
    findings.loose.push(word.text);
    findings.uses.assign(name, false, false);
    return { name, value: wordOf(UNKNOWN) };
  }
  const found = ASSIGNMENT.exec(word.text);
  if (found === null || found[0].length > word.bare) return null;
  const [start, name = ""] = found;
  if (word.text !== start || source.peek() !== "(") {
    const value = valueFrom(word, start.length);
    const isWhole = value.known && !start.endsWith("+=");
    findings.uses.assign(name, isWhole, isNumber(word, start.length));
    return { name, value };
  }
  skipList(words, documents);
  findings.uses.assign(name, false, false);
  return { name, value: wordOf(UNKNOWN) };
}

/** A value that a variable surely has from here on, where it is its only one in the line. */
export function noteAssignment(name: string, value: Word, findings: Findings): void {
  findings.certain.set(name, value.known ? value.text : UNKNOWN);
  const once = findings.assignedOnce.get(name);
  if (once !== undefined && once === value.text) findings.values.set(name, once);
}

/** `name=(…)`: only the commands in its words matter, and their texts. */
function skipList(words: WordReader, documents: HereDocuments): void {
  words.source.take();
  for (;;) {
    documents.skipLines();
    const isElement = words.source.peek() === "[";
    const word = words.readWord();
    if (word === null) break;
    words.findings.loose.push(word.text);
    if (isElement) words.findings.doubt("an element of an array: its index can run commands");
  }
  if (!words.source.takeIf(")")) words.findings.doubt("a list of values without its end");
}
