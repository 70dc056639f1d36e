import type { Expression } from "./syntax.js";

/** Options of jq that take values, and how many. */
const options: Readonly<Record<string, number>> = {
  "--arg": 2,
  "--argjson": 2,
  "--slurpfile": 2,
  "--rawfile": 2,
  "--indent": 1,
  "-L": 1,
  "--from-file": 1,
  "-f": 1,
};

/** A call of jq: its filter, and whether it reads files instead of standard input. */
export interface JqCall {
  /** Null where it is not written out. */
  readonly filter: string | null;
  /** What gives it then. */
  readonly by: Expression | null;
  readonly hasFiles: boolean;
  readonly isNull: boolean;
  /** The values of `--arg`, by name. */
  readonly args: ReadonlyMap<string, Expression>;
}

/** Takes the words of a call apart; `null` in the texts stands for a word that is not known. */
export function readJq(
  words: readonly { readonly text: string | null; readonly value: Expression }[],
): JqCall {
  const args = new Map<string, Expression>();
  let filter: (typeof words)[number] | undefined;
  let hasFiles = false;
  let isNull = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]?.text ?? null;
    if (word === "--args" || word === "--jsonargs") break;
    if (word !== null && word.startsWith("-") && word !== "-") {
      if (word === "--null-input" || /^-[a-zA-Z]*n/.test(word)) isNull = true;
      if (word === "--arg" || word === "--argjson")
        args.set(words[index + 1]?.text ?? "", words[index + 2]?.value ?? { e: "null" });
      index += options[word] ?? 0;
      continue;
    }
    if (filter === undefined) filter = words[index];
    else hasFiles = true;
  }
  const text = filter?.text ?? null;
  return {
    filter: text,
    by: text === null ? (filter?.value ?? null) : null,
    hasFiles,
    isNull,
    args,
  };
}

/** Every path of fields that a filter reads from its input: `.tool_input.command // empty`. */
export function jqPaths(filter: string): string[] {
  const plain = filter.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) =>
    quoted.includes("\\(") ? quoted.replaceAll(/[^(]*\\\(([^)]*)\)|[^(]+$/g, "$1 ") : " ",
  );
  const paths = plain.matchAll(/(?<![\w$)\]}.])\.([A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)*)/g);
  return [...new Set(Array.from(paths, ([, path = ""]) => path.replaceAll("?", "")))];
}

/** The object that a filter builds, if it does nothing else: `{decision: "block", reason: $reason}`. */
export function jqObject(filter: string, args: ReadonlyMap<string, Expression>): Expression | null {
  const start = filter.indexOf("{");
  if (start < 0) return null;
  const before = filter.slice(0, start).trim();
  // `. as $x | {…}`, `split("\n") | {…}`: what comes before makes the input, not the answer.
  if (before !== "" && !before.endsWith("|") && !before.endsWith("then")) return null;
  const reader = new ObjectReader(filter, start, args);
  return reader.object();
}

class ObjectReader {
  constructor(
    private readonly text: string,
    private index: number,
    private readonly args: ReadonlyMap<string, Expression>,
    private depth = 0,
  ) {}

  object(): Expression | null {
    if (++this.depth > 30) return null;
    this.index++;
    const entries: { key: string | null; value: Expression }[] = [];
    for (;;) {
      this.skip();
      const char = this.text[this.index];
      if (char === undefined) return null;
      if (char === "}") {
        this.index++;
        this.depth--;
        return { e: "object", entries };
      }
      if (char === ",") {
        this.index++;
        continue;
      }
      const key = this.key();
      this.skip();
      if (this.text[this.index] !== ":") {
        entries.push({ key: key?.replace(/^\$/, "") ?? null, value: this.variable(key ?? "") });
        if (key === null) return null;
        continue;
      }
      this.index++;
      this.skip();
      entries.push({ key, value: this.value() });
    }
  }

  private skip(): void {
    while (/\s/.test(this.text[this.index] ?? "")) this.index++;
  }

  private key(): string | null {
    const rest = this.text.slice(this.index, this.index + 200);
    const found = /^(?:"((?:[^"\\]|\\.)*)"|(\$?[A-Za-z_]\w*))/.exec(rest);
    if (found === null) return null;
    this.index += found[0].length;
    return found[1] ?? found[2] ?? null;
  }

  private variable(name: string): Expression {
    return this.args.get(name.replace(/^\$/, "")) ?? { e: "unknown", uses: [] };
  }

  private value(): Expression {
    if (this.text[this.index] === "{") {
      const object = this.object();
      if (object !== null && this.isAtEnd()) return object;
    }
    const start = this.index;
    const raw = this.untilEnd();
    const written = this.text.slice(start, raw).trim();
    if (/^"(?:[^"\\]|\\.)*"$/.test(written))
      return { e: "text", text: plainString(written.slice(1, -1)) };
    if (/^\$\w+$/.test(written)) return this.variable(written);
    if (written === "true" || written === "false") return { e: "flag", value: written === "true" };
    if (written === "null") return { e: "null" };
    if (/^-?\d+$/.test(written)) return { e: "number", value: Number(written) };
    return { e: "unknown", uses: [] };
  }

  private isAtEnd(): boolean {
    this.skip();
    const char = this.text[this.index];
    return char === "," || char === "}" || char === undefined;
  }

  /** Moves to the comma or brace that ends a value. */
  private untilEnd(): number {
    let depth = 0;
    for (; this.index < this.text.length; this.index++) {
      const char = this.text[this.index];
      if (char === '"') {
        this.index++;
        while (this.index < this.text.length && this.text[this.index] !== '"')
          this.index += this.text[this.index] === "\\" ? 2 : 1;
      } else if (char === "(" || char === "[" || char === "{") depth++;
      else if (char === ")" || char === "]" || (char === "}" && depth > 0)) depth--;
      else if (depth === 0 && (char === "," || char === "}")) break;
    }
    return this.index;
  }
}

function plainString(written: string): string {
  return written.replaceAll(/\\\([^)]*\)/g, "\u0000").replaceAll(/\\(.)/g, (_, char: string) => {
    if (char === "n") return "\n";
    return char === "t" ? "\t" : char;
  });
}
