import type { Word } from "unbash";
import { shells } from "./shell-tables.js";

const interpreters =
  /^(?:python[\d.]*|node|bun|deno|tsx|ts-node|bash|sh|zsh|dash|uv|uvx|npx|bunx|pnpx|pnpm|yarn|ruby|perl|php|pwsh)$/;
const subcommands = /^(?:run|x|exec|dlx|--script|(?:tsx|ts-node|python[\d.]*)(?:@[\w.]+)?)$/;
/** Options of `uv` and others that take a value. */
const withValue =
  /^(?:--(?:directory|project|with|with-requirements|python|env-file|extra|group|require|import|loader)|-[pr])$/;

/** What a command runs: the word that names the file, and the program that runs it. */
interface Started {
  readonly word: Word;
  /** Null where the file is started itself. */
  readonly interpreter: string | null;
  /** The folder in which the program looks for it, if an option names one. */
  readonly folder: Word | null;
}

export function startedWord(words: readonly Word[]): Started | null {
  const [first, ...rest] = words;
  if (first === undefined) return null;
  // `snaphook record -- ./guard.sh` runs it as it is.
  const recorded = words.findIndex(({ value }) => value === "--");
  if (/(?:^|\/)snaphook$/.test(first.value) && rest[0]?.value === "record" && recorded > 0)
    return startedWord(words.slice(recorded + 1));
  const program = (first.value.split(/[\\/]/).at(-1) ?? "").replace(/\.exe$/i, "");
  if (!interpreters.test(program))
    return /\/|^\$\{?[A-Za-z_]\w*\}?$/.test(first.value)
      ? { word: first, interpreter: null, folder: null }
      : null;
  const isShell = shells.has(program);
  let folder: Word | null = null;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] as Word;
    if (isShell ? /^-[a-z]*c$/.test(word.value) : /^-[cem]$|^--eval$/.test(word.value)) return null;
    if (word.value === "-p" && program !== "uv") return null;
    if (word.value === "--directory") folder = rest[index + 1] ?? null;
    if (withValue.test(word.value) || (isShell && /^-[a-z]*o$/.test(word.value))) index++;
    else if (!word.value.startsWith("-") && !subcommands.test(word.value))
      return /[./]|^\$/.test(word.value) ? { word, interpreter: program, folder } : null;
  }
  return null;
}
