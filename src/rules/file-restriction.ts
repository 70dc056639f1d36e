import { parseGlob } from "../match/index.js";
import { mentionedFiles, movesFolders } from "./file-mentions.js";
import type { FileUse } from "./file-uses.js";
import { strongest, type Fit } from "./fit.js";
import { isPathField, type InputFacts } from "./input-facts.js";
import { speaksOf } from "./line-text.js";
import { readPathPattern, type PathPattern } from "./path-pattern.js";
import { absolute, foldCase, normalise } from "./paths.js";
import { testRestriction, type Tested } from "./restriction.js";
import { isAboutTool, type Rule, type RuleArgument } from "./rule.js";
import {
  GLOB,
  once,
  remember,
  rememberTexts,
  UNKNOWN,
  wordOf,
  wordText,
  type SimpleCommand,
} from "../shell/index.js";
import { writtenFiles, type ShellFacts } from "./shell-facts.js";
import { excerpt } from "./show-command.js";
import { accessOf, NAMED_FOR, type Access } from "./tool-names.js";
import { findTreeWrite } from "./tree-writers.js";
import { meaningsOf, type CallWorld } from "./world.js";

/** In place of what is not known: only a wildcard fits it. */
const ANY_NAME = "\u{E002}";
const GAPS = new RegExp(`[${UNKNOWN}${GLOB}]`, "g");
/** Where it leads is known to that process alone. */
const OF_PROCESS = /^\/(?:proc\/[^/]+\/(?:task\/[^/]+\/)?|dev\/fd\/\.\.\/)(?:cwd|root)(?=\/)/;
/** Slashes and dots that mean nothing. */
const EMPTY_NAMES = /\/(?:\.?\/)+/g;
const TO_LAST_UP = /^.*\/\.\.(?=\/|$)/s;

/** What a rule about reading or writing says to a call of another tool that does the same, and to a command. */
export function testByAccess(rule: Rule, tested: Tested): readonly Fit[] {
  const { facts, shell } = tested;
  return (["read", "write"] as const).flatMap((access): readonly Fit[] => {
    if (!NAMED_FOR[access].some((tool) => isAboutTool(rule, tool))) return [];
    // Without a path it is about the tool, and a redirection is a call of Write.
    if (rule.argument.type === "none")
      return access === "write" && isAboutTool(rule, "Write") && writes(shell) ? [EVERY] : [];
    const isSame = accessOf(facts.tool).includes(access) && facts.paths.length > 0;
    const files = [
      ...shell.fileUses.filter((use) => use.access === access),
      ...(access === "read" ? filesOfGlob(facts) : []),
    ];
    if (rule.argument.type === "unreadable")
      return files.length === 0 ? [] : [testRestriction(rule.argument, tested)];
    const unread = `the command cannot be read in full: ${shell.unparsed}`;
    return [
      ...(shell.unparsed === null ? [] : [{ fits: "maybe" as const, why: unread }]),
      ...(isSame ? [testRestriction(rule.argument, tested)] : []),
      ...(files.length === 0 ? [] : [testFiles(rule.argument, files, tested)]),
      ...testMentions(rule.argument, access, tested),
    ];
  });
}

/** A command that is not known to use files may use one that it names; the line is looked at where it has the name at all. */
function testMentions(argument: RuleArgument, access: Access, tested: Tested): readonly Fit[] {
  const { shell, world } = tested;
  if (shell.commands.length === 0) return [];
  return patternsOf(argument).flatMap((text): readonly Fit[] => {
    const pattern = readPathPattern(text, world, { isRestriction: true });
    if (pattern === null || pattern.name === "" || !isSpokenOf(pattern.name, shell)) return [];
    if (mayStartOthers(shell) && shell.lines.some((line) => speaksOf(line, pattern.name)))
      return [{ fits: "maybe", why: shell.unseen ?? "" }];
    if (access === "write" && shell.commands.some((one) => findTreeWrite(one) !== null))
      return [{ fits: "maybe", why: "a command may write files that it does not name" }];
    const { isTooMany, names } = foundIn(tested)[access]();
    if (isTooMany) return [{ fits: "maybe", why: "a command names too many files" }];
    // By their names alone: to look up every word of every program takes longer than all the rest.
    const found = names.find(
      ({ use, folded, parts }) =>
        (parts === null
          ? folded.includes(pattern.name)
          : parts.every((part) => pattern.name.includes(part))) &&
        fitFile(pattern, use, tested) !== "no",
    );
    if (found === undefined) return [];
    return [{ fits: "maybe", why: `a command names ${excerpt(wordText(found.use.file.text))}` }];
  });
}

/** Whether a program may start others that are not in the list; a variable alone names no file. */
function mayStartOthers({ unseen }: ShellFacts): boolean {
  return unseen !== null && !unseen.endsWith("says what programs do or start");
}

