import type { ShellFacts } from "./shell-facts.js";
import { absolute, normalise } from "./paths.js";
import {
  bringsText,
  isInert,
  isShell,
  once,
  programName,
  remember,
  UNKNOWN,
  wordOf,
  writesFile,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";
import { meaningsOf, type LookedAtWorld } from "./world.js";

/** More words of one command are not looked at. */
const MOST_WORDS = 16;
/** Nor more paths in one text. */
const MOST_PATHS = 64;

interface Line {
  readonly shell: ShellFacts;
  readonly world: LookedAtWorld;
}

/** A command as it is without links: its program, or what it is given to run, by the name of the file that it really is. */
export function textsByLinks(command: SimpleCommand, line: Line): readonly string[] {
  const { words, assignments, redirections } = command;
  const [program, ...rest] = words;
  const links = linksOf(line);
  const own = program === undefined ? "" : programName(program);
  // What is written may be the settings of a program that the line starts.
  const isWritten = redirections.some(writesFile);
  const isPrinted = isWritten && /^(?:echo|printf)$/.test(own);
  const isQuiet = isInert(command);
  const texts = isQuiet && !isWritten ? [] : redirections.filter(bringsText);
  // A script needs no `/` before its name.
  const operands = isShell(own) || SOURCES.test(own) ? rest.slice(0, MOST_WORDS) : [];
  const beside = operands
    .filter(({ text }) => /^\w[^/]*$/.test(text))
    .map(({ text }) => wordOf(`./${text}`));
  const given = [
    ...beside,
    ...assignments.filter(({ name }) => name !== "PATH").map(({ value }) => value),
    ...(isQuiet && !isPrinted ? [] : rest.slice(0, MOST_WORDS)),
    ...texts.map(({ target }) => target),
  ];
  const scripts = given.flatMap((word) => namesIn(word, links));
  if (program === undefined) return scripts;
  const programs = links.namesOf(program, program.text.includes("/") ? [] : links.searched);
  const after = rest.map(({ text }) => text);
  return [...programs.map((name) => [name, ...after].join(" ")), ...scripts];
}

/** Builtins that read a script. */
const SOURCES = /^(?:source|\.)$/;

/** What the paths in a word, an option's value or code really are. */
function namesIn(word: Word, links: Links): readonly string[] {
  const paths = pathsIn(word);
  const names = paths.flatMap((one) => links.namesOf(one, []));
  const named = CHANGES_FOLDER.test(word.text) ? paths.slice(0, MOST_WORDS) : [];
  const folders = [...links.searched, ...named.map(({ text }) => text)];
  if (folders.length === 0) return names;
  const pieces = word.text.split(NO_PATH).map((piece) => piece.replace(/^\.\//, ""));
  const bare = new Set(pieces.filter((piece) => /^[^/]*\w[^/]*$/.test(piece)));
  const programs = Array.from(bare).slice(0, MOST_WORDS).map(wordOf);
  return [...names, ...programs.flatMap((one) => links.namesOf(one, folders))];
}

/** Code that starts a program in another folder, or finds it there. */
const CHANGES_FOLDER = /\b(?:f?chdir|cd|cwd|PATH|Dir\.|Set-Location)/;

/** A word that is a path, or the paths in it: an option's value, code. What is not known may be the folder of the line. */
function pathsIn(word: Word): readonly Word[] {
  const { text, known } = word;
  if (!text.includes("/")) return [];
  if (known && !text.startsWith("-") && !NO_PATH.test(text)) return [word];
  const whole = known ? [word] : [];
  const forms = known ? [text] : AROUND.slice(0, 2).map((one) => text.replaceAll(UNKNOWN, one));
  const pieces = forms.flatMap((form) => form.split(NO_PATH)).filter((one) => one.includes("/"));
  const found = new Set(pieces.flatMap((piece) => [piece, piece.replace(/^-\w(?=[./~])/, "")]));
  return [...whole, ...Array.from(found).slice(0, MOST_PATHS).map(wordOf)];
}

/** The folder of a line, those around it, and the user's. */
const AROUND = [".", "..", "../..", "../../..", "~"];

const NO_PATH = /[^\w./~@+-]+/;

interface Links {
  /** Folders in which the line lets programs be looked for. */
  readonly searched: readonly string[];
  /** The names of the files to which a word leads, as a path or in the folders, where they are other ones. */
  readonly namesOf: (word: Word, searched: readonly string[]) => readonly string[];
}

const linksOf = remember(({ shell, world }: Line): Links => {
  const known = new Map<string, readonly string[]>();
  const values = shell.commands
    .flatMap(({ words, assignments }) => [
      ...assignments.filter(({ name }) => name === "PATH").map(({ value }) => value.text),
      // `export PATH=…`
      ...words.filter(({ text }) => text.startsWith("PATH=")).map(({ text }) => text.slice(5)),
    ])
    .flatMap((value) => value.split(":"));
  const named = namedFolders(shell, world);
  const searched = values
    // What is not known may be the folder in which the line runs, or one around it: `PATH=$PWD`, `PATH=${PWD%/*}/bin`.
    .flatMap((folder) =>
      folder.startsWith(UNKNOWN)
        ? AROUND.map((around) => around + folder.slice(UNKNOWN.length))
        : [folder],
    )
    .filter((folder) => /^[/.~]/.test(folder) && !folder.includes(UNKNOWN));
  const folders = [...shell.where.folders, ...(isElsewhere(shell) ? named() : [])];
  // It may be printed: `PATH=$(echo FOLDER)`.
  if (values.includes(UNKNOWN)) searched.push(...named());
  return { searched: Array.from(new Set(searched)), namesOf };

  function namesOf(word: Word, within: readonly string[]): readonly string[] {
    const { text } = word;
    const isPath = text.includes("/");
    if (!word.known || text === "" || text.length > 4096 || world.isTooMuch()) return [];
    if (!isPath && within.length === 0) return [];
    const paths = isPath ? [text] : within.map((one) => `${one}/${text}`);
    const key = paths.join(":");
    let names = known.get(key);
    if (names === undefined) known.set(key, (names = lookUp(text, paths)));
    return names;
  }

  function lookUp(text: string, paths: readonly string[]): readonly string[] {
    const found = paths.flatMap((path) =>
      folders.flatMap((folder) => meaningsOf(path, folder, world) ?? []),
    );
    const names = new Set(found.map((one) => one.slice(one.lastIndexOf("/") + 1)));
    names.delete(text.slice(text.lastIndexOf("/") + 1));
    return Array.from(names);
  }
});

/** Whether a command goes to a folder that is not known: it may be any that the line names, as in `sh -c 'cd "$1"' x FOLDER`. */
function isElsewhere({ commands, where }: ShellFacts): boolean {
  return (
    !where.areKnown ||
    commands.some(({ words }) => words.some(({ text }) => WORKS_ELSEWHERE.test(text)))
  );
}

function namedFolders({ commands, where }: ShellFacts, { home }: LookedAtWorld) {
  return once((): readonly string[] => {
    const named = commands
      .flatMap(({ words }) => {
        // A folder to go through needs no `/`.
        const isFind = words.some(({ text }) => WORKS_ELSEWHERE.test(text));
        return words.filter(({ text, known }) => known && (isFind || text.includes("/")));
      })
      .flatMap(({ text }) =>
        where.folders.map((folder) => normalise(absolute(text, folder, home))),
      );
    return Array.from(new Set(named)).slice(0, MOST_WORDS);
  });
}

/** Options of `find` that run a program in the folder of what was found. */
const WORKS_ELSEWHERE = /^-(?:exec|ok)dir$/;
