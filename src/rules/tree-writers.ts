import {
  GIT_SUBCOMMANDS,
  LANGUAGE_NAMES,
  programName,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

/** Where a command may write files that none of its words names. */
export interface TreeWrite {
  /** The folder that it was given; null where it is the one in which it runs. */
  readonly folder: Word | null;
  /** `repository`: also what lies around the folder. */
  readonly reach: "below" | "repository";
}

/** How a program writes names that it finds in its input. */
interface TreeWriter {
  /** Options of one letter, or operands, with which it does; without it, always. */
  readonly when?: RegExp;
  /** Options with which it does not after all. */
  readonly unless?: RegExp;
  /** The option that names the folder. */
  readonly folderOption?: RegExp;
}

const DIRECTORY = /^(?:-C|--directory|--cd)(?:=|$)/;

/** Of a program that names what it saves by its address: the folder for it. */
const INTO_FOLDER = /^(?:-P|--directory-prefix|--output-dir)(?:=|$)/;

/** Of a program that finds files: it runs another one on each of them. */
const RUNS_ON_EACH = /^(?:-[A-Za-z]*[xX]|--exec)/;

const TAR: TreeWriter = {
  when: /^(?:-?[A-Za-z]*x[A-Za-z]*|--extract|--get)$/,
  folderOption: DIRECTORY,
};

const TREE_WRITERS: ReadonlyMap<string, TreeWriter> = new Map<string, TreeWriter>([
  ["tar", TAR],
  ["bsdtar", TAR],
  ["unzip", { unless: /^-[a-zA-Z]*[lptvZz]/, folderOption: /^-d/ }],
  ["unrar", { when: /^[xe]$/ }],
  ["unar", {}],
  ["7z", { when: /^[xe]$/, folderOption: /^-o/ }],
  ["7za", { when: /^[xe]$/, folderOption: /^-o/ }],
  ["jar", { when: /^-?[a-z]*x[a-z]*$/ }],
  ["fd", { when: RUNS_ON_EACH }],
  ["fdfind", { when: RUNS_ON_EACH }],
  ["cmake", { when: /^(?:remove_directory|copy_directory\w*|tar)$/ }],
  ["ar", { when: /^-?[a-z]*x[a-z]*$/ }],
  ["wget", { when: INTO_FOLDER, folderOption: INTO_FOLDER }],
  // What its settings say it writes.
  ["curl", { when: /^(?:--output-dir(?:=|$)|-\w*K|--conf)/, folderOption: INTO_FOLDER }],
  ["cpio", { when: /^-[A-Za-z]*[ip]|^--(?:extract|pass-through)/ }],
  ["patch", { unless: /^--dry-run$/, folderOption: /^(?:-d|--directory)(?:=|$)/ }],
  ["zip", { when: /^-[A-Za-z]*m|^--move$/ }],
  ["gzip", { when: /^-[A-Za-z0-9]*r|^--recursive$/ }],
  ["gunzip", { when: /^-[A-Za-z0-9]*r|^--recursive$/ }],
]);

/** Whether a subcommand of git changes files that are not named, by its words. */
type GitEffect = (operands: readonly Word[], options: readonly string[]) => boolean;

const hasOption =
  (pattern: RegExp): GitEffect =>
  (_operands, options) =>
    options.some((option) => pattern.test(option));
const isNamedOtherwise: GitEffect = (operands) => !operands.every(isPlainPath);

/** Of those that may write the tree, these say by their words whether they do. */
const GIT: ReadonlyMap<string, GitEffect> = new Map<string, GitEffect>([
  [
    "apply",
    (_operands, options) =>
      !options.some((one) => /^--(?:check|stat|numstat|summary|cached)$/.test(one)),
  ],
  ["checkout", checksOut],
  [
    "switch",
    (operands, options) =>
      operands.length > (options.some((one) => /^(?:-[cC]|--create)/.test(one)) ? 1 : 0),
  ],
  ["restore", isNamedOtherwise],
  ["rm", isNamedOtherwise],
  ["mv", isNamedOtherwise],
  ["reset", hasOption(/^--(?:hard|merge|keep)$/)],
  ["read-tree", hasOption(/^-[a-z]*u/)],
  ["stash", ([first]) => !/^(?:list|show|drop|clear|create|store)$/.test(first?.text ?? "")],
  [
    "clean",
    (operands, options) =>
      options.some((one) => /^(?:-[a-zA-Z]*f|--force)/.test(one)) &&
      !options.some((one) => /^(?:-[a-zA-Z]*n|--dry-run)/.test(one)) &&
      (operands.length === 0 || !operands.every(isPlainPath)),
  ],
]);

/** A new branch where one is changes nothing; files after `--` are named; all else may be another branch. */
function checksOut(operands: readonly Word[], options: readonly string[]): boolean {
  const [first] = operands;
  if (first === undefined) return false;
  const dashes = operands.findIndex(({ text }) => text === "--");
  if (dashes >= 0) return !operands.slice(dashes + 1).every(isPlainPath);
  const isNew = options.some((one) => /^(?:-[bB]|--orphan)$/.test(one));
  return !(isNew && operands.length === 1);
}

/** A path as git reads one, without its patterns and its `:(…)`. */
function isPlainPath({ text, known }: Word): boolean {
  return known && !/^:|[*?[]/.test(text);
}

/** Where the command may write files that it does not name; null where it writes no such files. */
export function findTreeWrite(command: SimpleCommand): TreeWrite | null {
  const [program, ...rest] = command.words;
  if (program === undefined) return null;
  const name = programName(program);
  if (name === "git")
    return writesRepository(command) ? { folder: null, reach: "repository" } : null;
  // Without a folder it looks in the one in which it runs.
  if (name === "find")
    return /^[-(!]/.test(rest[0]?.text ?? "") ? { folder: null, reach: "below" } : null;
  if (LANGUAGE_NAMES.python.test(name)) return unpacksByPython(rest);
  const writer = TREE_WRITERS.get(name);
  if (writer === undefined) return null;
  const texts = rest.map(({ text }) => text);
  const { when, unless, folderOption } = writer;
  if (when !== undefined && !texts.some((text) => when.test(text))) return null;
  if (unless !== undefined && texts.some((text) => unless.test(text))) return null;
  return { folder: folderAfter(rest, folderOption), reach: "below" };
}

function folderAfter(words: readonly Word[], option: RegExp | undefined): Word | null {
  if (option === undefined) return null;
  const at = words.findIndex(({ text }) => option.test(text));
  const word = words[at];
  if (word === undefined) return null;
  const glued = word.text.replace(/^(?:--[a-z-]+=?|-[A-Za-z])/, "");
  return glued === "" ? (words[at + 1] ?? null) : { ...word, text: glued };
}

/** `python3 -m zipfile -e archive folder`. */
function unpacksByPython(words: readonly Word[]): TreeWrite | null {
  const texts = words.map(({ text }) => text);
  const isArchive = texts[0] === "-m" && /^(?:zipfile|tarfile)$/.test(texts[1] ?? "");
  if (!isArchive || !texts.some((text) => /^(?:-e|--extract)$/.test(text))) return null;
  return { folder: words[4] ?? null, reach: "below" };
}

function writesRepository({ words, ownWords }: SimpleCommand): boolean {
  // With options before the subcommand, the same command is in the list once more without them.
  if (ownWords < words.length) return false;
  const [, subcommand, ...rest] = words;
  if (subcommand === undefined || subcommand.text.startsWith("-")) return false;
  const effect = GIT.get(subcommand.text);
  if (effect === undefined)
    return (GIT_SUBCOMMANDS.get(subcommand.text)?.writes ?? "tree") === "tree";
  const dashes = rest.findIndex(({ text }) => text === "--");
  const before = dashes < 0 ? rest : rest.slice(0, dashes);
  const options = before.map(({ text }) => text).filter((text) => text.startsWith("-"));
  const operands = [
    ...before.filter(({ text }) => !text.startsWith("-") || text === "-"),
    ...(dashes < 0 ? [] : rest.slice(dashes)),
  ];
  return effect(operands, options);
}
