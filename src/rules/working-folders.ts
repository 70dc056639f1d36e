import { absolute, normalise } from "./paths.js";
import { programName, UNKNOWN, wordOf, type SimpleCommand, type Word } from "../shell/index.js";
import type { CallWorld } from "./world.js";

/** The folders in which the parts of a command may run. */
export interface WorkingFolders {
  /** A part that is not known is marked as in a word. */
  readonly folders: readonly string[];
  /** False where a part goes to a folder that is not known, or not in full. */
  readonly areKnown: boolean;
}

const CHANGING = new Set(["cd", "pushd", "chdir"]);
/** Options of many programs that say where to work. */
const FOLDER_OPTION = /^(?:-C|-D|--chdir|--directory|--cwd|--work-tree|--prefix)$/;
const GLUED_FOLDER = /^(?:-C|--chdir=|--directory=|--cwd=|--work-tree=|--prefix=)(.+)/s;

/** More are not followed; a command that goes to so many hides something. */
const MOST_FOLDERS = 32;

/** Subshells are not distinguished: each change of folder may hold for everything after it, or not. */
export function workingFolders(
  commands: readonly SimpleCommand[],
  started: readonly string[],
  world: CallWorld,
): WorkingFolders {
  const folders = new Set(started);
  let areKnown = true;
  for (const command of commands) {
    for (const target of targetsOf(command)) {
      if (!target.known || target.text === "-") areKnown = false;
      if (target.text.startsWith(UNKNOWN)) continue;
      for (const folder of Array.from(folders)) {
        if (folders.size >= MOST_FOLDERS) areKnown = false;
        else folders.add(normalise(absolute(target.text, folder, world.home)));
      }
    }
  }
  return { folders: Array.from(folders), areKnown };
}

/** Where a command goes itself, or lets a program work. */
function targetsOf({ words }: SimpleCommand): readonly Word[] {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  const name = programName(program);
  if (name === "popd") return [wordOf("-")];
  if (CHANGING.has(name)) return [rest.find(({ text }) => !/^-./.test(text)) ?? wordOf("~")];
  return rest.flatMap((word, at) => {
    const [, glued] = GLUED_FOLDER.exec(word.text) ?? [];
    if (glued !== undefined) return [{ ...word, text: glued }];
    return FOLDER_OPTION.test(word.text) ? rest.slice(at + 1, at + 2) : [];
  });
}
