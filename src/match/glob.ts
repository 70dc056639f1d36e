/** One step of a glob: what matches one character, or any number of them. */
type GlobToken = Single | { readonly type: "many" };

/** A character, any one, or one of a class. */
type Single =
  | { readonly type: "literal"; readonly character: string }
  | { readonly type: "one" }
  | {
      readonly type: "class";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

export type Glob =
  | { readonly alternatives: readonly (readonly GlobToken[])[] }
  | { readonly fault: string };

const MOST_ALTERNATIVES = 100;

/**
 * Reads a glob: `*` any number of characters (also `/` and line ends: a guard should rather match too much),
 * `?` one, `[a-z]` and `[!a-z]` one of a class, `{a,b}` one of several, `\` takes the next one literally.
 */
export function parseGlob(pattern: string): Glob {
  const expanded = expandBraces(Array.from(pattern));
  if (typeof expanded === "string") return { fault: expanded };
  const alternatives: GlobToken[][] = [];
  for (const characters of expanded) {
    const tokens = parseTokens(characters);
    if (typeof tokens === "string") return { fault: tokens };
    alternatives.push(tokens);
  }
  return { alternatives };
}

/** Every way to choose one of each brace's parts; a text where the braces do not fit. */
function expandBraces(characters: readonly string[]): string[][] | string {
  const open = findUnescaped(characters, "{");
  const close = findUnescaped(characters, "}");
  if (close >= 0 && (open < 0 || close < open)) return "a } without its {";
  if (open < 0) return [[...characters]];
  const parts: string[][] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < characters.length; at++) {
    const character = characters[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      parts.push(characters.slice(start, at));
      start = at + 1;
    } else if (character === "}" && --depth === 0) {
      parts.push(characters.slice(start, at));
      return combine(characters.slice(0, open), parts, characters.slice(at + 1));
    }
  }
  return "a { without its }";
}

function combine(
  before: readonly string[],
  parts: readonly string[][],
  after: readonly string[],
): string[][] | string {
  const all: string[][] = [];
  for (const part of parts) {
    const expanded = expandBraces([...part, ...after]);
    if (typeof expanded === "string") return expanded;
    all.push(...expanded.map((rest) => [...before, ...rest]));
    if (all.length > MOST_ALTERNATIVES) return `more than ${MOST_ALTERNATIVES} alternatives`;
  }
  return all;
}

function findUnescaped(characters: readonly string[], wanted: string): number {
  for (let at = 0; at < characters.length; at++) {
    if (characters[at] === "\\") at++;
    else if (characters[at] === wanted) return at;
  }
  return -1;
}

function parseTokens(characters: readonly string[]): GlobToken[] | string {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "*") {
      tokens.push({ type: "many" });
    } else if (character === "?") {
      tokens.push({ type: "one" });
    } else if (character === "\\") {
      const escaped = characters[++at];
      if (escaped === undefined) return "a \\ at the end";
      tokens.push({ type: "literal", character: escaped });
    } else if (character === "[") {
      const read = readClass(characters, at + 1);
      if (typeof read === "string") return read;
      tokens.push(read.token);
      at = read.end;
    } else {
      tokens.push({ type: "literal", character });
    }
  }
  return tokens;
}

function isNegation(character: string | undefined): boolean {
  return character === "!" || character === "^";
}

/** Reads a class from behind its `[`. A `]` that comes first is one of its members. */
function readClass(
  characters: readonly string[],
  start: number,
): { readonly token: Single; readonly end: number } | string {
  const negated = isNegation(characters[start]);
  const first = negated ? start + 1 : start;
  const members: string[] = [];
  for (let at = first; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "]" && at > first) {
      const ranges = rangesOf(members);
      return typeof ranges === "string"
        ? ranges
        : { token: { type: "class", negated, ranges }, end: at };
    }
    members.push(character === "\\" ? (characters[++at] ?? "") : character);
  }
  return "a [ without its ]";
}

function rangesOf(members: readonly string[]): (readonly [string, string])[] | string {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? "";
    const to = members[at + 2];
    if (members[at + 1] !== "-" || to === undefined) {
      ranges.push([from, from]);
      continue;
    }
    if (to < from) return `a range from ${from} down to ${to}`;
    ranges.push([from, to]);
    at += 2;
  }
  return ranges;
}

/** Whether one of the alternatives fits the whole text. No backtracking beyond the last `*`. */
export function globMatches(
  alternatives: readonly (readonly GlobToken[])[],
  text: string,
): boolean {
  const characters = Array.from(text);
  return alternatives.some((tokens) => fits(tokens, characters));
}

function fits(tokens: readonly GlobToken[], text: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const current = tokens[token];
    if (current?.type === "many") {
      star = token++;
      resume = at;
    } else if (current !== undefined && fitsOne(current, text[at] ?? "")) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (tokens[token]?.type === "many") token++;
  return token === tokens.length;
}

function fitsOne(token: Single, character: string): boolean {
  switch (token.type) {
    case "literal":
      return token.character === character;
    case "one":
      return true;
    case "class":
      return (
        token.ranges.some(([from, to]) => from <= character && character <= to) !== token.negated
      );
  }
}
