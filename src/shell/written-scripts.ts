import { decodeEscapes, joinTexts, startsPlainly } from "./code.js";
import { isInert } from "./inert.js";
import { scriptsOf } from "./interpreters.js";
import { callsOfFile, callsOfProgram, isLanguage } from "./languages.js";
import {
  bringsText,
  UNKNOWN,
  wordOf,
  writesFile,
  type SimpleCommand,
  type Word,
} from "./parsed-command.js";
import { isObeyed } from "./obeyed-variables.js";
import { programName } from "./program-name.js";
import { filesOfOptions, isEditor, startsInInput } from "./starters.js";
import { isShell, scriptOfShell } from "./unfold-shell.js";

const WRITES = "the line writes the script or program that it runs";

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
/** Programs that build or run what is in the project without naming its files. */
const BUILDING = new Set(
  "go cargo npm pnpm yarn bun npx make gmake cmake ctest cpack ninja dotnet mvn gradle pytest tox nox rake bundle just task vitest jest tsc git tmux vim vi less man docker docker-compose pre-commit direnv composer mix sbt autoconf autoreconf automake autom4te autoheader aclocal bison prove".split(
    " ",
  ),
);
/** Files that programs read by themselves and take commands from. */
const READ_UNASKED =
  /(?:^|\/)(?:\.config\/\S+|\w+\.cmake|GNUmakefile|[Mm]akefile|package\.json|\.npmrc|\.yarnrc\S*|build\.rs|build\.ninja|conftest\.py|sitecustomize\.py|usercustomize\.py|setup\.(?:py|cfg)|[\w.]+\.pth|tox\.ini|noxfile\.py|[Jj]ustfile|Rakefile|Gemfile|Taskfile\.ya?ml|CMakeLists\.txt|configure\.(?:ac|in)|Makefile\.am|\w+\.mk|\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|kshrc|shrc|inputrc|vimrc|exrc|gvimrc|gdbinit|lldbinit|envrc|tmux\.conf|screenrc|gitconfig|gitattributes|pre-commit-config\.yaml|perltidyrc|irbrc|pryrc|psqlrc|sqliterc|lesskey|lessfilter|curlrc|wgetrc)|\.git\/config|\.ssh\/config|hooks\/[\w-]+|(?:pre|post)-(?:commit|push|checkout|merge|rebase|rewrite|receive|auto-gc|applypatch|merge-commit)|(?:prepare-commit|commit|applypatch)-msg|config\.toml|__init__\.py|__main__\.py|index\.[cm]?js|[\w-]+\.service)$/;
const DATA =
  /\.(?:md|txt|json|jsonl|log|diff|csv|tsv|ya?ml|html?|css|svg|xml|sql|out|err|tmp|toml|ini|cfg|env|lock|pdf|png|jpg|gz|zip|tar|db|sarif|prof|cov|coverage|patch|bak|orig|http|proto|graphql)$/;

/** Folders whose files programs run by themselves, and such a file. */
const RUN_UNASKED = /(?:^|\/)(?:\.git\/hooks|\.husky|node_modules\/\.bin)(?:\/[^/]*)?$/;

/** Devices and descriptors. Not all of /dev: what is in /dev/shm are files, and `/dev/..` leads anywhere. */
const KEEPS_NOTHING = new RegExp(
  `^(?:/dev/(?:null|zero|full|tty|std(?:in|out|err)|fd/\\d+${UNKNOWN}?|(?:tcp|udp)/[^/]+/[^/]+)|\\d+)$`,
);

/** A line that writes more files is not followed. */
const MOST_FILES = 100;

interface WrittenScript {
  /** Its whole text; null where it is not known. */
  readonly text: string | null;
  /** Its names without its folder, by which a command may read it as code. */
  readonly names: readonly string[];
  /** Whether it is in a language, and the calls in that which matter. */
  readonly calls: RegExp | null;
  readonly isData: boolean;
  readonly isUnasked: boolean;
}

