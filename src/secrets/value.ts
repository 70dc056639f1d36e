/** A value behind a name: the text that is replaced, without its quotes. */
export interface SecretValue {
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

/** What is known of the place of a value. */
export interface SecretPlace {
  /** In a URL's query or a form, where `&` ends it. */
  readonly query: boolean;
  /** The quote around name and value together, with its backslashes: `"password=x"`. */
  readonly around: string;
  /** Where it ends at the latest: a word's end, the line's end or the next pair before it, the line's end. */
  readonly until: "word" | "pair" | "line";
}

/** How far the other quote may be where it is not on the same line. */
const FARTHEST_QUOTE = 2000;
const LONGEST_LINE = 300;

const opening = /(?:[rbfu]{1,2}|[N@$])?(\\{0,15})("""|'''|["'`])/iy;

export function valueAt(text: string, from: number, place: SecretPlace): SecretValue {
  opening.lastIndex = from;
  const open = opening.exec(text);
  if (open !== null && open[0].length > 0) {
    const quote = `${open[1] ?? ""}${open[2] ?? ""}`;
    // `password=""` is empty, and not the beginning of a longer quote.
    if (quote !== place.around) {
      const begin = from + open[0].length;
      const end = quoteEnd(text, begin, open[1]?.length ?? 0, open[2] ?? "");
      const to = place.until !== "word" ? end : joinedEnd(text, end, quote, place);
      return { from: begin, to, quoted: true };
    }
  }
  const keyEnd = privateKeyEnd(text, from);
  return { from, to: keyEnd < 0 ? bareEnd(text, from, place) : keyEnd, quoted: false };
}

const beginKey = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-{4,5}/y;

/** Where a private key ends that begins here: with its last line, or as far as it goes without one; -1 where none begins. */
export function privateKeyEnd(text: string, from: number): number {
  beginKey.lastIndex = from;
  if (!beginKey.test(text)) return -1;
  const dashes = text.indexOf("----", beginKey.lastIndex);
  const ends = /^-{4,5} ?END/.test(text.slice(dashes, dashes + 9));
  const close = dashes < 0 || !ends ? dashes : text.indexOf("----", dashes + 8);
  if (close < 0) return text.length;
  return ends ? close + (text.charAt(close + 4) === "-" ? 5 : 4) : close;
}

/** The other quote; without one, the end of the line. */
function quoteEnd(text: string, from: number, escapes: number, quote: string): number {
  const far = from + FARTHEST_QUOTE;
  let line = -1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 && quote.length === 1) {
      if (line < 0) line = at;
    } else if (text.startsWith(quote, at) && isClosing(backslashesBefore(text, at), escapes)) {
      requoted.lastIndex = at;
      if (!requoted.test(text)) return at - Math.min(escapes, backslashesBefore(text, at));
      at = requoted.lastIndex - 1;
    }
    if (line >= 0 && at > far) return line;
  }
  return line < 0 ? text.length : line;
}

/** Each level of JSON doubles the backslashes of the text and of its quotes. */
function isClosing(backslashes: number, escapes: number): boolean {
  return backslashes < escapes || backslashes % (2 * (escapes + 1)) === escapes;
}

/** A quote inside quotes, as shells write it. */
const requoted = /'(?:\\{1,15}'|\\{0,15}"'\\{0,15}")'/y;

function backslashesBefore(text: string, at: number): number {
  let begin = at;
  while (begin > 0 && text.charCodeAt(begin - 1) === 92) begin--;
  return at - begin;
}

/** A shell joins what touches: `'it''s'`, `"a"b`. Where a word follows the quote, it belongs to the value. */
function joinedEnd(text: string, end: number, quote: string, place: SecretPlace): number {
  const after = end + quote.length;
  if (quote.startsWith("\\") || !text.startsWith(quote, end)) return end;
  return /[\w'"$]/.test(text.charAt(after)) && text.charAt(after) !== ""
    ? bareEnd(text, after, place)
    : end;
}

const nextPair = /[;,&]\s{0,4}\\{0,8}["']?[\w. -]{2,40}\\{0,8}["']?\s?[=:]/y;
/** The end of a line, escaped: in a JSON text inside a text, or by a shell. */
const lineEnds = /^\\+(?:[nrt]|\r?\n|$)/;
const opens = "([{<";
const closes = ")]}>";

function bareEnd(text: string, from: number, place: SecretPlace): number {
  const { query, around, until } = place;
  const last = until === "pair" ? Math.min(text.length, from + LONGEST_LINE) : text.length;
  const opened = [0, 0, 0, 0];
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    // Letters and digits end nothing.
    if ((code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122)) continue;
    const sign = text.charAt(at);
    if (around !== "" && text.startsWith(around, at)) return at;
    switch (sign) {
      case "\n":
      case "\r":
        return at;
      case " ":
      case "\t":
      case "\f":
      case "\u00a0":
        if (until === "word") return at;
        break;
      case "\\":
        if (lineEnds.test(text.slice(at, at + 16))) return at;
        // An escaped quote with a word behind it is in the value, any other is around it.
        if (/^\\+["'](?!\w)/.test(text.slice(at, at + 16))) return at;
        at++;
        break;
      case '"':
      case "'":
      case "`":
        if (!/[\w$]/.test(text.charAt(at + 1))) return at;
        at = sameLine(text, sign, at + 1);
        break;
      case "&":
        if (query || /^&(?:&|\s|$|amp;|[\w.%-]{1,40}=)/.test(text.slice(at, at + 44))) return at;
        break;
      case "#":
        if (query) return at;
        break;
      case ";":
      case ",":
        if (until === "line") break;
        if (until === "word" && /[\s"'\])}\\]|^$/.test(text.charAt(at + 1))) return at;
        nextPair.lastIndex = at;
        if (nextPair.test(text)) return at;
        break;
      case "<":
        if (/^<(?:\/|br)/i.test(text.slice(at, at + 3))) return at;
        break;
      default: {
        const open = opens.indexOf(sign);
        if (open >= 0) opened[open] = (opened[open] ?? 0) + 1;
        const close = closes.indexOf(sign);
        if (close < 0) break;
        // What was opened before the value is closed behind it.
        if ((opened[close] ?? 0) > 0) opened[close] = (opened[close] ?? 0) - 1;
        else if (/[\s;,.)\]}>"'`:\\]|^$/.test(text.charAt(at + 1))) return at;
      }
    }
  }
  return last === text.length ? last : bareEnd(text, from, { ...place, until: "word" });
}

/** The same sign again on this line, else the place before it. */
function sameLine(text: string, sign: string, from: number): number {
  const line = text.slice(from, from + LONGEST_LINE).split(/[\r\n]/, 1)[0] ?? "";
  const at = line.indexOf(sign);
  return at < 0 ? from - 1 : from + at;
}
