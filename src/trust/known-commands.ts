import { basename } from "node:path";
import {
  bringsText,
  GLOB,
  hideVariables,
  isInert,
  parseCommand,
  readCommands,
  showVariables,
  UNKNOWN,
  type SimpleCommand,
} from "../shell/index.js";
import { interpreterLoads } from "./interpreter-loads.js";
import { isLoader, obeyingInterpreters, variablesOf } from "./interpreters.js";
import { allOf, placesOf, type KnownCommand, type Loads, type LoadPlace } from "./load.js";
import { libraryPlaces } from "./runner.js";
import { isRunner, runnerLoads } from "./runners.js";
import { toolLoads } from "./tool-loads.js";
import type { VariableValues } from "./variable-values.js";

/** Deeper than people write commands that start commands. */
export const DEEPEST = 8;

/** Programs that print what their words and files say, and nothing that they have from elsewhere. */
const printing: ReadonlySet<string> = new Set(["cat", "echo", "printf"]);
/** They stand beside a program that prints without changing what it says. */
const quiet: ReadonlySet<string> = new Set(
  ": [ test true cd set export exec command exit".split(" "),
);

/** What is run is known here and there only in part: this stands for a folder that is not known. */
const behindUnknown = new RegExp(`${UNKNOWN}/+[^${UNKNOWN}]`);

