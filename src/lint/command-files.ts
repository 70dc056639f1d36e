import type * as Bash from "unbash";
import { TOP_LEVEL } from "./script/shell-paths.js";
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
  if (command.length > 20_000) return [];
  let found: readonly Bash.Command[];
  try {
    found = commandsIn(parse(command));
  } catch {
    return [];
  }
  const isTested = /(?:^|[\s;&|])(?:\[\[?|test|command -v)\s/.test(command);
  return found.flatMap((one) => {
    const script = scriptOf(one, variables);
    return script === null ? [] : [{ ...script, isTested }];
  });
}

/** Simple commands that are not nested in tests or substitutions. */
function commandsIn({
  commands,
}: {
  readonly commands: readonly Bash.Statement[];
}): Bash.Command[] {
  const found: Bash.Command[] = [];
  const pending: unknown[] = commands.map(({ command }) => command);
  for (let steps = 0; pending.length > 0 && steps < 5000; steps++) {
    const node = pending.shift() as { readonly type?: string; readonly [key: string]: unknown };
    if (node.type === "Command") found.push(node as unknown as Bash.Command);
    else if (node.type === "Statement") pending.push(node["command"]);
    else
      // What is in a branch or a loop may never be started.
      for (const key of /^(?:If|Case|For|While|Select|Function)/.test(node.type ?? "")
        ? []
        : ["commands", "command", "body"]) {
        const child = node[key];
        if (Array.isArray(child)) pending.push(...(child as unknown[]));
        else if (typeof child === "object" && child !== null) pending.push(child);
      }
  }
  return found;
}

function scriptOf(
  { name, args }: Bash.Command,
  variables: Readonly<Record<string, string>>,
): Untested | null {
  const words = [name, ...args].flatMap((word) => (word?.type === "Word" ? [word] : []));
  const started = startedWord(words);
  if (started === null) return null;
  const { word, interpreter, folder } = started;
  const found = named(word, interpreter, variables);
  const inside = folder === null || found === null ? null : named(folder, null, variables);
  return found === null || inside === null
    ? found
    : { ...found, path: `${inside.path}/${found.path}` };
}

function named(
  word: Bash.Word,
  interpreter: string | null,
  variables: Readonly<Record<string, string>>,
): Untested | null {
  const path = word.text
    .replaceAll(/["']/g, "")
    // Hooks of a project are in its repository.
    .replaceAll(TOP_LEVEL, ".")
    .replaceAll(
      /\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)/g,
      (whole, braced: string | undefined, otherwise: string | undefined, bare: string) =>
        variables[braced ?? bare] ?? otherwise ?? whole,
    )
    // What it falls back on may be a variable too.
    .replaceAll(/\$(\w+)/g, (whole, name: string) => variables[name] ?? whole)
    .replace(/^~(?=\/)/, variables["HOME"] ?? "~");
  if (/[$`*?]/.test(path)) return null;
  const isUnquoted = /^[^"']*\$/.test(word.text);
  return { written: word.text, path, interpreter, isUnquoted };
}
