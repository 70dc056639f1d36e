import { UNKNOWN } from "../shell/index.js";
import { languages, loadedFirst, type Language } from "./languages.js";
import {
  allOf,
  nothingLoaded,
  placesOf,
  type KnownCommand,
  type Load,
  type Loads,
} from "./load.js";

/** What the value of an option is, or the first word that is no option. */
type ArgUse =
  | "skip"
  | "code"
  | "file"
  | "library"
  | "module"
  | "script"
  | "package-script"
  /** The word after it is code for a shell, which was read with the line. */
  | "shell-code";

/** How an interpreter is called. Options that are not here have no value in the next word. */
interface Interpreter {
  readonly language: Language;
  readonly operand: ArgUse;
  /** One letter, or a whole name behind one dash. */
  readonly short?: Readonly<Record<string, ArgUse>>;
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

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

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
    "env-file": "file",
    "env-file-if-exists": "skip",
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
};

const typescript: Interpreter = {
  ...node,
  short: { ...node.short, P: "file", O: "skip" },
  unasked: ["tsconfig.json"],
  subcommands: words("watch"),
};

const python: Interpreter = {
  language: languages.python,
  operand: "script",
  short: { c: "code", m: "module", W: "skip", X: "skip", Q: "skip" },
  long: { "check-hash-based-pycs": "skip" },
  libraries: ["PYTHONPATH", "PYTHONHOME"],
};

const perl: Interpreter = {
  language: languages.perl,
  operand: "script",
  short: { e: "code", E: "code", M: "module", m: "module", I: "library" },
  libraries: ["PERL5LIB", "PERLLIB"],
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
  language: languages.plain,
  operand: "script",
  short: {
    f: "script",
    r: "code",
    R: "code",
    B: "code",
    E: "code",
    c: "file",
    d: "skip",
    S: "skip",
    t: "skip",
    z: "file",
  },
  long: { file: "script", run: "code", define: "skip", "php-ini": "file" },
};

const shell: Interpreter = {
  language: languages.plain,
  operand: "script",
  short: { o: "skip", O: "skip" },
  long: { rcfile: "file", "init-file": "file" },
};

/** A file that is not there is no loss: there is no other place for it. */
const sourced: Interpreter = { language: languages.plain, operand: "file" };

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
  language: languages.plain,
  operand: "code",
  short: { f: "file", v: "skip", F: "skip", i: "file", E: "file", l: "skip" },
  long: { file: "file", include: "file", exec: "file", assign: "skip", "field-separator": "skip" },
  isFilter: true,
};

const deno: Interpreter = {
  ...node,
  short: { c: "file", r: "skip", A: "skip" },
  long: { "import-map": "file", config: "file", preload: "module", lock: "file", ext: "skip" },
  unasked: ["deno.json", "deno.jsonc"],
  subcommands: words("run test bench serve repl"),
};

/** By the name of the program, in small letters. */
const interpreters: readonly (readonly [RegExp, Interpreter])[] = [
  [/^(?:node|nodejs|iojs|electron|babel-node|zx|nodemon|c8|nyc)$/, node],
  [/^(?:tsx|ts-node|ts-node-esm|tsm|esno|jiti|vite-node|swc-node|esr)$/, typescript],
  [/^deno$/, deno],
  [/^(?:python|pypy)[\d.]*w?$/, python],
  [/^perl[\d.]*$/, perl],
  [/^(?:ruby|jruby|truffleruby)[\d.]*$/, ruby],
  [/^php[\d.]*$/, php],
  [/^(?:ba|da|z|k|mk|a|rba|fi|c|tc)?sh$|^nu$/, shell],
  [/^(?:source|\.)$/, sourced],
  [/^lua(?:jit|[\d.]*)$/, lua],
  [/^java$/, java],
  [/^[gmn]?awk$/, awk],
  [
    /^(?:tclsh|wish|expect|rscript|r|julia|guile|racket|sbcl|clisp|ocaml|runghc|runhaskell|elixir|escript|groovy|scala|kotlin|kotlinc|swift|crystal|jshell|osascript|pwsh|powershell|bb|clojure|janet|raku|dart|gjs|qjs|octave|gnuplot|m4|bc|gdb|ipython3?|xonsh|elvish)$/,
    plain,
  ],
];

