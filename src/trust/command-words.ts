import {
  hideVariables,
  parseCommand,
  readCommands,
  showVariables,
  UNKNOWN,
  writesFile,
  type SimpleCommand,
} from "../shell/index.js";

/** What a command line says, as far as it can be said before it runs. */
export interface ParsedLine {
  /** Its words: with quotes undone, and also as they are between signs. */
  readonly words: readonly string[];
  /** Variables that it gives values to, in the order in which it does. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Words with a part that is known only when it runs, which is marked by `UNKNOWN`. */
  readonly unknown: readonly string[];
  /** Words that a shell does itself; none of them is also an argument, which another program might start. */
  readonly builtins: readonly string[];
}

/** A substitution whose value is known before it runs. */
const here = /\$\(\s*pwd\s*\)|`\s*pwd\s*`/g;
const quotedWord = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+/gs;
const between = /[\s;|&()<>"'`]+/;

/** Redirections from a file; `<>` may write to it as well. */
const reading: ReadonlySet<string> = new Set(["<", "<>"]);

/** The words of a line for the shell. Rather too many: only what it does nothing but write to is left out. */
export function readLine(line: string, folder: string): ParsedLine {
  const command = line.replace(here, () => folder);
  const quoted = [...command.matchAll(quotedWord)].map(([word]) => unquote(word));
  // A quoted text may be a line of its own, as for `sh -c`.
  const inside = quoted.filter((word) => /\s/.test(word)).flatMap((word) => word.split(between));
  const hidden = hideVariables(command);
  const { commands } = parseCommand(hidden);
  const written = outputsOf(hidden, commands);
  // The parser knows spellings that signs alone do not show: `$'\x61'`, a word that continues on the next line.
  const parsed = commands
    .flatMap(({ words, redirections }) => [
      ...words,
      ...redirections.filter(({ operator }) => reading.has(operator)).map(({ target }) => target),
    ])
    .map(({ text }) => showVariables(text));
  const known = parsed.filter((text) => !text.includes(UNKNOWN));
  return {
    words: [...quoted, ...inside, ...command.split(between), ...known].filter(
      (word) => word !== "" && !written.has(word),
    ),
    variables: commands.flatMap(assignedBy),
    unknown: parsed.filter((text) => text.includes(UNKNOWN)),
    builtins: builtinsOf(command),
  };
}

const declaring: ReadonlySet<string> = new Set([
  "export",
  "declare",
  "typeset",
  "local",
  "readonly",
]);

/** `A=1 sh`, and `export A=1`. */
function assignedBy({ words, assignments }: SimpleCommand): (readonly [string, string])[] {
  const declared = declaring.has(words[0]?.text ?? "") ? words.slice(1) : [];
  return [
    ...assignments.map(({ name, value }) => [name, value.text] as const),
    ...declared.flatMap(({ text }) => {
      const [, name, value = ""] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(text) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  ].map(([name, value]) => [name, showVariables(value)] as const);
}

/** What every POSIX shell does itself, wherever a program of that name may lie. */
const posixBuiltins =
  ": . [ alias break cd command continue echo eval exec exit export false getopts hash kill pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait".split(
    " ",
  );

function builtinsOf(line: string): string[] {
  const spelled = line.split(between);
  // bash and zsh can turn builtins off, and the text of a here-document is anyone's.
  if (spelled.includes("enable") || spelled.includes("disable") || line.includes("<<")) return [];
  const { commands, unparsed } = readCommands(line);
  if (unparsed !== null) return [];
  const first = commands.map(({ words }) => words[0]?.text);
  return posixBuiltins.filter(
    (name) =>
      spelled.includes(name) &&
      spelled.filter((word) => word === name).length ===
        first.filter((word) => word === name).length,
  );
}

function unquote(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string) =>
      double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped,
  );
}

/** `>log.txt`: what a hook writes is not what it runs, unless the name is elsewhere in the line too. */
function outputsOf(
  line: string,
  commands: ReturnType<typeof parseCommand>["commands"],
): Set<string> {
  const targets = commands.flatMap(({ redirections }) =>
    redirections
      .filter((one) => writesFile(one) && !reading.has(one.operator) && one.target.known)
      .map(({ target }) => target.text),
  );
  const shown = showVariables(line);
  const alone = targets.filter((text) => {
    const times = shown.split(showVariables(text)).length - 1;
    return (
      times === targets.filter((target) => showVariables(target) === showVariables(text)).length
    );
  });
  return new Set(alone.flatMap((text) => [showVariables(text), showVariables(text, "$$$1")]));
}