/** Why the line may run what it wrote itself; `code` are the texts of shell scripts that it wrote and runs. */
export function readWritten(commands: readonly SimpleCommand[]): {
  readonly doubt: string | null;
  readonly code: readonly Word[];
} {
  const written = new WrittenFiles(commands);
  const copied = new Map(
    commands.toReversed().flatMap((one) => copiesOf(one).map((path) => [baseOf(path), one])),
  );
  const copiesUnasked = commands.some((command) =>
    [...targetsOf(command), ...changedInPlace(command)].some(isReadUnasked),
  );
  const unpacks = commands.some(isUnpacking);
  const named = namedInCode(commands);
  const code: Word[] = [];
  let doubt: string | null = written.size > MOST_FILES ? WRITES : null;
  for (const command of commands) {
    for (const { word, isScript } of runsOf(command)) {
      const name = baseOf(word.text);
      const file = written.get(name);
      if (file !== undefined) run(file, command, isScript);
      else if (copied.has(name) && copied.get(name) !== command) doubt ??= WRITES;
      else if (word.text.includes("/") || isScript) {
        if (unpacks || (named.has(name) && named.get(name) !== command)) doubt ??= WRITES;
      }
    }
    if (copiesUnasked && isBuilder(command)) doubt ??= WRITES;
    if (written.size > 0 && written.size <= MOST_FILES) consume(command);
  }
  return { doubt, code };

  function run(
    { text, calls: ofFile }: WrittenScript,
    { words }: SimpleCommand,
    isScript: boolean,
  ): void {
    const program = words[0] === undefined ? "" : programName(words[0]);
    const isShellRun = isScript ? isShell(program) || /^(?:source|\.)$/.test(program) : false;
    const hasShell =
      text !== null && /^(?:#!\s*\S*\/(?:env\s+)?(?:ba|da|z)?sh\b|(?!#!))/.test(text);
    if (text !== null && (isShellRun || (!isScript && hasShell))) code.push({ text, known: true });
    else {
      const calls = callsOfProgram(program) ?? ofFile;
      if (text === null || calls === null || !startsPlainly(text, calls)) doubt ??= WRITES;
    }
  }

  /** A command may read as code what was written, where it names it or reads it unasked. */
  function consume(command: SimpleCommand): void {
    const [program] = command.words;
    if (program === undefined || doubt !== null) return;
    const name = programName(program);
    const obeyed = obeyedValues(command).flatMap(piecesOf);
    const own = written.hidden.filter((base) => isSettingsOf(name, base));
    if (own.length + written.named(obeyed).size > 0) doubt = WRITES;
    const inside = insideOf(name);
    const isBuilt = isBuilder(command);
    const isQuiet = isInert(command);
    if (inside === null && isQuiet && !isBuilt) return;
    const pieces = command.words.slice(1).flatMap(piecesOf);
    const mentioned = written.named(pieces);
    if (inside !== null)
      for (const { text } of written.named([...pieces, ...inputFilesOf(command)]))
        if (text === null || !startsPlainly(`${text}\n${definitionsOf(command)}`, inside))
          doubt = WRITES;
    if (isQuiet && !isBuilt) return;
    if (written.isUnasked) doubt = WRITES;
    const isBuilding = BUILDING.has(name) || runsTests(command);
    for (const file of isBuilding ? new Set([...mentioned, ...written.code]) : mentioned) {
      const { names, text, calls, isData } = file;
      if (calls === null && (isData || isQuiet)) continue;
      if (writesItself(command, names[0])) continue;
      if (text === null ? calls !== null || !isData : !startsPlainly(text, calls ?? /(?:)/))
        doubt = WRITES;
    }
  }
}

/** Whether a command may run what is in the project without naming it. */
function isBuilder({ words: [program] }: SimpleCommand): boolean {
  const name = program === undefined ? "" : programName(program);
  return BUILDING.has(name) || isLanguage(name);
}

/** Programs that read a file with whatever name as code. */
const COMPILER = /^(?:g?cc|[gc]\+\+|clang(?:\+\+)?|tcc|rustc|java)$/;

/** What in a file that it is given lets a program start others; null where it reads no code, or by its options alone. */
function insideOf(name: string): RegExp | null {
  return COMPILER.test(name) ? callsOfProgram(name) : startsInInput(name);
}

/** Names that options tell a compiler to replace. */
function definitionsOf({ words }: SimpleCommand): string {
  const texts = words.map(({ text }) => text);
  return texts.filter((text, at) => text.startsWith("-D") || texts[at - 1] === "-D").join("\n");
}

/** Whether a file is one of a program's own settings: `.wgetrc`, `.gitconfig`. */
function isSettingsOf(name: string, base: string): boolean {
  return base.startsWith(`.${name.replace(/\d+$/, "")}`);
}

/** The values of variables in which programs look for commands. */
function obeyedValues({ assignments }: SimpleCommand): readonly Word[] {
  return assignments.filter(isObeyed).map(({ value }) => value);
}

/** The names of the files that a command has as its input. */
function inputFilesOf({ redirections }: SimpleCommand): readonly string[] {
  const inputs = redirections.filter(({ operator }) => operator === "<");
  return inputs.map(({ target }) => baseOf(target.text));
}

function isReadUnasked(path: string): boolean {
  return READ_UNASKED.test(path) || RUN_UNASKED.test(path);
}

/** What it writes it does not read. */
function writesItself(command: SimpleCommand, base: string | undefined): boolean {
  return command.redirections.some((one) => writesFile(one) && baseOf(one.target.text) === base);
}

/** The files that a line writes, to be found by their names: a long line has many of them, and many commands. */
class WrittenFiles {
  readonly #files: ReadonlyMap<string, WrittenScript>;
  readonly #byName = new Map<string, WrittenScript[]>();
  /** Names that begin with a dot, as those of settings do. */
  readonly hidden: readonly string[];
  /** Those in a language. */
  readonly code: readonly WrittenScript[];
  readonly isUnasked: boolean;

  constructor(commands: readonly SimpleCommand[]) {
    this.#files = filesOf(commands);
    const all = Array.from(this.#files.values());
    for (const file of all)
      for (const name of file.names) {
        const same = this.#byName.get(name);
        if (same === undefined) this.#byName.set(name, [file]);
        else same.push(file);
      }
    this.hidden = Array.from(this.#byName.keys()).filter((name) => name.startsWith("."));
    this.code = all.filter(({ calls }) => calls !== null);
    this.isUnasked = all.some((file) => file.isUnasked);
  }

  get size(): number {
    return this.#files.size;
  }

  get(base: string): WrittenScript | undefined {
    return this.#files.get(base);
  }

  named(names: readonly string[]): ReadonlySet<WrittenScript> {
    return new Set(names.flatMap((name) => this.#byName.get(name) ?? []));
  }
}

function filesOf(commands: readonly SimpleCommand[]): ReadonlyMap<string, WrittenScript> {
  const written = new Map<string, WrittenScript>();
  for (const command of commands)
    for (const { target } of command.redirections.filter(writesFile)) {
      if (KEEPS_NOTHING.test(target.text)) continue;
      const path = target.text;
      const base = baseOf(path);
      const calls = callsOfFile(path);
      written.set(base, {
        text: written.has(base) ? null : textOf(command),
        names: calls === null ? [base] : [base, base.replace(/\.\w+$/, "")],
        calls,
        isData: DATA.test(path),
        isUnasked: isReadUnasked(path),
      });
    }
  return written;
}

/** The text that a command prints, where all of it is in the line. */
function textOf({ words, redirections, isPiped }: SimpleCommand): string | null {
  const [program, ...rest] = words;
  if (isPiped) return null;
  const texts = redirections.filter(bringsText);
  const [text] = texts;
  if (
    program?.text === "cat" &&
    rest.length === 0 &&
    texts.length === 1 &&
    text?.target.known === true
  )
    return text.target.text;
  if (!/^(?:echo|printf)$/.test(program?.text ?? "") || !rest.every(({ known }) => known))
    return null;
  return decodeEscapes(rest.map((word) => word.text).join(" ")).replaceAll(
    /\\([\\nt])/g,
    (_all, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? "\\",
  );
}

/** Options with which find writes a file. */
const PRINTS = /^-(?:fprint[f0]?|fls)$/;

function copiesOf({ words }: SimpleCommand): readonly string[] {
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
function changedInPlace({ words }: SimpleCommand): readonly string[] {
  const [program, ...rest] = words;
  const name = program === undefined ? "" : programName(program);
  if (rest[0]?.text === "pkg" && rest.some(({ text }) => RUN_LATER.test(text)))
    return ["package.json"];
  if (name !== "sed" && name !== "perl") return [];
  return rest.some(({ text }) => /^(?:-\w*i|--in-p)/.test(text))
    ? rest.map(({ text }) => text)
    : [];
}

/** Whether an interpreter looks for the tests that it runs. */
function runsTests({ words: [, option, module] }: SimpleCommand): boolean {
  if (option?.text === "--test") return true;
  return option?.text === "-m" && /^(?:unittest|pytest|nose2?|tox|nox)\b/.test(module?.text ?? "");
}

/** Programs whose last word is the target, unless `-t` names it. */
const LAST_IS_TARGET = new Set(["cp", "mv", "ln", "install", "rsync", "link"]);

/** Where a copying command may write. */
function targetsOf(command: SimpleCommand): readonly string[] {
  const copies = copiesOf(command);
  const [program] = command.words;
  if (program === undefined || !LAST_IS_TARGET.has(programName(program))) return copies;
  const named = copies.filter((text, at) => text.startsWith("-t") || copies[at - 1] === "-t");
  return [...named.map((text) => text.replace(/^-t/, "")), ...copies.slice(-1)];
}

function isUnpacking({ words }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  const option = program === undefined ? undefined : UNPACKING[programName(program)];
  return option !== undefined && rest.some(({ text }) => option.test(text));
}

/** The names in code and for editors in the line, which they may write, and the last command that has them. */
function namedInCode(
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

interface Run {
  readonly word: Word;
  readonly isScript: boolean;
}

/** The files that a command runs: its program, and the script that a shell or an interpreter reads. */
function runsOf(command: SimpleCommand): readonly Run[] {
  const [program, operand, ...more] = command.words;
  if (program === undefined) return [];
  const name = programName(program);
  const runs: Run[] = [{ word: program, isScript: false }];
  const add = (word: Word | null | undefined): void => {
    if (word !== null && word !== undefined) runs.push({ word, isScript: true });
  };
  if (name === "source" || name === ".") add(operand?.text === "--" ? more[0] : operand);
  else if (isShell(name)) add(scriptOfShell(command.words));
  else if (isLanguage(name)) scriptsOf(name, command).forEach(add);
  else filesOfOptions(name, command.words).forEach(add);
  // A program with a name of its own for each of its commands: `git x` is `git-x`.
  if (/^\w[\w-]*$/.test(operand?.text ?? ""))
    runs.push({ word: wordOf(`${name}-${operand?.text}`), isScript: false });
  if (isShell(name) || isLanguage(name))
    for (const { operator, target } of command.redirections) if (operator === "<") add(target);
  return runs;
}

/** A word and the names in it: `-fNAME`, `--file=NAME`, `import NAME`. */
function piecesOf({ text }: Word): readonly string[] {
  if (text.length > 20_000) return [];
  const pieces = [...text.split(/[^\w.-]+/), ...text.split(/\W+/)];
  return [baseOf(text), baseOf(text.replace(/^-\w/, "")), ...pieces];
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
