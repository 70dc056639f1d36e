import { shapes } from "./token-rules.js";

const LONGEST_SHIFTED = 4096;
const LEAST = 24;
const LEAST_STRING = 12;

/** Letters, digits and `+ / - _`: what base64 is made of. */
const inBase64 = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  inBase64[sign.charCodeAt(0)] = 1;

/** Without capitals, or like `permissionDecisionReason`: no base64 of a text has only such words. */
const isWord = /^(?:[^A-Z]*|[A-Z]?[a-z]+(?:[A-Z][a-z]+|[_-][A-Z]?[a-z]+)*)$/;

type Redact = (text: string) => string;

/** Every run of 24 or more such characters, with the lines that continue it. */
const wrapped = /(?:\r?\n[\w+/-]{4,}(?=[=\r\n]|$))*={0,2}/y;

/** Decodes what may be base64; where a secret comes out, the encoded text goes. Long tokens without a mark go too. */
export function redactRuns(text: string, redact: Redact): string {
  let safe = "";
  let done = 0;
  const { length } = text;
  const belongs = (at: number): boolean => inBase64[text.charCodeAt(at)] === 1;
  // The last character of a run that would be long enough: where it does not belong to one, all before it is skipped.
  for (let last = LEAST - 1; last < length; last += LEAST) {
    if (!belongs(last)) continue;
    let from = last;
    while (from > done && belongs(from - 1)) from--;
    let to = last + 1;
    while (to < length && belongs(to)) to++;
    last = to - 1;
    if (to - from < LEAST) continue;
    const found = shapeIn(text, from, to);
    if (found !== null) {
      const { kind, begin, end } = found;
      safe += `${text.slice(done, begin)}[redacted:${kind}]`;
      done = end;
      last = end - 1;
      continue;
    }
    if (isWord.test(text.slice(from, to))) continue;
    wrapped.lastIndex = to;
    to += wrapped.exec(text)?.[0].length ?? 0;
    if (holdsSecret(text.slice(from, to), redact)) {
      safe += `${text.slice(done, from)}[redacted:base64]`;
      done = to;
    }
    last = to - 1;
  }
  return done === 0 ? text : safe + text.slice(done);
}

/** At the run's beginning, or behind an escape, a slash or the mark of a changed line. */
function shapeIn(
  text: string,
  from: number,
  to: number,
): { readonly kind: string; readonly begin: number; readonly end: number } | null {
  for (let begin = from; begin < to - 16; begin++) {
    const before = text.charCodeAt(begin - 1);
    if (begin > from && before !== 47 && before !== 43 && before !== 45)
      if (begin > from + 1 || text.charCodeAt(from - 1) !== 92) continue;
    for (const [kind, shape] of shapes) {
      shape.lastIndex = begin;
      if (shape.test(text)) return { kind, begin, end: shape.lastIndex };
    }
  }
  return null;
}

const written = /[\x20-\x7e]{8}/;

function holdsSecret(run: string, redact: Redact): boolean {
  // The base64 of a text has hardly any of these signs; a path has many.
  if (!/[^/+_-]{16}/.test(run)) return false;
  // Something in front, as in `dir/QUtJQQ==`, shifts the groups of four.
  const shifts = run.length <= LONGEST_SHIFTED && /[/+_-]/.test(run) ? 4 : 1;
  for (let shift = 0; shift < shifts; shift++) {
    const decoded = Buffer.from(run.slice(shift), "base64").toString("latin1");
    // PowerShell encodes UTF-16: every second byte is zero.
    const narrow = decoded.includes("\0") ? decoded.replaceAll("\0", "") : decoded;
    // A hash decodes to noise, a secret to something that can be written.
    if (written.test(narrow) && redact(narrow) !== narrow) return true;
  }
  return false;
}

const percent = /%[0-9A-Fa-f]{2}/;

/** Decodes what is URL-encoded; where a secret comes out, the decoded text without it is left. */
export function redactPercent(text: string, redact: Redact): string {
  if (!percent.test(text)) return text;
  return text.replace(/[^\s"'<>]+/g, (run) => {
    if (!percent.test(run)) return run;
    // Tolerant, unlike decodeURIComponent; Latin-1, which is enough to find ASCII.
    const decoded = unescape(run);
    const clean = redact(decoded);
    return clean === decoded ? run : clean;
  });
}

/** Decodes JSON strings that hold escapes; one with a secret in it is written anew without it. */
export function redactStrings(text: string, redact: Redact): string {
  if (!text.includes("\\")) return text;
  let safe = "";
  let done = 0;
  for (let from = text.indexOf('"'); from >= 0; from = text.indexOf('"', from)) {
    let to = from + 1;
    let escapes = false;
    for (; to < text.length && text.charCodeAt(to) !== 34; to++)
      if (text.charCodeAt(to) === 92) {
        escapes = true;
        to++;
      }
    // Nothing behind it is closed either.
    if (to >= text.length) break;
    const clean =
      escapes && to - from >= LEAST_STRING ? cleanString(text.slice(from, to + 1), redact) : null;
    if (clean !== null) {
      safe += text.slice(done, from) + clean;
      done = to + 1;
    }
    from = to + 1;
  }
  return done === 0 ? text : safe + text.slice(done);
}

function cleanString(literal: string, redact: Redact): string | null {
  try {
    const decoded = JSON.parse(literal) as string;
    const clean = redact(decoded);
    return clean === decoded ? null : JSON.stringify(clean);
  } catch {
    return null;
  }
}
