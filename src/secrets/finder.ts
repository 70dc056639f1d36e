/** Five bits for a character: letters without case, all digits alike, and what is in names and URLs. */
const classes = new Uint8Array(128).fill(31);
for (let code = 0; code <= 32; code++) classes[code] = 0;
for (let letter = 0; letter < 26; letter++)
  classes[65 + letter] = classes[97 + letter] = letter + 1;
for (let digit = 48; digit < 58; digit++) classes[digit] = 27;
for (const sign of "_-") classes[sign.charCodeAt(0)] = 28;
for (const sign of "./") classes[sign.charCodeAt(0)] = 29;
for (const sign of ":=") classes[sign.charCodeAt(0)] = 30;

/** Called where a word is; what it returns is the place from which the search continues, or -1. */
export type FoundSecret<Sink> = (text: string, at: number, sink: Sink) => number;

interface FoundWord<Sink> {
  readonly word: string;
  readonly anyCase: boolean;
  readonly found: FoundSecret<Sink>;
}

/**
 * Finds many words in one pass: the last three characters are an index into a table, which is empty at most of them.
 * Words have at least three characters; those in lower case that say so are found in any case.
 */
export class Finder<Sink> {
  private readonly heads = new Uint16Array(1 << 15);
  private readonly buckets: FoundWord<Sink>[][] = [[]];

  add(word: string, anyCase: boolean, found: FoundSecret<Sink>): void {
    let head = 0;
    for (let at = 0; at < 3; at++) head = (head << 5) | classOf(word.charCodeAt(at));
    let bucket = this.heads[head] ?? 0;
    if (bucket === 0) {
      bucket = this.buckets.push([]) - 1;
      this.heads[head] = bucket;
    }
    this.buckets[bucket]?.push({ word, anyCase, found });
  }

  run(text: string, sink: Sink): void {
    const { heads, buckets } = this;
    const { length } = text;
    let head = 0x7fff;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      head = ((head << 5) & 0x7fff) | (code < 128 ? (classes[code] ?? 0) : 31);
      const bucket = heads[head] ?? 0;
      if (bucket === 0 || at < 2) continue;
      for (const { word, anyCase, found } of buckets[bucket] ?? []) {
        if (!(anyCase ? standsInAnyCase(text, at - 2, word) : text.startsWith(word, at - 2)))
          continue;
        const next = found(text, at - 2, sink);
        if (next < 0) continue;
        at = next - 1;
        head = 0x7fff;
        break;
      }
    }
  }
}

function classOf(code: number): number {
  return code < 128 ? (classes[code] ?? 0) : 31;
}

function standsInAnyCase(text: string, from: number, word: string): boolean {
  if (from + word.length > text.length) return false;
  for (let at = 0; at < word.length; at++) {
    const code = text.charCodeAt(from + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== word.charCodeAt(at)) return false;
  }
  return true;
}
