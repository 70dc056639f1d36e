import { decodeEscapes, startsPlainly } from "./code.js";
import { isInert } from "./inert.js";
import { scriptsOf } from "./interpreters.js";
import { callsOfFile, callsOfProgram, isLanguage, LANGUAGE_NAMES } from "./languages.js";
import {
  bringsText,
  UNKNOWN,
  wordOf,
  writesFile,
  type SimpleCommand,
  type Word,
} from "./parsed-command.js";
import { isObeyed } from "./obeyed-variables.js";
import {
  baseOf,
  changedInPlace,
  copiesOf,
  isUnpacking,
  namedInCode,
  piecesOf,
  targetsOf,
  writtenByCode,
} from "./made-files.js";
import { programName } from "./program-name.js";
import { filesOfOptions, isCompiler, isStarter, startsInInput } from "./starters.js";
import { isShell, scriptOfShell } from "./unfold-shell.js";

const WRITES = "the line writes the script or program that it runs";

/** Programs that build or run what is in the project without naming its files. */
const BUILDING = new Set(
  "go cargo npm pnpm yarn bun npx make gmake cmake ctest cpack ninja dotnet mvn gradle pytest tox nox rake bundle just task vitest jest tsc git tmux vim vi less man docker docker-compose pre-commit direnv composer mix sbt autoconf autoreconf automake autom4te autoheader aclocal bison prove eslint prettier stylelint terraform terragrunt tofu pulumi packer vagrant webpack vite rollup gulp grunt next nuxt ng nx turbo lerna mocha ava karma scons meson bazel waf invoke inv fab doit snakemake nix-build nix-shell mypy pylint flake8 hub ansible ansible-playbook lefthook lint-staged foreman honcho overmind".split(
    " ",
  ),
);
/** Files that programs read by themselves and take commands from. */
const READ_UNASKED =
  /(?:^|\/)(?:\.config\/\S+|\w+\.cmake|GNUmakefile|[Mm]akefile|package\.json|\.npmrc|\.yarnrc\S*|build\.rs|build\.ninja|conftest\.py|sitecustomize\.py|usercustomize\.py|setup\.(?:py|cfg)|[\w.]+\.pth|tox\.ini|noxfile\.py|[Jj]ustfile|SCons(?:truct|cript)|meson\.build|BUILD(?:\.bazel)?|WORKSPACE|Vagrantfile|Snakefile|wscript|Procfile|Brewfile|Earthfile|Tiltfile|dodo\.py|tasks\.py|fabfile\.py|[\w-]+\.tf|ansible\.cfg|lefthook\.yml|\.lintstagedrc\S*|build\.gradle\S*|pom\.xml|build\.sbt|build\.zig|Rakefile|Gemfile|Taskfile\.ya?ml|CMakeLists\.txt|configure\.(?:ac|in)|Makefile\.am|\w+\.mk|\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|kshrc|shrc|inputrc|vimrc|exrc|gvimrc|gdbinit|lldbinit|envrc|tmux\.conf|screenrc|gitconfig|gitattributes|pre-commit-config\.yaml|perltidyrc|irbrc|pryrc|psqlrc|sqliterc|lesskey|lessfilter|curlrc|wgetrc)|config|hooks\/[\w-]+|(?:pre|post)-(?:commit|push|checkout|merge|rebase|rewrite|receive|auto-gc|applypatch|merge-commit)|(?:prepare-commit|commit|applypatch)-msg|config\.toml|__init__\.py|__main__\.py|index\.[cm]?js|[\w-]+\.service)$/;
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
    [...targetsOf(command), ...changedInPlace(command), ...writtenByCode(command)].some(
      isReadUnasked,
    ),
  );
  copied.delete("");
  copied.delete(".");
  copied.delete("..");
  const goneTo = commands
    .filter(goes)
    .flatMap(({ words }) => words.flatMap(({ text }) => text.split("/")));
  const unpacks = commands.some(isUnpacking);
  const named = namedInCode(commands);
  const madeByCode = new Set(
    commands.flatMap(writtenByCode).flatMap((path) => (path.includes("/") ? [baseOf(path)] : [])),
  );
  const code: Word[] = [];
  let doubt: string | null = written.size > MOST_FILES ? WRITES : null;
  for (const command of commands) {
    for (const { word, isScript } of runsOf(command)) {
      const name = baseOf(word.text);
      const file = written.get(name);
      if (file !== undefined) run(file, command, isScript);
      else if (isCopied(word.text, command)) doubt ??= WRITES;
      else if (word.text.includes("/") || isScript) {
        if (unpacks || (named.has(name) && named.get(name) !== command)) doubt ??= WRITES;
      } else if (madeByCode.has(name)) doubt ??= WRITES;
    }
    if (copiesUnasked && isBuilder(command)) doubt ??= WRITES;
    if (copied.size > 0 && doubt === null && namesCopy(command)) doubt = WRITES;
    if (written.size > 0 && written.size <= MOST_FILES) consume(command);
  }
  return { doubt, code };

  /** Whether a path is a copy, or in a folder that is one. */
  function isCopied(path: string, command: SimpleCommand): boolean {
    const names = path.includes("/") ? [...goneTo, ...path.split("/")] : [path];
    return names.some((name) => copied.has(name) && copied.get(name) !== command);
  }

  /** Whether a command may start a copy that one of its words names: in code, in an option, in a variable. */
  function namesCopy(command: SimpleCommand): boolean {
    return startedNames(command).some((name) => copied.has(name) && copied.get(name) !== command);
  }

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
    const isBuilding = BUILDING.has(name) || runsTests(command) || loadsFromFolder(command);
    for (const file of isBuilding ? new Set([...mentioned, ...written.code]) : mentioned) {
      const { names, text, calls, isData } = file;
      if (calls === null && (isData ? !RUNS_DATA.has(name) : isQuiet)) continue;
      if (writesItself(command, names[0])) continue;
      if (text === null ? calls !== null || !isData : !startsPlainly(text, calls ?? /(?:)/))
        doubt = WRITES;
    }
  }
}

