import type { ShellFacts } from "./shell-facts.js";
import { isInert, UNKNOWN, type SimpleCommand, type Word } from "../shell/index.js";
import { meaningsOf, type CallWorld } from "./world.js";

/** More looks at the file system are not made for one command. */
const MOST_WORDS = 16;

/** A command as it is without links: its program, or the script among its words, by the name of the file that it really is. */
export function textsByLinks(
  command: SimpleCommand,
  { where, commands }: ShellFacts,
  world: CallWorld,
): readonly string[] {
  const [program, ...rest] = command.words;
  if (program === undefined) return [];
  const after = rest.map(({ text }) => text);
  const programs = namesOf(program, where.folders, world, searched(commands));
  const scripts = isInert(command)
    ? []
    : rest.slice(0, MOST_WORDS).flatMap((word) => namesOf(word, where.folders, world, []));
  return [...programs.map((name) => [name, ...after].join(" ")), ...scripts];
}

/** The names of the files to which a path leads, where they are other ones. */
function namesOf(
  { text, known }: Word,
  folders: readonly string[],
  world: CallWorld,
  path: readonly string[],
): readonly string[] {
  if (!known || text === "" || text.length > 4096) return [];
  const isPath = text.includes("/");
  const paths = isPath ? [text] : path.map((folder) => `${folder}/${text}`);
  const own = text.slice(text.lastIndexOf("/") + 1);
  const found = paths.flatMap((one) =>
    folders.flatMap((folder) => meaningsOf(one, folder, world) ?? []),
  );
  const names = new Set(found.map((one) => one.slice(one.lastIndexOf("/") + 1)));
  names.delete(own);
  return Array.from(names);
}

const searchedFolders = new WeakMap<readonly SimpleCommand[], readonly string[]>();

/** Folders in which the line lets programs be looked for. */
function searched(commands: readonly SimpleCommand[]): readonly string[] {
  const known = searchedFolders.get(commands);
  if (known !== undefined) return known;
  const folders = commands
    .flatMap(({ assignments }) => assignments.filter(({ name }) => name === "PATH"))
    .flatMap(({ value }) => value.text.split(":"))
    .filter((folder) => /^[/.~]/.test(folder) && !folder.includes(UNKNOWN));
  searchedFolders.set(commands, folders);
  return folders;
}
