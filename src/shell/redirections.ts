import type { HereDocuments } from "./here-documents.js";
import { UNKNOWN, wordOf, type Redirection } from "./parsed-command.js";
import type { SourceText } from "./source-text.js";
import type { WordReader } from "./word-reader.js";

/** Whether `<`, `>` or `&>` is here, and not `<(` or `>(`. */
export function startsRedirection(source: SourceText): boolean {
  const character = source.peek();
  const ahead = source.ahead();
  if (character === "&") return ahead === ">";
  return (character === "<" || character === ">") && ahead !== "(";
}

/** Reads a redirection with its target. A here-document's text follows later. */
export function readRedirection(words: WordReader, documents: HereDocuments): Redirection {
  const { source, findings } = words;
  const operator = readOperator(source);
  const stripsTabs = operator === "<<" && source.takeIf("-");
  source.skipBlanks();
  if (operator === "<<") return documents.announce(stripsTabs);
  const target = words.readWord();
  if (target === null) findings.doubt("a redirection without its file");
  return { operator, target: wordOf(target?.text ?? UNKNOWN) };
}

function readOperator(source: SourceText): string {
  const first = source.take() ?? "";
  if (first === "&") {
    source.take();
    return source.takeIf(">") ? "&>>" : "&>";
  }
  const second = Array.from(first === "<" ? "<>&" : ">|&").find((more) => source.takeIf(more));
  const operator = first + (second ?? "");
  return operator === "<<" && source.takeIf("<") ? "<<<" : operator;
}