/** Programs for which what others take for data says what to start. */
const RUNS_DATA = new Set(
  "ansible-playbook ansible lefthook act pm2 supervisord uwsgi task just honcho foreman".split(" "),
);

/** Whether a command may run what is in the project without naming it. */
function isBuilder({ words: [program] }: SimpleCommand): boolean {
  const name = program === undefined ? "" : programName(program);
  return BUILDING.has(name) || isLanguage(name);
}

/** What in a file that it is given lets a program start others; null where it reads no code, or by its options alone. */
function insideOf(name: string): RegExp | null {
  return isCompiler(name) ? (callsOfProgram(name) ?? /(?:)/) : startsInInput(name);
}

/** Names that options tell a compiler to replace. */
function definitionsOf({ words }: SimpleCommand): string {
  const texts = words.map(({ text }) => text);
  return texts.filter((text, at) => text.startsWith("-D") || texts[at - 1] === "-D").join("\n");
}

/** Whether a command goes to another folder. */
function goes({ words: [program] }: SimpleCommand): boolean {
  return program !== undefined && /^(?:cd|pushd)$/.test(program.text);
}

/** The names in a command that it may start: those in code, in its options and variables, and all words of a starter. */
function startedNames(command: SimpleCommand): readonly string[] {
  const [program, ...rest] = command.words;
  if (program === undefined) return [];
  const values = obeyedValues(command);
  if (isInert(command)) return values.flatMap(piecesOf);
  const isOpen =
    isStarter(programName(program)) || EXECUTING.test(`${program.text} ${rest[0]?.text ?? ""}`);
  const named = isOpen
    ? rest
    : rest.filter(
        ({ text }, at) => STARTS_IN.test(text) || STARTS_NEXT.test(rest[at - 1]?.text ?? ""),
      );
  return [...values, ...named]
    .flatMap(piecesOf)
    .filter((name) => !DATA.test(name) && callsOfFile(name) === null);
}

/** A word with code, or with a value for an option. */
const STARTS_IN = /["'()=;|&]|^-[A-Za-z]\W/;
/** An option whose value may be a program. */
const STARTS_NEXT =
  /^-(?:c|x|[A-Z]|-[a-z-]*(?:command|program|pager|editor|exec|shell|pack|askpass|filter))$/;
const EXECUTING = /^cmake -[EP]$/;

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

/** Whether an interpreter looks for the tests that it runs. */
function runsTests({ words: [, option, module] }: SimpleCommand): boolean {
  if (option?.text === "--test") return true;
  return option?.text === "-m" && /^(?:unittest|pytest|nose2?|tox|nox)\b/.test(module?.text ?? "");
}

/** Whether Python looks in the folder for what it loads, also for what its own modules load: it does so without a script. */
function loadsFromFolder({ words: [program, option] }: SimpleCommand): boolean {
  if (program === undefined || !LANGUAGE_NAMES.python.test(programName(program))) return false;
  return option === undefined || /^-(?!-)\w*[cm]?$/.test(option.text);
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