/** The files that the commands of a line may read or write though they are not known to, each once. */
function mentionsIn(commands: readonly SimpleCommand[], access: Access) {
  const uses = commands.map((one) => mentionedFiles(one, access, commands.length === 1));
  const byText = new Map(uses.flat().map((use) => [use.file.text, use]));
  const names = Array.from(byText, ([text, use]) => {
    const folded = foldCase(text);
    const last = folded.slice(folded.lastIndexOf("/") + 1);
    return { use, folded, parts: hasGaps(text) ? last.split(GAPS) : null };
  });
  return { isTooMany: uses.some((some) => some.length > MOST_FILES), names };
}

/** What is found of a line's files once for all rules. */
const foundIn = remember(({ shell: { commands, where }, world }: Tested) => ({
  hasMovedFolders: once(() => commands.some(movesFolders)),
  read: once(() => mentionsIn(commands, "read")),
  write: once(() => mentionsIn(commands, "write")),
  placesOf: rememberTexts((file: string): readonly FilePlace[] =>
    where.folders.map((folder) => placeIn(folder, file, world)),
  ),
}));

/** Whether a line has the name, put together from parts, or a pattern of find that may mean it. */
function isSpokenOf(name: string, { lines }: ShellFacts): boolean {
  return lines.some(
    (line) =>
      speaksOf(line, name) ||
      line.spoken.some((text) => text.includes(name)) ||
      /-i?(?:name|path|wholename|regex)\b|\bfd(?:find)?\b/.test(line.raw),
  );
}

const EVERY: Fit = { fits: "yes", why: "it is about every call of this tool" };

function writes({ commands }: ShellFacts): boolean {
  return commands.some((command) => writtenFiles(command).length > 0);
}

const SEVERAL_GLOBS = new RegExp(`${GLOB}{2,}`, "g");
const BEGUN = new RegExp(`^[.\\w-]{2,}${GLOB}`);
const ANY_FOLDERS = new RegExp(`^${UNKNOWN}/`);
const GLOB_FIRST = new RegExp(`(^|/)${GLOB}`, "g");

function searched(path: string, isFound: boolean): FileUse {
  return { file: wordOf(path), access: "read", isFound };
}

/** What a search looks at by its glob: from its folder, and below it. */
function filesOfGlob({ tool, input, paths }: InputFacts): readonly FileUse[] {
  const text = input["glob"];
  const glob = typeof text === "string" && !text.startsWith("!") ? parseGlob(text) : null;
  if (glob === null || !accessOf(tool).includes("read")) return [];
  if ("fault" in glob) return [searched(UNKNOWN, false)];
  const names = glob.alternatives.flatMap((tokens) => {
    const open = tokens
      .map((token) => (token.type === "literal" ? token.character : GLOB))
      .join("");
    const name = open.replaceAll(SEVERAL_GLOBS, UNKNOWN).replace(ANY_FOLDERS, "");
    // Unlike a shell's, it finds names that begin with a dot.
    return [name, name.replaceAll(GLOB_FIRST, `$1.${GLOB}`)];
  });
  const folders = paths.length === 0 ? ["."] : paths;
  return folders.flatMap((folder) =>
    names.flatMap((name) => [
      searched(`${folder}/${name}`, false),
      searched(`${folder}/${UNKNOWN}/${name}`, true),
    ]),
  );
}

/** More files in one command are not looked at. */
const MOST_FILES = 500;

/** Whether a rule about paths fits one of the files that a command names; gaps in them stand for what is not known. */
function testFiles(argument: RuleArgument, files: readonly FileUse[], tested: Tested): Fit {
  if (files.length > MOST_FILES) return { fits: "maybe", why: "the command names too many files" };
  return strongest(
    patternsOf(argument).map((text): Fit => {
      const pattern = readPathPattern(text, tested.world, { isRestriction: true });
      if (pattern === null) return { fits: "maybe", why: "it is not a readable glob" };
      const fits = files.map((use) => fitFile(pattern, use, tested));
      const found = (["yes", "maybe", "no"] as const).find((one) => fits.includes(one)) ?? "no";
      const file = files[fits.indexOf(found)]?.file.text ?? "";
      return { fits: found, why: WHY[found](excerpt(wordText(file))) };
    }),
  );
}

const WHY: Readonly<Record<Fit["fits"], (file: string) => string>> = {
  yes: (file) => `it matches ${file}`,
  maybe: (file) => `it is not known which file ${file} is`,
  no: (file) => `it does not match ${file}`,
};

/** The path patterns of a rule: its text, and what it says about a field that holds a path. */
function patternsOf(argument: RuleArgument): readonly string[] {
  if (argument.type === "main") return [argument.text];
  if (argument.type !== "fields") return [];
  const [field, ...others] = argument.fields;
  const isPath = field !== undefined && others.length === 0 && isPathField(field.field);
  return isPath ? [argument.text, field.text] : [argument.text];
}

