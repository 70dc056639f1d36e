import type { SourceText } from "./source-text.js";

const LETTERS: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** How an escape with a number begins, and where its digits are. */
const NUMBERS: readonly (readonly [sticky: RegExp, base: number])[] = [
  [/x([0-9A-Fa-f]{1,2})/y, 16],
  [/u([0-9A-Fa-f]{1,4})/y, 16],
  [/U([0-9A-Fa-f]{1,8})/y, 16],
  [/([0-7]{1,3})/y, 8],
];

/** The value of `$'…'`, read from after the opening quote; null where it does not end. */
export function readAnsiQuote(source: SourceText): string | null {
  let value = "";
  for (;;) {
    const character = source.takeRaw();
    if (character === undefined) return null;
    if (character === "'") return value;
    value += character === "\\" ? readEscape(source) : character;
  }
}

function readEscape(source: SourceText): string {
  for (const [sticky, base] of NUMBERS) {
    sticky.lastIndex = source.at;
    const found = sticky.exec(source.text);
    if (found !== null) {
      source.at = sticky.lastIndex;
      const code = Number.parseInt(found[1] ?? "", base);
      return code > 0x10ffff ? "" : String.fromCodePoint(code);
    }
  }
  const letter = source.takeRaw() ?? "";
  if (letter === "c") return String.fromCharCode((source.takeRaw() ?? "").charCodeAt(0) & 31);
  return LETTERS[letter] ?? (/[\\'"?]/.test(letter) ? letter : `\\${letter}`);
}
