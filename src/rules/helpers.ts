import { fileUsesOf } from "./file-uses.js";
import type { Tested } from "./restriction.js";
import { UNKNOWN, writesFile, type SimpleCommand, type Word } from "../shell/index.js";
import { leadsInto } from "./world.js";

/** Whether the words of a helper, those of its own after its name, leave everything as it is. */
type IsHarmless = (words: readonly Word[], tested: Tested) => boolean;

const always: IsHarmless = () => true;
const without =
  (acting: RegExp): IsHarmless =>
  (words) =>
    words.every(({ text, known }) => known && !acting.test(text));

/** What sorts without writing, starting a program or reading a list of files. */
const SORT_OPTION =
  /^(?!-)|^-[bcCdfghiMmnRrsuVz]*(?:[kSt].*)?$|^--(?:reverse|unique|check|merge|stable|(?:numeric|human-numeric|version|general-numeric|month|random)-sort|ignore-case|key=.*|field-separator=.*)$/s;
const GIT_OPTION = /^(?:-P|--no-pager|--no-optional-locks|--literal-pathspecs)$/;
const RECURSIVE = /^-[A-Za-z]*[rRd]|^--(?:rec|deref|dir)/;
/** Where a path may begin in an option. */
const PATH_IN_OPTION = /[/~]|\.\./;

/** Commands that need no rule next to an allowed part: they pass text on, or say how another command is started. */
const HELPERS: ReadonlyMap<string, IsHarmless> = new Map<string, IsHarmless>([
  ["echo", always],
  ["true", always],
  ["pwd", always],
  ["tr", always],
  ["head", always],
  ["tail", always],
  ["wc", without(/^--files/)],
  ["cut", always],
  ["grep", isSearchHarmless],
  ["sort", (words) => words.every(({ text }) => SORT_OPTION.test(text))],
  ["uniq", always],
  ["cd", isChangeHarmless],
  ["git", isGitHarmless],
  ["timeout", without(/^$/)],
  ["nice", without(/^$/)],
  ["stdbuf", without(/^$/)],
  ["time", without(/^-[A-Za-z]*o|^--o/)],
  ["xargs", without(/^-\w*a|^--arg/)],
]);

/** Programs whose words say how another one is started, and are no files. */
const STARTING = new Set(["git", "timeout", "nice", "stdbuf", "time", "xargs", "cd"]);

/** Whether a command needs no rule of its own: it reads at most what is in the project, and changes nothing. */
export function isHelper(command: SimpleCommand, tested: Tested): boolean {
  const { words, ownWords, assignments } = command;
  const [program, ...own] = words.slice(0, ownWords);
  const name = program?.text ?? "";
  const isHarmless = HELPERS.get(name);
  if (isHarmless === undefined || assignments.length > 0 || !isHarmless(own, tested)) return false;
  if (STARTING.has(name)) return name !== "git" || ownWords < words.length;
  // What it writes by a redirection takes a rule for Write.
  const redirections = command.redirections.filter((one) => !writesFile(one));
  const isInside = fileUsesOf({ ...command, redirections }).every(
    ({ file, access }) => access === "read" && isInProject(file.text, tested),
  );
  return isInside && own.every(({ text }) => isOptionHarmless(text, tested));
}

/** An option may hold a path as well: `-f/etc/passwd`, `--file=/etc/passwd`. */
function isOptionHarmless(text: string, tested: Tested): boolean {
  const at = text.startsWith("-") ? text.search(PATH_IN_OPTION) : -1;
  return at < 0 || isInProject(text.slice(at), tested);
}

function isSearchHarmless(words: readonly Word[], tested: Tested): boolean {
  const isRecursive = words.some(({ text }) => RECURSIVE.test(text));
  return !isRecursive || isInProject(".", tested);
}

function isChangeHarmless(words: readonly Word[], tested: Tested): boolean {
  const [target, ...others] = words[0]?.text === "--" ? words.slice(1) : words;
  if (target?.known !== true || others.length > 0) return false;
  return !target.text.startsWith("-") && isInProject(target.text, tested);
}

function isGitHarmless(words: readonly Word[], tested: Tested): boolean {
  return words.every(({ text, known }, at) => {
    if (words[at - 1]?.text === "-C") return known && isInProject(text, tested);
    return text === "-C" || GIT_OPTION.test(text);
  });
}

/** Whether a path surely leads into the project, wherever the command runs; of a file pattern, its folder. */
function isInProject(path: string, { shell, world }: Tested): boolean {
  if (path.includes(UNKNOWN)) return false;
  const { folders, areKnown } = shell.where;
  if (!areKnown && !path.startsWith("/")) return false;
  return folders.every((folder) => leadsInto(path, folder, world));
}
