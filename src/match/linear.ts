/**
 * Expressions that a backtracking engine tests in linear time too, so that the engine that can do no other need not be loaded.
 * Only what both read alike is taken: printable ASCII, `.`, `\d`, `\w` and their opposites, classes, groups, `|`, `?`, and of
 * `*` and `+` one on each path.
 */

/** One character, or the beginning or end of the text. */
interface Item {
  /** As JavaScript writes it, with the `u` flag. */
  readonly source: string;
  readonly repeats: boolean;
}

/** One of the sequences that an expression means, without groups and choices. */
type Path = readonly Item[];

/** More are not followed: each place of the text may be tried with each of them. */
const MOST_PATHS = 64;

const begin: Item = { source: "^", repeats: false };
const end: Item = { source: "$", repeats: false };

/** A test that is linear, and says the same as the linear engine; null where that is not sure. */
export function linearTest(expression: string): ((text: string) => boolean) | null {
  if (!/^[ -~]*$/.test(expression)) return null;
  try {
    const reader = new Reader(expression);
    const paths = reader.choices();
    if (!reader.isAtEnd || !paths.every(isLinear)) return null;
    const all = new RegExp(paths.map((path) => path.map(sourceOf).join("")).join("|"), "u");
    return (text) => all.test(text);
  } catch (error) {
    if (error instanceof NotSure) return null;
    throw error;
  }
}

class NotSure extends Error {}

/**
 * Where something is repeated and more follows, every place at which the expression may begin costs the length of the text:
 * then there may be only one such place.
 */
function isLinear(path: Path): boolean {
  const inside = path.slice(1, -1);
  if (inside.some((item) => item === begin || item === end)) return false;
  if (path.length > 1 && (path[0] === end || path.at(-1) === begin)) return false;
  const repeated = path.findIndex(({ repeats }) => repeats);
  if (repeated < 0) return true;
  if (path.slice(repeated + 1).some(({ repeats }) => repeats)) return false;
  return path[0] === begin || repeated === path.length - 1;
}

function sourceOf({ source }: Item): string {
  return source;
}

/** Characters and sets of them that mean the same to both engines. */
const sets: Readonly<Record<string, string>> = { d: "\\d", D: "\\D", w: "\\w", W: "\\W" };

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  choices(): readonly Path[] {
    let paths = this.sequence();
    while (this.takes("|")) paths = atMost([...paths, ...this.sequence()]);
    return paths;
  }

  private sequence(): readonly Path[] {
    let paths: readonly Path[] = [[]];
    while (!this.isAtEnd && this.next !== "|" && this.next !== ")") {
      const part = this.part();
      paths = atMost(paths.flatMap((path) => part.map((more) => [...path, ...more])));
    }
    return paths;
  }

  private part(): readonly Path[] {
    if (this.takes("^")) return this.notRepeated([[begin]]);
    if (this.takes("$")) return this.notRepeated([[end]]);
    if (this.takes("(")) return this.group();
    const source = this.character();
    if (this.takes("?")) return this.notRepeated([[], [{ source, repeats: false }]]);
    const sign = this.takes("*") ? "*" : this.takes("+") ? "+" : "";
    return this.notRepeated([[{ source: `${source}${sign}`, repeats: sign !== "" }]]);
  }

  private group(): readonly Path[] {
    if (this.takes("?") && !this.takes(":")) throw new NotSure();
    const paths = this.choices();
    if (!this.takes(")")) throw new NotSure();
    return this.takes("?") ? this.notRepeated([[], ...paths]) : this.notRepeated(paths);
  }

  /** `a*?`, `^*`, `(a)*` and `a{2}` are for the other engine. */
  private notRepeated(paths: readonly Path[]): readonly Path[] {
    if ("*+?{".includes(this.next) && !this.isAtEnd) throw new NotSure();
    return paths;
  }

  private character(): string {
    if (this.takes(".")) return "[^\\n]";
    if (this.takes("[")) return this.set();
    const sign = this.take();
    if ("*+?{}[]()|^$".includes(sign)) throw new NotSure();
    return sign === "\\" ? this.escaped() : literal(sign);
  }

  /** Behind a backslash: a set, or a sign that means itself. */
  private escaped(): string {
    const sign = this.take();
    const set = Object.hasOwn(sets, sign) ? sets[sign] : undefined;
    if (set !== undefined) return set;
    if (/\w/.test(sign)) throw new NotSure();
    return literal(sign);
  }

  private set(): string {
    const opening = this.takes("^") ? "[^" : "[";
    let members = "";
    while (!this.takes("]")) {
      const first = this.member();
      if (this.next === "-" && this.text[this.at + 1] !== "]") {
        this.at++;
        const last = this.member();
        if (!isOne(first) || !isOne(last) || first > last) throw new NotSure();
        members += `${first}-${last}`;
      } else members += first;
    }
    if (members === "") throw new NotSure();
    return `${opening}${members}]`;
  }

  private member(): string {
    const sign = this.take();
    if ("[^&~".includes(sign)) throw new NotSure();
    return sign === "\\" ? this.escaped() : literal(sign);
  }

  private get next(): string {
    return this.text[this.at] ?? "";
  }

  private take(): string {
    if (this.isAtEnd) throw new NotSure();
    return this.text[this.at++] ?? "";
  }

  private takes(sign: string): boolean {
    if (this.next !== sign) return false;
    this.at++;
    return true;
  }
}

/** Not a set of them. */
function isOne(character: string): boolean {
  return character.startsWith("\\u");
}

/** In any place it means just this character. */
function literal(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function atMost(paths: readonly Path[]): readonly Path[] {
  if (paths.length > MOST_PATHS) throw new NotSure();
  return paths;
}