/** An interpreter's name that may stand among the words of another program. */
export function isLoader(name: string): boolean {
  return interpreters.some(([names]) => names.test(name)) && name !== "." && name !== "r";
}

/** What an interpreter loads; null where the program is none. */
export function interpreterLoads(name: string, command: KnownCommand): Loads | null {
  const found = interpreters.find(([names]) => names.test(name));
  if (found === undefined) return null;
  const [, interpreter] = found;
  const reader = new ArgReader(name, interpreter, command);
  return allOf([reader.read(), shellFiles(name, interpreter, command)]);
}

const idle: ReadonlySet<string> = words("--version -version -V --help -h -v -?");

class ArgReader {
  readonly #libraries: string[];
  readonly #found: { readonly meaning: ArgUse; readonly value: string; readonly as: string }[] = [];
  /** Whether it has been said what to run. */
  #isSaid = false;
  #hasShellCode = false;

  constructor(
    readonly name: string,
    readonly interpreter: Interpreter,
    readonly command: KnownCommand,
  ) {
    this.#libraries = (interpreter.libraries ?? [])
      .flatMap((variable) => command.valuesOf(variable))
      .flatMap((value) => value.split(/[:;]/))
      .filter((folder) => folder !== "");
  }

  read(): Loads {
    const { interpreter, command, name } = this;
    const given = (interpreter.options ?? [])
      .flatMap((variable) => command.valuesOf(variable))
      .map((value) => value.split(/\s+/).filter((word) => word !== ""));
    const fromVariables = this.#libraries.slice();
    for (const options of given) this.#readWords(options, false);
    this.#isSaid = false;
    this.#readWords(command.words.slice(1), true);
    const parts = this.#found.map(({ meaning, value, as }) => this.#loadsOf(meaning, value, as));
    const unasked = (interpreter.unasked ?? []).map((file) => ({
      places: [{ name: file }],
      missing: null,
    }));
    return allOf([
      { loads: [...loadedFirst(interpreter.language, fromVariables), ...unasked] },
      ...parts,
      this.#isSaid || interpreter.isFilter === true ? nothingLoaded : this.#input(name),
    ]);
  }

