import type { ShellFacts } from "./shell-facts.js";
import { absolute, normalise } from "./paths.js";
import { isInert, remember, UNKNOWN, type SimpleCommand, type Word } from "../shell/index.js";
import { meaningsOf, type LookedAtWorld } from "./world.js";

/** More words of one command are not looked at. */
const MOST_WORDS = 16;

interface Line {
  readonly shell: ShellFacts;
  readonly world: LookedAtWorld;
}

/** A command as it is without links: its program, or the script among its words, by the name of the file that it really is. */
export function textsByLinks(command: SimpleCommand, line: Line): readonly string[] {
  const [program, ...rest] = command.words;
  if (program === undefined) return [];
  const links = linksOf(line);
  const programs = links.namesOf(program, program.text.includes("/") ? [] : links.searched);
  const scripts = isInert(command)
    ? []
    : rest
        .slice(0, MOST_WORDS)
        .flatMap(pathsIn)
        .flatMap((word) => links.namesOf(word, []));
  if (programs.length === 0) return scripts;
  const after = rest.map(({ text }) => text);
  return [...programs.map((name) => [name, ...after].join(" ")), ...scripts];
}

/** A word that is a path, or the paths in it: an option's value, code. */
function pathsIn(word: Word): readonly Word[] {
  if (!word.known || !word.text.includes("/") || !NO_PATH.test(word.text)) return [word];
  const pieces = word.text.split(NO_PATH).filter((piece) => piece.includes("/"));
  return [word, ...pieces.slice(0, MOST_WORDS).map((text) => ({ text, known: true }))];
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
  const searched = shell.commands
    .flatMap(({ words, assignments }) => [
      ...assignments.filter(({ name }) => name === "PATH").map(({ value }) => value.text),
      // `export PATH=…`
      ...words.filter(({ text }) => text.startsWith("PATH=")).map(({ text }) => text.slice(5)),
    ])
    .flatMap((value) => value.split(":"))
    // What is not known may be the folder in which the line runs, or one around it: `PATH=$PWD`, `PATH=${PWD%/*}/bin`.
    .flatMap((folder) =>
      folder.startsWith(UNKNOWN)
        ? AROUND.map((around) => around + folder.slice(UNKNOWN.length))
        : [folder],
    )
    .filter((folder) => /^[/.~]/.test(folder) && !folder.includes(UNKNOWN));
  const folders = [...shell.where.folders, ...namedFolders(shell, world)];
  return { searched: Array.from(new Set(searched)), namesOf };

  function namesOf(word: Word, within: readonly string[]): readonly string[] {
    const { text } = word;
    const isPath = text.includes("/");
    if (!word.known || text === "" || text.length > 4096 || world.isTooMuch()) return [];
    if (!isPath && within.length === 0) return [];
    let names = known.get(text);
    if (names === undefined)
      known.set(
        text,
        (names = lookUp(text, isPath ? [text] : within.map((one) => `${one}/${text}`))),
      );
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

/** Where a command goes to a folder that is not known, it may be any that the line names: `sh -c 'cd "$1"' x FOLDER`. */
function namedFolders({ commands, where }: ShellFacts, { home }: LookedAtWorld): readonly string[] {
  const words = commands.flatMap((command) => command.words);
  if (where.areKnown && !words.some(({ text }) => WORKS_ELSEWHERE.test(text))) return [];
  const named = words
    .filter(({ text, known }) => known && text.includes("/"))
    .flatMap(({ text }) => where.folders.map((folder) => normalise(absolute(text, folder, home))));
  return Array.from(new Set(named)).slice(0, MOST_WORDS);
}

/** Options of `find` that run a program in the folder of what was found. */
const WORKS_ELSEWHERE = /^-(?:exec|ok)dir$/;
