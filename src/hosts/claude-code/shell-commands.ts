/** A simple command in a line of shell, as far as it can be known without running it. */
export interface ShellCommand {
  /** Without leading assignments, quotes and redirections. */
  readonly words: readonly string[];
  /** Some word holds what only the shell will know. */
  readonly isDynamic: boolean;
  readonly nameIsDynamic: boolean;
}

/** Variables that the client takes for harmless. */
const knownVariables: ReadonlySet<string> = new Set([
  "HOME",
  "PWD",
  "OLDPWD",
  "USER",
  "LOGNAME",
  "SHELL",
  "PATH",
  "TMPDIR",
]);

const keywords: ReadonlySet<string> = new Set(
  "! { } if then elif else fi for while until do done case esac in time".split(" "),
);

const DEEPEST = 16;

/** Every simple command in a line, those inside substitutions and subshells included; null where it cannot be read. */
export function shellCommands(line: string, depth = 0): readonly ShellCommand[] | null {
  if (depth > DEEPEST) return null;
  const reader = new Reader(line, depth);
  return reader.read();
}

interface Word {
  readonly text: string;
  readonly isDynamic: boolean;
}

class Reader {
  private at = 0;
  private readonly found: ShellCommand[] = [];
  private words: Word[] = [];
  private word: Word | null = null;
  private dropsNext = false;
  private hasHeredoc = false;
  private readonly heredocs: string[] = [];

  constructor(
    private readonly line: string,
    private readonly depth: number,
  ) {}

  read(): readonly ShellCommand[] | null {
    while (this.at < this.line.length) if (!this.step()) return null;
    this.endCommand();
    return this.found;
  }

  /** Reads the next piece; false where the line is broken. */
  private step(): boolean {
    const char = this.line.charAt(this.at);
    if (char === "'") return this.quoted();
    if (char === '"') return this.doubleQuoted();
    if (char === "\\") return this.escaped();
    if (char === "$" || char === "`") return this.expansion();
    if (char === "#" && this.word === null) return this.comment();
    if (char === "<" || char === ">") return this.redirection();
    this.at++;
    if (char === " " || char === "\t") this.endWord();
    else if (char === "\n") this.endLine();
    else if (";&|()".includes(char)) this.endCommand();
    else this.add(char);
    return true;
  }

  private add(text: string, isDynamic = false): void {
    const { text: before, isDynamic: was } = this.word ?? { text: "", isDynamic: false };
    this.word = { text: before + text, isDynamic: was || isDynamic };
  }

  private quoted(): boolean {
    const end = this.line.indexOf("'", this.at + 1);
    if (end < 0) return false;
    this.add(this.line.slice(this.at + 1, end));
    this.at = end + 1;
    return true;
  }

  private doubleQuoted(): boolean {
    this.add("");
    this.at++;
    while (this.at < this.line.length) {
      const char = this.line.charAt(this.at);
      if (char === '"') {
        this.at++;
        return true;
      }
      if (char === "\\") {
        if (!this.escaped()) return false;
      } else if (char === "$" || char === "`") {
        if (!this.expansion()) return false;
      } else {
        this.add(char);
        this.at++;
      }
    }
    return false;
  }

  private escaped(): boolean {
    const next = this.line.charAt(this.at + 1);
    if (next !== "\n") this.add(next);
    this.at += 2;
    return next !== "";
  }

  private comment(): boolean {
    const end = this.line.indexOf("\n", this.at);
    this.at = end < 0 ? this.line.length : end;
    return true;
  }

  private expansion(): boolean {
    const rest = this.line.slice(this.at, this.at + 2);
    if (rest.startsWith("`")) return this.inner(this.at + 1, this.closing("`", this.at + 1));
    if (rest === "$(") return this.inner(this.at + 2, this.closing(")", this.at + 2));
    if (rest === "${") return this.braced();
    const name = /^\$(\w+|[?@*#!$-])/.exec(this.line.slice(this.at, this.at + 200));
    const [all = "$", variable = ""] = name ?? [];
    this.add(all, name !== null && !knownVariables.has(variable));
    this.at += all.length;
    return true;
  }

  private braced(): boolean {
    const end = this.line.indexOf("}", this.at);
    if (end < 0) return false;
    const text = this.line.slice(this.at, end + 1);
    this.add(text, !knownVariables.has(text.slice(2, -1)));
    this.at = end + 1;
    return true;
  }

  /** A substitution: its commands are commands of the line. */
  private inner(start: number, end: number): boolean {
    if (end < 0) return false;
    const commands = shellCommands(this.line.slice(start, end), this.depth + 1);
    if (commands === null) return false;
    this.found.push(...commands);
    this.add("", true);
    this.at = end + 1;
    return true;
  }

  /** Where a substitution ends, past what is quoted or nested in it. */
  private closing(closer: ")" | "`", start: number): number {
    let open = 0;
    let quote = "";
    for (let index = start; index < this.line.length; index++) {
      const char = this.line.charAt(index);
      if (char === "\\" && quote !== "'") index++;
      else if (quote !== "") quote = char === quote ? "" : quote;
      else if (char === closer && open === 0) return index;
      else if (char === "'" || char === '"') quote = char;
      else if (closer === ")" && char === "(") open++;
      else if (closer === ")" && char === ")") open--;
    }
    return -1;
  }

  private redirection(): boolean {
    const [operator = ""] =
      /^(?:<<-?|[<>]+[&|]?)/.exec(this.line.slice(this.at, this.at + 4)) ?? [];
    // A number right before it is a file descriptor, not a word.
    if (this.word !== null && /^\d+$/.test(this.word.text)) this.word = null;
    this.endWord();
    this.at += operator.length;
    if (operator.startsWith("<<") && this.line.charAt(this.at) !== "<") {
      const mark = /^[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s;&|()<>]+))/.exec(
        this.line.slice(this.at, this.at + 200),
      );
      if (mark === null) return false;
      this.heredocs.push(mark[1] ?? mark[2] ?? mark[3] ?? "");
      this.hasHeredoc = true;
      this.at += mark[0].length;
    } else this.dropsNext = this.line.charAt(this.at) !== "(";
    return true;
  }

  private endLine(): void {
    this.endCommand();
    for (const mark of this.heredocs.splice(0)) this.skipTo(mark);
  }

  private skipTo(mark: string): void {
    while (this.at < this.line.length) {
      const end = this.line.indexOf("\n", this.at);
      const text = this.line.slice(this.at, end < 0 ? undefined : end);
      this.at = end < 0 ? this.line.length : end + 1;
      if (text.trim() === mark) return;
    }
  }

  private endWord(): void {
    if (this.word === null) return;
    if (this.dropsNext) this.dropsNext = false;
    else this.words.push(this.word);
    this.word = null;
  }

  private endCommand(): void {
    this.endWord();
    const start = this.words.findIndex(
      ({ text }) => !keywords.has(text) && !/^[A-Za-z_]\w*\+?=/.test(text),
    );
    const words = start < 0 ? [] : this.words.slice(start);
    const [name] = words;
    if (name !== undefined)
      this.found.push({
        words: words.map(({ text }) => text),
        isDynamic: this.hasHeredoc || this.words.some(({ isDynamic }) => isDynamic),
        nameIsDynamic: name.isDynamic,
      });
    this.words = [];
    this.hasHeredoc = false;
  }
}
