import type * as Bash from "unbash";
import { TOP_LEVEL } from "./script/shell-paths.js";
import { shells, unquoted, withoutWrappers } from "./script/shell-tables.js";
import { fixedText } from "./script/shell-words.js";
import type { ParseShell } from "./script/shell.js";
import { startedWord } from "./script/started-word.js";

/** A file that a command line names as what it runs. */
export interface NamedScript {
  /** As it is in the command. */
  readonly written: string;
  /** With the variables filled in. */
  readonly path: string;
  readonly interpreter: string | null;
  /** The line looks whether it is there before it starts it. */
  readonly isTested: boolean;
  /** A variable in it is not between quotes: a blank in the value breaks the path in two. */
  readonly isUnquoted: boolean;
}

type Untested = Omit<NamedScript, "isTested">;

/** The scripts that a command line starts. What it does itself is not looked at. */
export function scriptsIn(
  command: string,
  variables: Readonly<Record<string, string>>,
  parse: ParseShell,
): readonly NamedScript[] {
  const line = new CommandLine(variables, parse);
  try {
    line.read(command);
  } catch {
    return [];
  }
  const isTested = /(?:^|[\s;&|])(?:\[\[?|test|command -v)\s/.test(command);
  return line.found.map((script) => ({ ...script, isTested }));
}

const LONGEST = 20_000;
const MOST_STEPS = 5000;

/** Follows a line from left to right: the folder that it goes to, the names that it sets, what it starts. */
class CommandLine {
  readonly found: Untested[] = [];
  private readonly names: Record<string, string>;
  private folder = "";
  private steps = 0;

  constructor(
    variables: Readonly<Record<string, string>>,
    private readonly parse: ParseShell,
  ) {
    this.names = { ...variables };
  }

  read(line: string): void {
    if (line.length > LONGEST) return;
    for (const { command } of this.parse(line).commands) this.node(command);
  }

  private node(node: unknown): void {
    if (typeof node !== "object" || node === null || ++this.steps > MOST_STEPS) return;
    const { type = "", ...parts } = node as { readonly type?: string };
    if (type === "Command") return this.command(node as Bash.Command);
    // What is in a loop or a function may never be started.
    if (/^(?:Case|For|While|Select|Function|Arithmetic|Test)/.test(type)) return;
    for (const key of ["commands", "command", "clause", "body", "then", "else"]) {
      const child = (parts as Readonly<Record<string, unknown>>)[key];
      if (Array.isArray(child)) for (const one of child as unknown[]) this.node(one);
      else this.node(child);
    }
  }

  private command({ name, args, prefix }: Bash.Command): void {
    if (name === undefined)
      for (const one of prefix)
        if (one.type === "Assignment" && one.value.type !== "ArrayValue")
          this.names[one.name] = this.filled(one.value.text);
    const all = [name, ...args].flatMap((word) => (word?.type === "Word" ? [word] : []));
    const words = withoutWrappers(all);
    const [first, second] = words;
    if (first === undefined) return;
    if (first.value === "cd" && second !== undefined) {
      this.folder = this.inFolder(this.filled(second.text));
      return;
    }
    const code = codeWord(words);
    if (code !== undefined) return this.read(fixedText(code) ?? unquoted(code));
    const started = startedWord(words);
    if (started === null) return;
    const { word, interpreter, folder } = started;
    const outer = folder === null ? "" : this.filled(folder.text);
    const path = this.filled(word.text);
    if (/[$`*?]/.test(`${outer}${path}${this.folder}`)) return;
    if (interpreter === null && !path.includes("/")) return;
    this.found.push({
      written: word.text,
      path: this.inFolder(outer === "" ? path : `${outer}/${path}`),
      interpreter,
      isUnquoted: /^[^"']*\$/.test(word.text),
    });
  }

  private inFolder(path: string): string {
    return this.folder === "" || /^[/~]/.test(path) ? path : `${this.folder}/${path}`;
  }

  /** A word without quotes, and with the variables filled in. */
  private filled(word: string): string {
    return (
      word
        .replaceAll(/["']/g, "")
        // Hooks of a project are in its repository.
        .replaceAll(TOP_LEVEL, (asked) =>
          asked.includes("git") ? (this.names["CLAUDE_PROJECT_DIR"] ?? ".") : ".",
        )
        .replaceAll(
          /\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)/g,
          (whole, braced: string | undefined, otherwise: string | undefined, bare: string) =>
            this.names[braced ?? bare] ?? otherwise ?? whole,
        )
        // What it falls back on may be a variable too.
        .replaceAll(/\$(\w+)/g, (whole, name: string) => this.names[name] ?? whole)
        .replace(/^~(?=\/)/, this.names["HOME"] ?? "~")
    );
  }
}

/** The code that a shell is given: `bash -c "…"`. */
function codeWord(words: readonly Bash.Word[]): Bash.Word | undefined {
  if (!shells.has(words[0]?.value.split("/").at(-1) ?? "")) return undefined;
  const option = words.findIndex(({ value }) => /^-[a-z]*c$/.test(value));
  return option < 0 ? undefined : words[option + 1];
}