/** What the commands of a line load, with the variables filled in as far as they are known. */
export function loadsOfLine(line: string, values: VariableValues, userHome: string): Loads {
  const hidden = hideVariables(line.replace(programPath, "$1").replace(choice, "*"));
  const { commands } = parseCommand(hidden);
  const written = new Set(readCommands(hidden).commands.map(({ words }) => wordsText(words)));
  const fed = isPrinted(commands) ? commands.flatMap(printedBy) : null;
  const isCleared = clearing.test(line);
  // What is printed may be read as commands by another program of the line.
  const isHarmless = commands.every(isInert);
  const parts = commands.flatMap((command) => {
    const isGiven = fed !== null && !written.has(wordsText(command.words));
    const meanings = meaningsOf(command.words, values);
    const isRead = !isHarmless && (!isInert(command) || prints(command));
    return [
      ...meanings.map(({ words, isSure }) => {
        const loads = loadsOfCommand(contextOf(words, command, fed), isGiven, 0);
        return isSure ? loads : { ...withoutDoubts(loads), lines: loads.lines };
      }),
      ...textsOf(command, isRead).map((text) => mentioned(text, contextOf([], command, []))),
    ];
  });
  return allOf([...parts, homeFiles(), ...obeyed().map((name) => doubted(started(name)))]);

  /** Interpreters for which the line or the hook sets a variable: whatever it starts may be written in their language. */
  function obeyed(): string[] {
    return obeyingInterpreters.filter((name) =>
      variablesOf(name).some((variable) => values.of(variable).length > 0),
    );
  }

  function started(name: string): KnownCommand {
    const nothing = { words: [], assignments: [], redirections: [] };
    return contextOf([name, "--version"], nothing as unknown as SimpleCommand, []);
  }

  /** Texts of a command in which another one may be named. */
  function textsOf(command: SimpleCommand, isRead: boolean): string[] {
    const { words, assignments, redirections } = command;
    const brought = redirections.filter(bringsText).map(({ target }) => target);
    // Of a variable that is only set, the value counts where the shell runs it.
    const set = assignments.filter(({ name }) => words.length > 0 || evaluated.test(name));
    const given = [
      ...words.filter(({ text }) => isRead || /\$\(|`/.test(text)),
      ...set.map(({ value }) => value),
      ...(isRead ? brought : []),
    ];
    const all = given.flatMap(({ text }) => fill(text, values));
    const printed = isRead && prints(command) ? [words.map(({ text }) => text).join(" ")] : [];
    return [...all.filter((text) => /\s/.test(text)), ...printed];
  }

  /** What programs read in a home folder that is not the user's, and the libraries of which the hook says where they are. */
  function homeFiles(): Partial<Loads> {
    const homes = values.of("HOME").filter((home) => home !== userHome);
    const own = [...homes, ...values.of("ZDOTDIR")].map((home) => `${home}/.[a-z]*`);
    const folders = [...homes.map((home) => `${home}/.config`), ...values.of("XDG_CONFIG_HOME")];
    const names = [...own, ...folders.map((folder) => `${folder}/[a-z]*/[a-z]*`)];
    const libraries = libraryFolders
      .flatMap((variable) => values.of(variable))
      .flatMap((path) => path.split(":"))
      .filter((folder) => folder !== "");
    const inHome = homes.flatMap((home) => homeSettings.map((file) => `${home}/${file}`));
    const preloaded = preloading.flatMap((variable) => values.of(variable));
    const settings = settingsVariables.flatMap((variable) => values.of(variable));
    const places: LoadPlace[] = [
      ...placesOf([...names, ...inHome]),
      ...libraryPlaces(libraries).places,
      ...placesOf(preloaded.flatMap((value) => value.split(/[\s:]+/))),
      ...placesOf(settings, { by: "words" }),
    ].filter(({ name }) => name !== "" && !name.includes(UNKNOWN));
    return {
      loads: places.length === 0 ? [] : [{ places, missing: null }],
      notKnown: packageFolders
        .filter((variable) => values.isOwn(variable) && values.of(variable).some(Boolean))
        .map((variable) => `${variable}: which packages are loaded is known only when it runs`),
    };
  }

  function contextOf(
    words: readonly string[],
    { redirections }: SimpleCommand,
    fedHere: readonly string[] | null,
  ): KnownCommand {
    const texts = redirections.filter(bringsText).map(({ target }) => target.text);
    const files = redirections
      .filter(({ operator }) => operator === "<" || operator === "<>")
      .flatMap(({ target }) => fill(target.text, values));
    return {
      words,
      input: texts.length + files.length === 0 ? null : { texts, files },
      fed: fedHere,
      valuesOf: (name) => values.of(name).filter((value) => !value.includes(UNKNOWN)),
      hasOtherHome: values.of("HOME").some((home) => home !== userHome),
      isCleared,
    };
  }
}

/** Programs of any kind load what is in the folders that these name. */
const libraryFolders = [
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "DYLD_FALLBACK_LIBRARY_PATH",
  "OPENSSL_MODULES",
  "OPENSSL_ENGINES",
  "GCONV_PATH",
  "GIO_EXTRA_MODULES",
];
const preloading = ["LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"];
/** Folders with packages as deep as one likes. The user's own hold what the user has installed. */
const packageFolders = [
  ..."GEM_HOME GEM_PATH BUNDLE_PATH BUNDLE_APP_CONFIG PSModulePath PYTHONHOME IPYTHONDIR".split(
    " ",
  ),
  ..."JUPYTER_CONFIG_DIR R_LIBS R_LIBS_USER R_LIBS_SITE JULIA_LOAD_PATH JULIA_DEPOT_PATH".split(
    " ",
  ),
  ..."ERL_LIBS GUILE_LOAD_PATH GUILE_LOAD_COMPILED_PATH VIM VIMRUNTIME DYLD_FRAMEWORK_PATH".split(
    " ",
  ),
  ..."QT_PLUGIN_PATH GTK_PATH GTK_MODULES GOROOT GOPATH CARGO_HOME DENO_DIR".split(" "),
];
/** Files of settings in which programs are named. */
const settingsVariables = [
  "OPENSSL_CONF",
  "KUBECONFIG",
  "HGRCPATH",
  "RIPGREP_CONFIG_PATH",
  "GOENV",
  "BUNDLE_GEMFILE",
  "CARGO_CONFIG",
];
/** Deeper in a home folder. */
const homeSettings = [".ssh/config", ".vim/vimrc", ".vim/plugin/*.vim", ".cargo/config*"];

/** The shell evaluates what these hold. */
const evaluated = /^(?:PS\d|PROMPT_COMMAND|BASH_ENV|ENV)$/;

/** Variables that a hook was started with are taken away from what the line runs. */
export const clearing =
  /\bunset\b|\bexec\s+-c\b|\benv\s+(?:\S+\s+)*?(?:-\s|-\w*[iu]|--ignore|--unset)|\b(?:sudo|su|doas|runuser|systemd-run|ssh|chroot)\b/;

function prints({ words }: SimpleCommand): boolean {
  return printing.has(basename(words[0]?.text ?? ""));
}

/** `$(command -v node)` is node. */
const programPath = /(?:\$\(|`)\s*(?:command\s+-v|which|type\s+-[pP])\s+([\w./+-]+)\s*(?:\)|`)/g;

/** `hooks/{a,b}.sh`: any name in that place. */
const choice = /\{[\w.-]*(?:,[\w.-]*)+\}/g;

function wordsText(words: SimpleCommand["words"]): string {
  return JSON.stringify(words.map(({ text }) => text));
}

/** What `echo` and `printf` print, with the words in their places. */
function printedBy({ words }: SimpleCommand): string[] {
  const [program, format = "", ...rest] = words.map(({ text }) => text);
  if (program === "echo") return [[format, ...rest].join(" ").replaceAll("\\n", "\n")];
  if (program !== "printf") return [];
  let at = 0;
  const text = format.replace(/%[a-z]/g, () => rest[at++] ?? "");
  return [[text, ...rest.slice(at)].join(" ").replaceAll("\\n", "\n")];
}

/** Whether what is piped or substituted in a line is nothing but what files of its words hold. */
function isPrinted(commands: readonly SimpleCommand[]): boolean {
  const programs = commands.flatMap(({ words }) => (words[0] === undefined ? [] : [words]));
  const printers = programs.filter(([first]) => printing.has(basename(first?.text ?? "")));
  return (
    printers.length > 0 &&
    printers.every((words) => words.every(({ text }) => !text.includes(UNKNOWN))) &&
    programs.every(([first]) => {
      const name = basename(first?.text ?? "");
      return (
        printing.has(name) ||
        quiet.has(name) ||
        isLoader(name) ||
        first?.text === UNKNOWN ||
        name === "eval"
      );
    })
  );
}

function fill(text: string, values: VariableValues): string[] {
  return values.fillIn(showVariables(text).replaceAll(GLOB, "*"));
}

/** More meanings than this cannot be distinguished. */
const MOST_MEANINGS = 20;

interface CommandMeaning {
  readonly words: readonly string[];
  /** Whether it is run in this meaning, so that what it does not find is not known. */
  readonly isSure: boolean;
}

/** A command in each of its meanings; a variable that is not quoted may be several words. */
function meaningsOf(words: SimpleCommand["words"], values: VariableValues): CommandMeaning[] {
  const filled = words.map(({ text }) => fill(text, values));
  const count = Math.min(MOST_MEANINGS, Math.max(0, ...filled.map(({ length }) => length)));
  return Array.from({ length: count }, (_, index) => {
    const meaning = filled.map((each) => each[Math.min(index, each.length - 1)] ?? "");
    const isSplit = words.some(
      ({ text }, at) => text !== showVariables(text) && /\s/.test(meaning[at] ?? ""),
    );
    if (!isSplit) return [{ words: meaning, isSure: true }];
    const split = meaning.flatMap((word) => word.split(/\s+/));
    // A program has no blank in its name, but a folder may.
    const isProgram = /^[^/]*\s/.test(meaning[0] ?? "");
    return [
      { words: meaning, isSure: !isProgram },
      { words: split, isSure: isProgram },
    ];
  }).flat();
}

/** What is there counts; what is not says nothing. */
function withoutDoubts({ loads }: Loads): Loads {
  return allOf([{ loads: loads.map((load) => ({ ...load, missing: null })) }]);
}

function loadsOfCommand(command: KnownCommand, isGiven: boolean, depth: number): Loads {
  const { words } = command;
  const [program = ""] = words;
  if (program.includes(UNKNOWN)) return isGiven ? allOf([]) : unknownProgram(program);
  const name = basename(program)
    .toLowerCase()
    .replace(/\.exe$/, "");
  const own = runnerLoads(name, command) ?? interpreterLoads(name, command);
  if (own === null) return allOf([among(command), settingsNamed(name, command, isGiven, depth)]);
  if (depth >= DEEPEST) return own;
  const started = startedBy(own, command, isGiven, depth);
  return allOf([own, ...started, { programs: own.starts.flatMap((inner) => inner.slice(0, 1)) }]);
}

function settingsNamed(
  name: string,
  command: KnownCommand,
  isGiven: boolean,
  depth: number,
): Loads {
  const [program = ""] = command.words;
  const isTool = !program.includes("/") || /(?:^|\/)\.?bin\//.test(program);
  if (!isTool || !/^[\w.+-]+$/.test(name) || printing.has(name) || quiet.has(name))
    return allOf([]);
  const own = toolLoads(name, command);
  if (depth >= DEEPEST) return own;
  return allOf([own, ...startedBy(own, command, isGiven, depth)]);
}

function startedBy(
  { starts }: Loads,
  command: KnownCommand,
  isGiven: boolean,
  depth: number,
): Loads[] {
  return starts.map((words) => loadsOfCommand({ ...command, words }, isGiven, depth + 1));
}

function unknownProgram(program: string): Loads {
  const shown = program.replaceAll(UNKNOWN, "…");
  if (!behindUnknown.test(program))
    return allOf([{ notKnown: [`${shown}: which program it starts is known only when it runs`] }]);
  return allOf([
    { loads: [{ places: [{ name: program }], missing: `${shown}: no such file was found` }] },
  ]);
}

/** An interpreter among the words of a program that is not known to start one: what it would load counts, if it is there. */
function among(command: KnownCommand): Loads {
  const [name = ""] = command.words;
  if (setting.has(name) && command.words.some((word) => word.startsWith(UNKNOWN)))
    return allOf([{ notKnown: [`${name}: which variables it sets is known only when it runs`] }]);
  const at = command.words.findIndex((word, index) => index > 0 && startsMore(word));
  return at < 0 ? allOf([]) : doubted({ ...command, words: command.words.slice(at) });
}

/** They take `NAME=value` from their words. */
const setting: ReadonlySet<string> = new Set(["export", "declare", "typeset", "readonly", "env"]);

function startsMore(word: string): boolean {
  const name = basename(word);
  return isLoader(name) || isRunner(name);
}

function doubted(command: KnownCommand): Loads {
  const loads = loadsOfCommand(command, true, DEEPEST);
  return { ...withoutDoubts(loads), lines: loads.lines };
}

/** More programs than this are not named in one text. */
const MOST_MENTIONED = 50;

/** Programs that are named in a text, whatever language it is in: what each would load counts, if it is there. */
function mentioned(text: string, command: KnownCommand): Loads {
  // In `s/x/node guard/e` a slash is between words, in `"./guard.sh"` it is not.
  const plain = text.replace(/%-?[\d.]*[a-z]/g, " ");
  const readings = [/[^\w./@+~$:-]+/, /[^\w.@+~$:-]+/].map((between) =>
    plain.split(between).filter((word) => word !== ""),
  );
  const starts = readings.flatMap((words) =>
    words.flatMap((word, at) => (startsMore(word) ? [words.slice(at)] : [])),
  );
  const named = starts.slice(0, MOST_MENTIONED);
  return allOf(named.map((words) => doubted({ ...command, words })));
}
