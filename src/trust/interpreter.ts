import type { Language } from "./language.js";
import type { Follow } from "./load.js";

/** What the value of an option is, or the first word that is no option. */
export type ArgUse =
  | "skip"
  | "code"
  | "file"
  | "library"
  | "module"
  | "script"
  | "package-script"
  /** A task of deno.json or package.json. */
  | "task"
  /** A file that sets variables. */
  | "variables"
  /** A file, in which others are named. */
  | "settings"
  /** A folder of modules, or a file as with `settings`. */
  | "library-or-settings"
  /** `name=value`, of which the interpreter says what the value is. */
  | "setting"
  /** Modules behind commas, which may as well not be there. */
  | "modules"
  /** `error::module.Class`, for each warning. */
  | "category"
  /** What it loads by that cannot be said. */
  | "unseen";

/** How an interpreter is called. Options that are not here have no value in the next word. */
export interface Interpreter {
  readonly language: Language;
  readonly operand: ArgUse;
  /** One letter, or a whole name behind one dash. */
  readonly short?: Readonly<Record<string, ArgUse>>;
  /** Letters whose value is in the same word, if they have one. */
  readonly attached?: Readonly<Record<string, ArgUse>>;
  readonly long?: Readonly<Record<string, ArgUse>>;
  /** What long options mean that stand alone; they take a value only behind `=`. */
  readonly alone?: Readonly<Record<string, string>>;
  /** What the values of `setting` are. */
  readonly settings?: Readonly<Record<string, ArgUse>>;
  /** Variables that hold folders of modules, or further options. */
  readonly libraries?: readonly string[];
  readonly options?: readonly string[];
  /** Other variables by which it loads something. */
  readonly variables?: Readonly<Record<string, ArgUse>>;
  /** Files that it reads in the folder in which it runs. */
  readonly unasked?: readonly string[];
  /** Words after its name that are no script, with what the next word is. */
  readonly subcommands?: Readonly<Record<string, ArgUse>>;
  /** It has an argument that says what to do with its input, as awk has. */
  readonly isFilter?: boolean;
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** The same for each of several names. */
export const each = (names: string, use: ArgUse): Readonly<Record<string, ArgUse>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, use]));

/** Settings that say what interpreters load, and what to start. */
export const settings: Follow = {
  by: "settings",
  keys: [
    "extends",
    "require",
    "import",
    "imports",
    "importMap",
    "loader",
    "plugins",
    "presets",
    "preload",
    "compiler",
    "auto_prepend_file",
    "auto_append_file",
    "extension",
    "zend_extension",
    "dynamic_path",
  ],
  runs: ["exec", "execMap", "events"],
  language: "node",
};