/** A file that a command names, as one of its folders makes it. */
interface FilePlace {
  /** What it may mean, with a name that only a wildcard fits in place of each gap; null where it is not known. */
  readonly plain: readonly (string | null)[];
  /** Its absolute forms, where it has gaps. */
  readonly open: readonly string[];
}

/** A path with what only the process knows left open. */
function ofProcess(file: string): string {
  if (!file.startsWith("/")) return file;
  const linked = file.replace(/^\/+dev\/+fd(?=\/)/, "/proc/self/fd");
  const forms = [file.replaceAll(EMPTY_NAMES, "/"), normalise(file), normalise(linked)];
  return forms.find((form) => OF_PROCESS.test(form))?.replace(OF_PROCESS, UNKNOWN) ?? file;
}

function placeIn(folder: string, file: string, world: CallWorld): FilePlace {
  const named = ofProcess(file);
  const path = hasGaps(folder) ? absolute(named, folder, world.home) : named;
  if (path.startsWith(UNKNOWN)) return { plain: [], open: [openPath(path)] };
  const plain = meaningsOf(path.replaceAll(GAPS, ANY_NAME), folder, world);
  return {
    plain: plain === null ? [null] : Array.from(new Set(plain)),
    open: hasGaps(path) ? gapped(path, folder, world) : [],
  };
}

function fitFile(pattern: PathPattern, use: FileUse, tested: Tested): Fit["fits"] {
  const { shell } = tested;
  const { hasMovedFolders, placesOf } = foundIn(tested);
  const file = use.file.text;
  const places = placesOf(file);
  let isUnknown = false;
  for (const { plain } of places)
    for (const path of plain) {
      const fits = path === null ? null : pattern.fits(path);
      if (fits === true) return "yes";
      isUnknown ||= fits === null;
      // What it names goes with a folder around it.
      isUnknown ||= use.effect === "removes" && path !== null && pattern.isBelow(path);
    }
  isUnknown ||= use.effect === "removes" && places.some(({ open }) => open.some(pattern.isBelow));
  const isRelative = !/^[/~]/.test(file) && !file.startsWith(UNKNOWN);
  const last = file.slice(file.lastIndexOf("/") + 1);
  /** `.e*`: a pattern that begins as the name does. */
  const isBegun =
    BEGUN.test(last) && pattern.name.startsWith(foldCase(last.split(GLOB, 1)[0] ?? ""));
  const isElsewhere =
    (!shell.where.areKnown && isRelative && isIn(file) !== "no") ||
    (hasMovedFolders() && (isIn(last) === "named" || (isBegun && isIn(last) !== "no")));
  return isElsewhere || isUnknown || places.some(({ open }) => open.some(canBe)) ? "maybe" : "no";

  /** Whether it fits in a folder that is not known. */
  function isIn(path: string): ReturnType<PathPattern["canFit"]> {
    return pattern.canFit(openPath(`${UNKNOWN}/${path}`));
  }

  /**
   * Where a gap would have to hold what the rule names, it counts if the path begins with something known, if nothing is
   * known of it at all, or if the line speaks of what the rule names.
   */
  function canBe(path: string): boolean {
    const fit = pattern.canFit(path);
    if (fit !== "hidden") return fit === "named";
    const isSuspect = use.isFound !== true && (path === UNKNOWN || !path.startsWith(UNKNOWN));
    return isSuspect || isBegun || shell.lines.some((line) => speaksOf(line, pattern.name));
  }
}

function hasGaps(text: string): boolean {
  return text.includes(UNKNOWN) || text.includes(GLOB);
}

/** The absolute forms of a path with gaps: its beginning as it is written, and with its links resolved. */
function gapped(path: string, folder: string, world: CallWorld): readonly string[] {
  const cut = path.lastIndexOf("/", path.search(GAPS)) + 1;
  const start = path.slice(0, cut) || ".";
  const plain = meaningsOf(start, folder, world) ?? [
    normalise(absolute(start, folder, world.home)),
  ];
  return plain.map((before) => openPath(`${before}/${path.slice(cut)}`));
}

/** As `normalise`, where a gap may hold several folders. */
function openPath(path: string): string {
  // What is before `..` after a gap says nothing.
  const before = TO_LAST_UP.exec(path)?.[0] ?? "";
  const open = before.includes(UNKNOWN) ? `${UNKNOWN}${path.slice(before.length)}` : path;
  if (!open.startsWith(UNKNOWN)) return normalise(open);
  const slash = open.indexOf("/");
  if (slash < 0) return open;
  const rest = normalise(open.slice(slash));
  return open.slice(0, slash) + (rest === "/" ? "" : rest);
}
