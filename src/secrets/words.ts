import { Finder, type FoundSecret } from "./finder.js";
import { gitleaksNamed } from "./gitleaks-rules.js";
import { nameAt, pairSpan, type TextSpan } from "./pairs.js";
import {
  basicSpan,
  bearerSpan,
  identifiedSpan,
  manifestSpan,
  passwordFileSpan,
  privateKeySpan,
  puttySpan,
  urlSpan,
} from "./places.js";
import { optionSpan, options } from "./programs.js";
import { tokenRules, type TokenRule } from "./token-rules.js";

/** A text while its secrets are taken out, from left to right. */
class Redaction {
  private safe = "";
  private done = 0;
  /** Names up to here have been looked at. */
  named = 0;

  constructor(private readonly text: string) {}

  /** Where the search continues. */
  hide(span: TextSpan | null): number {
    if (span === null || span.from < this.done) return -1;
    this.safe += this.text.slice(this.done, span.from) + span.by;
    this.done = span.to;
    return span.to;
  }

  result(): string {
    return this.done === 0 ? this.text : this.safe + this.text.slice(this.done);
  }
}

/** Parts of names that say secret, where the whole name agrees (key.ts). */
const secretWords =
  `pass pwd secret token key cred cookie auth bearer jwt dsn otp mnemonic phrase connectionstring connection_string
  recovery _pat -pat .pat _pw -pw pw= pw: psk kennwort signature= sig= sas=`.split(/\s+/);

const places: Readonly<Record<string, (text: string, at: number) => TextSpan | null>> = {
  "://": urlSpan,
  bearer: bearerSpan,
  basic: basicSpan,
  "----begin ": privateKeySpan,
  "---- begin ": privateKeySpan,
  "private-lines:": puttySpan,
  ":5432:": passwordFileSpan,
  ":5433:": passwordFileSpan,
  ":6432:": passwordFileSpan,
  ":*:": passwordFileSpan,
  "identified ": identifiedSpan,
  "data:": manifestSpan,
};

let words: Finder<Redaction> | null = null;

function finder(): Finder<Redaction> {
  const made = new Finder<Redaction>();
  for (const rule of tokenRules) made.add(rule.literal, false, token(rule));
  for (const [word, found] of Object.entries(places))
    made.add(word, true, (text, at, redaction) => redaction.hide(found(text, at)));
  for (const word of options)
    made.add(` ${word}`, true, (text, at, redaction) => redaction.hide(optionSpan(text, at + 1)));
  for (const word of secretWords)
    made.add(word, true, (text, at, redaction) => {
      if (at < redaction.named) return -1;
      const name = nameAt(text, at);
      redaction.named = name.to;
      return redaction.hide(pairSpan(text, name));
    });
  for (const [vendor, value] of gitleaksNamed) {
    let shape: RegExp | undefined;
    made.add(vendor, true, (text, at, redaction) => {
      shape ??= new RegExp(`^(?:${value})$`, "i");
      return redaction.hide(pairSpan(text, nameAt(text, at), shape));
    });
  }
  return made;
}

/** What a vendor issues. Of hundreds of rules few are ever asked: each is prepared when its literal is first found. */
function token(rule: TokenRule): FoundSecret<Redaction> {
  let found: FoundSecret<Redaction> | undefined;
  return (text, at, redaction) => (found ??= behindLiteral(rule))(text, at, redaction);
}

/** Its literal, and behind it what the rule asks for. */
function behindLiteral({
  kind,
  literal,
  rest,
  anyCase = false,
  before,
}: TokenRule): FoundSecret<Redaction> {
  // A short beginning, or one of letters only, may be a part of a word.
  const weak = before === undefined && (literal.length < 4 || (anyCase && /^\w+$/.test(literal)));
  const digits =
    kind === "token" || kind === "openai" ? /\d/ : weak && kind !== "jwt" ? /\d|[a-z][A-Z]/ : null;
  // Enough to be sure; the rest is taken by `tailEnd`, where it is a token.
  const enough = rest.replace(
    /\{(\d+),\}$/,
    (_, least: string) => `{${least},${Number(least) + 40}}`,
  );
  const shape = new RegExp(enough, anyCase ? "iy" : "y");
  return (text, at, redaction) => {
    if (weak && !beginsWord(text, at)) return -1;
    shape.lastIndex = at + literal.length;
    const [all] = shape.exec(text) ?? [];
    if (all === undefined || digits?.test(all) === false) return -1;
    const head = before?.exec(text.slice(Math.max(0, at - 16), at));
    if (head === null) return -1;
    const from = at - (head?.[0].length ?? 0);
    return redaction.hide({ from, to: tailEnd(text, shape.lastIndex), by: `[redacted:${kind}]` });
  };
}

const escaped = /(?:\\[nrtbf0]|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2})$/i;

function beginsWord(text: string, at: number): boolean {
  return (
    !isAlphanumeric(text.charCodeAt(at - 1)) || escaped.test(text.slice(Math.max(0, at - 6), at))
  );
}

/** Whatever is attached to a token goes with it. */
function tailEnd(text: string, from: number): number {
  let to = from;
  for (; to < text.length; to++) {
    const code = text.charCodeAt(to);
    if (!isAlphanumeric(code) && code !== 95 && code !== 45 && code !== 61) break;
  }
  return to;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/** The text without what is secret by its look or by its name. Linear in its length. */
export function redactWords(text: string): string {
  words ??= finder();
  const redaction = new Redaction(text);
  words.run(text, redaction);
  return redaction.result();
}
