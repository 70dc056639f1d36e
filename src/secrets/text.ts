import { redactPercent, redactRuns, redactStrings } from "./encoded.js";
import { redactWords } from "./words.js";

/** An encoding inside an encoding is looked into this often. */
const DEEPEST = 3;

/** The text with every secret in it replaced by `[redacted:kind]`. Takes time linear in its length. */
export function redactText(text: string): string {
  if (text.length < 6) return text;
  if (mayHide.test(text) && unseen.test(text)) {
    // Colours cut names and values apart. Where a secret shows without them, they go with it.
    const plain = text.replace(unseenParts, "");
    const clean = redactAt(plain, 0);
    if (clean !== plain) return clean;
  }
  return redactAt(text, 0);
}

function redactAt(text: string, depth: number): string {
  const safe = redactPlain(text, depth);
  if (depth === DEEPEST) return safe;
  const deeper = (decoded: string): string => redactAt(decoded, depth + 1);
  return redactRuns(redactPercent(safe, deeper), deeper);
}

/** What is in JSON strings is looked at as their reader sees it, then all of it as it is. */
function redactPlain(text: string, depth: number): string {
  if (depth === DEEPEST) return redactWords(text);
  return redactWords(redactStrings(text, (decoded) => redactPlain(decoded, depth + 1)));
}

/** Escape sequences of terminals, as bytes or as JSON and shells write them, and characters without a width. */
const sequence = String.raw`(?:\u001b|\\u001b|\\x1b|\\033|\\e(?=\[))(?:\[[0-9;:?]{0,40}[A-Za-z]|[\]P^_][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78MDEHc])?|\u009b[0-9;:?]{0,40}[A-Za-z]`;
const widthless = String.raw`[\u0000\u00ad\u200b-\u200f\u2060-\u2064\ufeff]`;
/** What each of them begins with. */
const mayHide = new RegExp(String.raw`[\\\u001b\u009b]|${widthless}`);
const unseen = new RegExp(`${sequence}|${widthless}`, "i");
const unseenParts = new RegExp(`${sequence}|${widthless}`, "gi");