  #readWords(all: readonly string[], hasOperand: boolean): void {
    for (let at = 0; at < all.length; at++) {
      const word = all[at] ?? "";
      const next = (): string => all[++at] ?? "";
      if (word === "--") {
        if (hasOperand) this.#operand(all[at + 1]);
        return;
      }
      if (/^[-+]./.test(word)) this.#option(word, next);
      else if (word === "-") return;
      else if (hasOperand && at === 0 && this.interpreter.subcommands?.has(word) === true) continue;
      else if (hasOperand) return this.#operand(word);
    }
    if (hasOperand && all.some((word) => idle.has(word))) this.#isSaid = true;
  }

  #operand(word: string | undefined): void {
    if (word === undefined) return;
    this.#isSaid = true;
    const isDone = this.#hasShellCode || this.#found.some(({ meaning }) => meaning === "code");
    if (!isDone)
      this.#found.push({ meaning: this.interpreter.operand, value: word, as: this.name });
  }

  #option(word: string, next: () => string): void {
    const { short = {}, long = {} } = this.interpreter;
    const [, dashes = "", key = "", value] = /^([-+]-?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const whole = dashes === "--" ? long[key] : short[key];
    if (whole !== undefined && Object.hasOwn(dashes === "--" ? long : short, key))
      return this.#take(whole, value ?? next(), `${this.name} ${dashes}${key}`);
    if (dashes === "--") return;
    const letters = word.slice(1);
    for (const [at, letter] of Array.from(letters).entries()) {
      if (letter === "c" && this.interpreter === shell) this.#hasShellCode = true;
      const meaning = Object.hasOwn(short, letter) ? short[letter] : undefined;
      if (meaning === undefined) continue;
      const rest = letters.slice(at + 1);
      return this.#take(meaning, rest === "" ? next() : rest, `${this.name} -${letter}`);
    }
  }

  #take(meaning: ArgUse, value: string, as: string): void {
    if (meaning === "skip") return;
    if (meaning === "library") {
      this.#libraries.push(...value.split(":"));
      return;
    }
    const module = /^-?lib=(.+)/.exec(value)?.[1];
    if (module !== undefined) this.#libraries.push(...module.split(","));
    if (meaning === "code" || meaning === "script" || meaning === "package-script")
      this.#isSaid = true;
    if (
      meaning === "module" &&
      (as.endsWith(" -m") || this.interpreter.language === languages.java)
    )
      this.#isSaid = true;
    this.#found.push({ meaning, value, as });
  }

  #loadsOf(meaning: ArgUse, value: string, as: string): Partial<Loads> {
    const { language } = this.interpreter;
    if (meaning === "code") return this.#code(value);
    if (value.includes(UNKNOWN) && !/\0\/+[^\0]/.test(value))
      return { notKnown: [`${as}: which file it runs is known only when it runs`] };
    switch (meaning) {
      case "script":
        return { loads: language.script(value) };
      case "module":
        return { loads: language.module(value, this.#libraries, as) };
      case "file":
        return { loads: [{ places: [{ name: value }], missing: null }] };
      case "package-script":
        return { loads: [packageScripts([value])] };
      case "skip":
      case "library":
      case "shell-code":
        return {};
    }
  }

  #code(text: string): Partial<Loads> {
    const { language } = this.interpreter;
    const isComputed = language.computes?.test(text) === true || text === UNKNOWN;
    return {
      loads: language.code(text, this.#libraries),
      notKnown: isComputed
        ? [`${this.name}: its code loads something that is known only when it runs`]
        : [],
    };
  }

  /** Without a script or code it runs what it reads. */
  #input(name: string): Partial<Loads> {
    const { input, isFed } = this.command;
    if (input !== null)
      return allOf([
        {
          loads: input.files.map((file): Load => ({
            places: [{ name: file }],
            missing: `${name} < ${file}: no such file was found`,
          })),
        },
        ...input.texts.map((text) => this.#code(text)),
      ]);
    return isFed ? {} : { notKnown: [`${name} runs what it reads from its input`] };
  }
}

export function packageScripts(names: readonly string[], orProgram = false): Load {
  return {
    places: [
      { name: "package.json", follow: { by: "scripts", names, orProgram } },
      ...placesOf([".npmrc"], { by: "lines" }),
    ],
    isAbove: true,
    missing: null,
  };
}

/** What a shell reads when it starts, by the folder in which it looks for it. */
const profiles: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [
    /^(?:r?ba)?sh$/,
    "HOME",
    [".bash_profile", ".bash_login", ".profile", ".bashrc", ".bash_logout"],
  ],
  [/^(?:da|k|mk|a)sh$/, "HOME", [".profile", ".kshrc", ".mkshrc"]],
  [/^zsh$/, "HOME", [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"]],
  [/^zsh$/, "ZDOTDIR", [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"]],
  [/^fish$/, "HOME", [".config/fish/config.fish"]],
  [/^t?csh$/, "HOME", [".cshrc", ".tcshrc", ".login"]],
];

/** The user's own profile is the user's word; that of another home folder is the hook's. */
function shellFiles(name: string, interpreter: Interpreter, command: KnownCommand): Partial<Loads> {
  if (interpreter !== shell) return {};
  const started = ["BASH_ENV", "ENV"].flatMap((variable) => command.valuesOf(variable));
  const own = profiles
    .filter(
      ([names, variable]) => names.test(name) && (variable !== "HOME" || command.hasOtherHome),
    )
    .flatMap(([, variable, files]) =>
      command.valuesOf(variable).flatMap((folder) => files.map((file) => `${folder}/${file}`)),
    );
  return { loads: [{ places: placesOf([...started, ...own]), missing: null }] };
}
