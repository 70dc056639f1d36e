import type * as Bash from "unbash";
import { text, type Expression, type NestedCode } from "./syntax.js";

/** Programs that only start another one, and the options of theirs that take a value. */
const wrappers: Readonly<Record<string, RegExp>> = {
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  sudo: /^-[ugp]$/,
  env: /^-[uC]$/,
  nohup: /^$/,
  timeout: /^-[ks]$/,
  nice: /^-n$/,
  time: /^$/,
};

export const interpreters: Readonly<Record<string, NestedCode["language"]>> = {
  python: "python",
  python3: "python",
  node: "javascript",
  bun: "javascript",
};

export const shells: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash"]);

export const declaring: ReadonlySet<string> = new Set([
  "local",
  "export",
  "declare",
  "readonly",
  "typeset",
]);

/** What shells do themselves, and programs that print nothing that anybody would read. */
export const silent: ReadonlySet<string> = new Set(
  "[ test true false : shift set unset shopt trap wait sleep cd pushd popd umask ulimit alias let eval getopts exec break continue mkdir touch rm rmdir cp mv ln chmod chown kill".split(
    " ",
  ),
);

/** A word of a command; its text is null where it is known only at run time. */
export interface CommandWord {
  readonly text: string | null;
  readonly value: Expression;
  readonly word: Bash.Word;
}

export const noText: Expression = { e: "unknown", uses: [] };

export function numberOf({ text: written, value }: CommandWord): Expression {
  return written !== null && /^\d+$/.test(written)
    ? { e: "number", value: Number(written) }
    : value;
}

/** The code with a name where a value is put in, so that it can be parsed. */
export function spliced(word: Bash.Word): string {
  return unquoted(word).replaceAll(/\$\{[^}]*\}|\$\w+|\$\([^)]*\)/g, "snaphook_value");
}

/** What is between double quotes, as the shell that gets it reads it; the values are not yet put in. */
export function unquoted({ text: written }: Bash.Word): string {
  return written.replace(/^"|"$/g, "").replaceAll(/\\(["$`\\])/g, "$1");
}

export function withoutWrappers(words: readonly Bash.Word[]): Bash.Word[] {
  const left = [...words];
  for (;;) {
    const takesValue = wrappers[left[0]?.value ?? ""];
    if (takesValue === undefined) return left;
    const name = left[0]?.value ?? "";
    // `command -v`, `exec 2>file`: not a wrapper here.
    if (left.length === 1) return left;
    left.shift();
    if (name === "command" && /^-[vV]$/.test(left[0]?.value ?? "")) return left;
    while (left[0] !== undefined && (left[0].value.startsWith("-") || /^\w+=/.test(left[0].value)))
      left.splice(0, takesValue.test(left[0].value) ? 2 : 1);
    if (name === "timeout") left.shift();
  }
}

/** What echo or printf prints. */
export function printedText(program: string, args: readonly CommandWord[]): Expression {
  const shown = [...args];
  if (program === "echo") {
    while (/^-[neE]+$/.test(shown[0]?.text ?? "")) shown.shift();
    const parts = shown.flatMap(({ value }, index) => (index === 0 ? [value] : [text(" "), value]));
    return { e: "join", parts };
  }
  if (shown[0]?.text === "-v") return noText;
  if (shown[0]?.text === "--") shown.shift();
  const [format, ...values] = shown;
  if (format === undefined) return noText;
  if (format.text === null) return format.value;
  const rest = values.map(({ value }) => value);
  const parts = format.text
    .replaceAll(String.raw`\n`, "\n")
    .split(/%[-+ 0-9.*]*[sdbqixXufeg]/)
    .flatMap((part, index, all): Expression[] => [
      text(part.replaceAll("%%", "%")),
      ...(index < all.length - 1 ? [rest.shift() ?? noText] : []),
    ]);
  return { e: "join", parts };
}

/** `"$PYTHON3" -c …`: a variable that is called like the program in it. */
export function programBy({ text: written }: Bash.Word): string {
  const [, name = ""] =
    /^"?\$\{?(PYTHON3?|PY|NODE|JQ|BASH)(?:_?(?:BIN|CMD|EXE|PATH))?\}?"?$/.exec(written) ?? [];
  return (
    { PYTHON: "python3", PYTHON3: "python3", PY: "python3", NODE: "node", JQ: "jq" }[name] ?? ""
  );
}

/** `"${NAME:-}"` */
export function isSame(written: string, name: string): boolean {
  if (!written.includes(`{${name}`)) return false;
  return new RegExp(`^"?\\$\\{${name}(?::?[-=][^}$]*)?\\}"?$`).test(written);
}
