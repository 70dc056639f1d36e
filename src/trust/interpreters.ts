import type { Language } from "./language.js";
import { languages } from "./languages.js";
import { isShell, LANGUAGE_NAMES } from "../shell/index.js";

/** What the value of an option is, or the first word that is no option. */
export type ArgUse =
  | "skip"
  | "code"
  | "file"
  | "library"
  | "module"
  | "script"
  | "package-script"
  /** A file that sets variables. */
  | "variables";

/** How an interpreter is called. Options that are not here have no value in the next word. */
export interface Interpreter {
  readonly language: Language;
  readonly operand: ArgUse;
  /** One letter, or a whole name behind one dash. */
  readonly short?: Readonly<Record<string, ArgUse>>;
  /** Letters whose value is in the same word, if they have one. */
  readonly attached?: Readonly<Record<string, ArgUse>>;
  readonly long?: Readonly<Record<string, ArgUse>>;
  /** Variables that hold folders of modules, or further options. */
  readonly libraries?: readonly string[];
  readonly options?: readonly string[];
  /** Files that it reads in the folder in which it runs. */
  readonly unasked?: readonly string[];
  /** Words after its name that are no script. */
  readonly subcommands?: ReadonlySet<string>;
  /** It has an argument that says what to do with its input, as awk has. */
  readonly isFilter?: boolean;
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const node: Interpreter = {
  language: languages.node,
  operand: "script",
  short: { r: "module", e: "code", p: "code", pe: "code", C: "skip" },
  long: {
    require: "module",
    import: "module",
    loader: "module",
    "experimental-loader": "module",
    eval: "code",
    print: "code",
    run: "package-script",
    conditions: "skip",
    "env-file": "variables",
    "env-file-if-exists": "variables",
    "input-type": "skip",
    "openssl-config": "skip",
    "icu-data-dir": "skip",
    title: "skip",
    "watch-path": "skip",
    "test-name-pattern": "skip",
    "test-reporter": "module",
    "test-reporter-destination": "skip",
    tsconfig: "file",
    project: "file",
  },
  libraries: ["NODE_PATH"],
  options: ["NODE_OPTIONS"],
  unasked: ["node.config.json"],
};

const typescript: Interpreter = {
  ...node,
  short: { ...node.short, P: "file", O: "skip" },
  unasked: ["tsconfig.json"],
  subcommands: words("watch"),
};

export const python: Interpreter = {
  language: languages.python,
  operand: "script",
  short: { c: "code", m: "module", W: "skip", X: "skip", Q: "skip" },
  long: { "check-hash-based-pycs": "skip" },
  libraries: ["PYTHONPATH", "PYTHONHOME"],
};

export const perl: Interpreter = {
  language: languages.perl,
  operand: "script",
  short: { e: "code", E: "code", M: "module", m: "module", I: "library" },
  attached: { d: "module" },
  libraries: ["PERL5LIB", "PERLLIB"],
  unasked: [".perldb"],
  options: ["PERL5OPT"],
};

const ruby: Interpreter = {
  language: languages.ruby,
  operand: "script",
  short: { e: "code", r: "module", I: "library", C: "skip", E: "skip" },
  long: { require: "module", encoding: "skip" },
  libraries: ["RUBYLIB"],
  options: ["RUBYOPT"],
};

const php: Interpreter = {
  language: languages.php,
  operand: "script",
  short: {
    f: "script",
    r: "code",
    R: "code",
    B: "code",
    E: "code",
    c: "library",
    d: "skip",
    S: "skip",
    t: "skip",
    z: "file",
  },
  long: { file: "script", run: "code", define: "skip", "php-ini": "library" },
  libraries: ["PHPRC", "PHP_INI_SCAN_DIR"],
};

export const shell: Interpreter = {
  language: languages.plain,
  operand: "script",
  short: { o: "skip", O: "skip" },
  long: { rcfile: "file", "init-file": "file" },
};

/** A file that is not there is no loss: there is no other place for it. */
const sourced: Interpreter = { language: languages.plain, operand: "variables" };

const lua: Interpreter = {
  language: languages.lua,
  operand: "script",
  short: { e: "code", l: "module" },
  libraries: ["LUA_PATH", "LUA_CPATH"],
  options: ["LUA_INIT"],
};

const java: Interpreter = {
  language: languages.java,
  operand: "module",
  short: { jar: "script", cp: "library", classpath: "library", p: "library", m: "skip" },
  long: {
    "class-path": "library",
    "module-path": "library",
    module: "skip",
    "add-modules": "skip",
  },
  libraries: ["CLASSPATH"],
  options: ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"],
};

const plain: Interpreter = {
  language: languages.plain,
  operand: "script",
  short: { e: "code", f: "script", c: "code" },
  long: { file: "script", script: "script", eval: "code" },
};

const awk: Interpreter = {
  language: languages.awk,
  operand: "code",
  short: { f: "module", v: "skip", F: "skip", i: "module", E: "module", l: "module" },
  long: {
    file: "module",
    include: "module",
    exec: "module",
    load: "module",
    assign: "skip",
    "field-separator": "skip",
  },
  libraries: ["AWKPATH", "AWKLIBPATH"],
  isFilter: true,
};

const powershell: Interpreter = { ...plain, language: languages.powershell };

const tcl: Interpreter = { ...plain, language: languages.tcl, libraries: ["TCLLIBPATH"] };

/** They read settings that hold code where they run. */
const r: Interpreter = { ...plain, unasked: [".Rprofile", ".Renviron"] };
const julia: Interpreter = { ...plain, unasked: ["Project.toml", "Manifest.toml"] };
const octave: Interpreter = { ...plain, unasked: [".octaverc"] };

const deno: Interpreter = {
  ...node,
  short: { c: "file" },
  long: { "import-map": "file", config: "file", preload: "module", lock: "file", ext: "skip" },
  unasked: ["deno.json", "deno.jsonc"],
  subcommands: words("run test bench serve repl"),
};

/** By the name of the program, in small letters. */
const interpreters: readonly (readonly [Pick<RegExp, "test">, Interpreter])[] = [
  [/^(?:node|nodejs|iojs|electron|babel-node|zx|nodemon|c8|nyc)$/, node],
  [/^(?:tsx|ts-node|ts-node-esm|tsm|esno|jiti|vite-node|swc-node|esr)$/, typescript],
  [/^deno$/, deno],
  [LANGUAGE_NAMES.python, python],
  [/^(?:ipython3?|bpython|pyinstrument|debugpy|kernprof|viztracer|scalene)$/, python],
  [LANGUAGE_NAMES.perl, perl],
  [LANGUAGE_NAMES.ruby, ruby],
  [LANGUAGE_NAMES.php, php],
  [LANGUAGE_NAMES.lua, lua],
  [LANGUAGE_NAMES.awk, awk],
  [/^(?:pwsh|powershell)$/, powershell],
  [/^(?:tclsh|wish|expect)[\d.]*$/, tcl],
  [/^(?:rscript|r)$/, r],
  [/^julia$/, julia],
  [/^octave$/, octave],
  [{ test: isShell }, shell],
  [/^(?:source|\.)$/, sourced],
  [/^java$/, java],
  [
    /^(?:guile|racket|sbcl|clisp|ocaml|runghc|runhaskell|elixir|escript|groovy|scala|kotlin|kotlinc|swift|crystal|jshell|osascript|bb|clojure|janet|raku|dart|gjs|qjs|gnuplot|m4|bc|gdb|xonsh|elvish)$/,
    plain,
  ],
];

export function interpreterOf(name: string): Interpreter | null {
  return interpreters.find(([names]) => names.test(name))?.[1] ?? null;
}

/** An interpreter's name that may stand among the words of another program. */
export function isLoader(name: string): boolean {
  return interpreters.some(([names]) => names.test(name)) && name !== "." && name !== "r";
}

/** One name for each interpreter that obeys variables. */
export const obeyingInterpreters = ["node", "python3", "perl", "ruby", "lua", "java"] as const;

/** Variables that an interpreter obeys. */
export function variablesOf(name: string): readonly string[] {
  const found = interpreterOf(name);
  return [...(found?.libraries ?? []), ...(found?.options ?? [])];
}
