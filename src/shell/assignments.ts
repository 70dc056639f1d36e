import type { HereDocuments } from "./here-documents.js";
import { UNKNOWN, wordOf, type Assignment } from "./parsed-command.js";
import type { RawWord } from "./word-builder.js";
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
    return { name: word.text.replace(/\W.*/s, ""), value: wordOf(UNKNOWN) };
  }
  const found = ASSIGNMENT.exec(word.text);
  if (found === null || found[0].length > word.bare) return null;
  const [start, name = ""] = found;
  if (word.text !== start || source.peek() !== "(")
    return { name, value: wordOf(word.text.slice(start.length)) };
  skipList(words, documents);
  return { name, value: wordOf(UNKNOWN) };
}

/** `name=(…)`: only the commands in its words matter. */
function skipList(words: WordReader, documents: HereDocuments): void {
  words.source.take();
  do documents.skipLines();
  while (words.readWord() !== null);
  if (!words.source.takeIf(")")) words.findings.doubt("a list of values without its end");
}
