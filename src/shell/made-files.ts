import { joinTexts } from "./code.js";
import { scriptsOf } from "./interpreters.js";
import { isLanguage } from "./languages.js";
import { bringsText, type SimpleCommand, type Word } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { isEditor, startsInInput } from "./starters.js";

/** Programs that make files under new names, or change them. */
const COPYING = new Set(
  "cp mv ln install tee sponge dd rsync curl wget sort uniq split csplit xxd openssl patch link objcopy gcc".split(
    " ",
  ),
);
/** Programs that make files whose names are not in the line. */
const UNPACKING: Readonly<Record<string, RegExp>> = {
  tar: /^-?[a-zA-Z]*x|^--(?:ex|get)/,
  unzip: /^/,
  cpio: /^-\w*i/,
  patch: /^/,
  git: /^(?:apply|am)$/,
  "7z": /^[xe]$/,
  ar: /^-?\w*x/,
  gunzip: /^/,
  unxz: /^/,
  bunzip2: /^/,
  unzstd: /^/,
  gzip: /^(?:-\w*d|--d)/,
  xz: /^(?:-\w*d|--d)/,
  bzip2: /^(?:-\w*d|--d)/,
  zstd: /^(?:-\w*d|--d)/,
  python3: /^(?:tarfile|zipfile)$/,
  python: /^(?:tarfile|zipfile)$/,
  split: /^/,
  csplit: /^/,
  wget: /^/,
  curl: /^-\w*[OJ]/,
};
/** Options with which find writes a file. */
const PRINTS = /^-(?:fprint[f0]?|fls)$/;

export function copiesOf({ words }: SimpleCommand): readonly string[] {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  if (programName(program) === "find")
    return rest.flatMap(({ text }, at) => (PRINTS.test(rest[at - 1]?.text ?? "") ? [text] : []));
  const isMoving = programName(program) === "git" && rest.some(({ text }) => text === "mv");
  if (!isMoving && !COPYING.has(programName(program))) return [];
  if (programName(program) === "gcc") return [];
  return rest.map(({ text }) => text.replace(/^(?:of=|-o|--output=)/, ""));
}

/** What of `npm pkg set` is run later. */
const RUN_LATER = /^(?:scripts|bin|husky|lint-staged)\b/;

/** Files that a command changes in place. */
export function changedInPlace({ words }: SimpleCommand): readonly string[] {
  const [program, ...rest] = words;
  const name = program === undefined ? "" : programName(program);
  if (rest[0]?.text === "pkg" && rest.some(({ text }) => RUN_LATER.test(text)))
    return ["package.json"];
  if (name !== "sed" && name !== "perl") return [];
  return rest.some(({ text }) => /^(?:-\w*i|--in-p)/.test(text))
    ? rest.map(({ text }) => text)
    : [];
}

/** Calls that write, copy or link a file; not those that print. */
const MAKES_FILE =
  /\b(?:writeFile|appendFile|createWriteStream|copyFile|rename|link|cp|write_text|write_bytes|symlink|symlink_to|copy\w*|move|dump|file_put_contents)(?:Sync)?\s*\(|\bopen\s*\([^()]*,\s*["'][wax]|>\s*["']/;

/** The paths in code that makes files: one of them may be such a file. */
export function writtenByCode({
  words: [program, ...rest],
  redirections,
}: SimpleCommand): readonly string[] {
  if (program === undefined || !isLanguage(programName(program))) return [];
  const texts = [...rest, ...redirections.filter(bringsText).map(({ target }) => target)];
  const code = texts.map(({ text }) => text).filter((text) => MAKES_FILE.test(text));
  return code.flatMap((text) => joinTexts(text).split(/[^\w./~-]+/));
}

/** Programs whose last word is the target, unless `-t` names it. */
const LAST_IS_TARGET = new Set(["cp", "mv", "ln", "install", "rsync", "link"]);

/** Where a copying command may write. */
export function targetsOf(command: SimpleCommand): readonly string[] {
  const copies = copiesOf(command);
  const [program] = command.words;
  if (program === undefined || !LAST_IS_TARGET.has(programName(program))) return copies;
  const named = copies.filter((text, at) => text.startsWith("-t") || copies[at - 1] === "-t");
  return [...named.map((text) => text.replace(/^-t/, "")), ...copies.slice(-1)];
}

export function isUnpacking({ words }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  const option = program === undefined ? undefined : UNPACKING[programName(program)];
  return option !== undefined && rest.some(({ text }) => option.test(text));
}

/** The names in code and for editors in the line, which they may write, and the last command that has them. */
export function namedInCode(
  commands: readonly SimpleCommand[],
): ReadonlyMap<string, SimpleCommand | null> {
  const named = new Map<string, SimpleCommand | null>();
  for (const command of commands) {
    const [program, ...rest] = command.words;
    const known = program === undefined ? "" : programName(program);
    const isRead = isLanguage(known) || isEditor(known) || startsInInput(known) !== null;
    if (!isRead && known !== "sed") continue;
    // Their first word is a command of their own.
    if (known === "bun" || known === "deno") continue;
    const scripts = isLanguage(known) ? scriptsOf(known, command) : [];
    const texts = [...rest, ...command.redirections.filter(bringsText).map(({ target }) => target)];
    for (const word of texts)
      if (!scripts.includes(word))
        for (const name of `${word.text} ${joinTexts(word.text)}`.split(/[^\w.-]+/))
          named.set(name, named.has(name) && named.get(name) !== command ? null : command);
  }
  return named;
}

/** A word and the names in it: `-fNAME`, `--file=NAME`, `import NAME`. */
export function piecesOf({ text }: Word): readonly string[] {
  if (text.length > 20_000) return [];
  const pieces = [...text.split(/[^\w.-]+/), ...text.split(/\W+/)];
  return [baseOf(text), baseOf(text.replace(/^-\w/, "")), ...pieces];
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
