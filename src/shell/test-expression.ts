import type { HereDocuments } from "./here-documents.js";
import { GLOB, UNKNOWN, wordOf, type Word } from "./parsed-command.js";
import type { RawWord } from "./word-builder.js";
import type { WordReader } from "./word-reader.js";

const COMPARES_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge)$/;
const NAME = /^[A-Za-z_]\w*$/;
const ELEMENT = /^[A-Za-z_]\w*(?:\[(?:[0-9]+|@|\*)\])?$/;
const OPERATORS = ["&&", "||", "(", ")", "<", ">", "|"];
/** A shell without `[[` starts what follows these, or in a new line: its `[[` is a program that fails. */
const STARTS_AFTER_FAILURE = new Set(["||", "|"]);
/** And then what follows these. */
const GOES_ON = new Set(["&&", "("]);
/** A name that is put together: letters next to what is not known. */
const PUT_TOGETHER = new RegExp(`[\\w.-]${UNKNOWN}|${UNKNOWN}[\\w.-]`);

/** The words of `[[ … ]]` after the `[[`, its operators among them. What it evaluates and may run is noted. */
export function readTest(words: WordReader, documents: HereDocuments): readonly Word[] {
  const { source, findings } = words;
  const found: Word[] = [];
  let last: RawWord | null = null;
  let before = "";
  /** Whether a shell without `[[` may have started something in it. */
  let hasStarted = false;
  for (;;) {
    source.skipBlanks();
    const isNewLine = source.peek() === "\n";
    documents.skipLines();
    if (source.peek() === undefined) findings.doubt("a [[ without its ]]");
    const operator = OPERATORS.find((one) => source.peek() === one[0] && takes(one));
    if (operator !== undefined) {
      found.push(wordOf(operator));
      hasStarted ||= STARTS_AFTER_FAILURE.has(operator);
      before = operator;
      continue;
    }
    const word = words.readWord();
    if (word === null) {
      findings.doubt("a [[ without its ]]");
      return found;
    }
    found.push(wordOf(word.text));
    if (word.isPlain && word.text === "]]") return found;
    if (COMPARES_NUMBERS.test(before)) evaluate(word);
    if (word.isPlain && COMPARES_NUMBERS.test(word.text) && last !== null) evaluate(last);
    if (/^-[vR]$/.test(before) && !ELEMENT.test(word.text))
      findings.doubt("a test evaluates a text, which can run commands");
    // A shell without `[[` starts what follows an operator.
    const isStarted: boolean =
      isNewLine || STARTS_AFTER_FAILURE.has(before) || (hasStarted && GOES_ON.has(before));
    hasStarted ||= isStarted;
    if (isStarted || OPERATORS.includes(before)) findings.loose.push(word.text);
    if (isStarted && (word.text.includes("/") || word.text.includes(GLOB)))
      findings.doubt("some shells start a program in [[ ]]");
    if (isStarted && PUT_TOGETHER.test(word.text))
      findings.suspect("some shells start a program in [[ ]]");
    if (isStarted) for (const name of word.variables) findings.uses.startedElsewhere.add(name);
    if (isStarted && word.otherUpTo > 0 && !word.known && word.text.length === 1)
      findings.doubt("some shells start a program in [[ ]] whose name is not known");
    before = word.isPlain ? word.text : "";
    last = word;
  }

  function takes(operator: string): boolean {
    if (operator.length === 1) return source.takeIf(operator);
    if (source.ahead() !== operator[1]) return false;
    return source.takeIf(operator[0] ?? "") && source.takeIf(operator[1] ?? "");
  }

  /** `-eq` and its like evaluate both sides as arithmetic. */
  function evaluate({ text, otherUpTo, variables }: RawWord): void {
    if (NAME.test(text)) findings.uses.evaluated.add(text);
    else if (otherUpTo > 0) findings.doubt("a test evaluates a text, which can run commands");
    for (const name of variables) findings.uses.evaluated.add(name);
  }
}
